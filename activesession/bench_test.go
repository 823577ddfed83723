package activesession

import (
	"fmt"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/sampler"
)

// BenchmarkKeep keeps a sample of 100 threads at work, as the Profiler does once a second; one in
// ten waits for a lock of a transaction.
func BenchmarkKeep(b *testing.B) {
	f := newFixture(b)
	lock := func(th *perfschema.Thread, kind string, status record.MetadataLockStatus) {
		f.NewMetadataLock(perfschema.MetadataLockOptions{Thread: th, ObjectType: "TABLE", Schema: "shop", Name: "t", Type: kind, Status: status})
	}
	holder := f.connect("ann")
	f.begin(holder, "SELECT 1").End()
	lock(holder, "SHARED_READ", record.MetadataGranted)
	for i := range 100 {
		th := f.connect(fmt.Sprint("user", i%7))
		f.begin(th, fmt.Sprintf("SELECT a%d FROM t WHERE id = 5 AND n IN (1, 2, 3)", i%20))
		if i%10 == 0 {
			lock(th, "EXCLUSIVE", record.MetadataPending)
			th.EnterResource(f.Read().Schema().RegisterResource("lock", 5))
		}
	}
	var seen []sampler.Session
	stop := f.profiler.WatchSessions(0, func(all []sampler.Session) { seen = all })
	defer stop()
	f.clock.Advance(time.Second)
	f.ticks <- time.Time{}
	f.ticks <- time.Time{}
	if len(seen) != 100 {
		b.Fatalf("%d threads were seen", len(seen))
	}
	b.ReportAllocs()
	for b.Loop() {
		f.recorder.keep(seen)
	}
	if n := len(f.rows()); n == 0 {
		b.Fatal("nothing was kept")
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100, "ns/row")
}
