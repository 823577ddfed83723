package sampler

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/snowset"
)

// fixture is a Schema and a Profiler on one fake clock; the Profiler samples when
// told to.
type fixture struct {
	*perfschema.Schema
	clock    *clock.Fake
	profiler *Profiler
	query    perfschema.StatementKey
	worker   perfschema.ThreadKey
	file     *perfschema.FileInstance
	lock     *perfschema.CondInstance
}

func newFixture(t testing.TB, o Options) *fixture {
	t.Helper()
	f := &fixture{clock: &clock.Fake{}}
	f.clock.Advance(time.Second)
	s, err := perfschema.New(perfschema.Config{Clock: f.clock, Instruments: []perfschema.InstrumentRule{{Pattern: "wait/%", State: perfschema.InstrumentOn}}})
	if err != nil {
		t.Fatal(err)
	}
	f.Schema = s
	f.query = s.RegisterStatement("app", perfschema.Info{Name: "query"})
	f.worker = s.RegisterThread("app", perfschema.Info{Name: "worker"})
	file := s.RegisterFile("app", perfschema.Info{Name: "data"})
	lock := s.RegisterCond("app", perfschema.Info{Name: "turn"})
	f.file, f.lock = s.FileInstance(file, "data"), s.NewCondInstance(lock)
	o.Clock = f.clock
	p, err := newProfiler(s, o)
	if err != nil {
		t.Fatal(err)
	}
	f.profiler = p
	t.Cleanup(p.view.Stop)
	return f
}

func (f *fixture) thread() *perfschema.Thread {
	return f.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
}

// tick lets one interval pass and has the Profiler sample.
func (f *fixture) tick() { f.after(DefaultInterval) }

func (f *fixture) after(d time.Duration) {
	f.clock.Advance(d)
	f.profiler.sample()
}

// one is the only profile.
func (f *fixture) one(t *testing.T) *Profile {
	t.Helper()
	all := f.profiler.Profiles()
	if len(all) != 1 {
		t.Fatalf("%d profiles", len(all))
	}
	return all[0]
}

func total(p *Profile) (sum time.Duration) {
	for _, r := range snowset.Resources() {
		sum += p.Resource(r)
	}
	return sum
}
