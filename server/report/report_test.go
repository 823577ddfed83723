package report

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/server/export"
)

var rewrite = flag.Bool("rewrite", false, "write the golden file anew")

// sample is a reporting night: 40 short look-ups that read, 8 orders that read
// and write, a bulk load that only writes, a statement that does neither and one
// of which nobody counted the bytes.
func sample(t *testing.T) []*export.Profile {
	t.Helper()
	var out []*export.Profile
	add := func(at time.Duration, ms int64, digest string, values map[string]any) {
		p := export.NewProfile()
		all := map[string]any{
			"queryId": int64(len(out) + 1), "createdTime": noon.Add(at), "endTime": noon.Add(at + time.Duration(ms)*time.Millisecond),
			"durationTotal": ms, "serverCount": 1, "perServerCores": 1, "databaseId": "shop", "returnedRows": int64(1),
		}
		for k, v := range values {
			all[k] = v
		}
		for k, v := range all {
			if err := p.Set(column(k), v); err != nil {
				t.Fatal(err)
			}
		}
		p.Digest = digest
		out = append(out, p)
	}
	for i := range 40 {
		add(time.Duration(i)*250*time.Millisecond, 10, "look", map[string]any{
			"persistentReadBytesCache": int64(4096), "persistentWriteBytesCache": 0,
			"profIdle": 0, "profCpu": 6, "profPersistentReadCache": 4, "profMutex": 0, "profScanRso": 10, "profSortRso": 0,
			"userCpuTime": int64(5500), "systemCpuTime": int64(500), "durationExec": int64(9),
		})
	}
	for i := range 8 {
		add(time.Duration(i)*time.Second+100*time.Millisecond, 50, "order", map[string]any{
			"persistentReadBytesCache": int64(8192), "persistentWriteBytesCache": int64(16384),
			"profIdle": 0, "profCpu": 20, "profPersistentWriteCache": 20, "profMutex": 10, "profDmlRso": 40, "profScanRso": 10, "profSortRso": 0,
			"durationExec": int64(48),
		})
	}
	add(2*time.Second, 4000, "load", map[string]any{
		"persistentReadBytesCache": 0, "persistentWriteBytesCache": int64(64 << 20), "perServerCores": 2,
		"profIdle": 4000, "profCpu": 3000, "profPersistentWriteCache": 1000, "profMutex": 0, "profDmlRso": 3600, "profScanRso": 0, "profSortRso": 0,
		"returnedRows": 0,
	})
	add(9*time.Second, 100, "sleep", map[string]any{
		"persistentReadBytesCache": 0, "persistentWriteBytesCache": 0, "profIdle": 90, "profCpu": 10, "profMutex": 0,
	})
	add(9500*time.Millisecond, 500, "", map[string]any{"databaseId": nil})
	return out
}

func analyze(t *testing.T) *Analyzer {
	t.Helper()
	a := New(true)
	for _, p := range sample(t) {
		a.Add(p)
	}
	a.DigestText("look", "SELECT * FROM `product` WHERE `id` = ?")
	a.DigestText("load", "INSERT INTO `product` VALUES (...) /* , ... */")
	for q, c := range map[int64][]struct {
		operator, resource string
		ms                 float64
	}{
		1:   {{"profScanRso", "profCpu", 240}, {"profScanRso", "profPersistentReadCache", 160}},
		49:  {{"profDmlRso", "profCpu", 2800}, {"profDmlRso", "profPersistentWriteCache", 800}, {"", "profCpu", 200}, {"", "profIdle", 4000}},
		999: {{"profSortRso", "profCpu", 1e9}}, // not among the queries
	} {
		for _, x := range c {
			a.Cell(q, x.operator, x.resource, x.ms)
		}
	}
	return a
}

func TestClasses(t *testing.T) {
	a := analyze(t)
	for c, want := range map[Class]int64{ReadOnly: 40, ReadWrite: 8, WriteOnly: 1, NoData: 1, UnknownClass: 1} {
		if got := a.classes[c].queries; got != want {
			t.Errorf("%d %s queries, want %d", got, c, want)
		}
	}
	p := export.NewProfile()
	for _, c := range []struct {
		values map[string]any
		want   Class
	}{
		{nil, UnknownClass},
		{map[string]any{"persistentReadBytesS3": 1}, UnknownClass},
		{map[string]any{"persistentReadBytesS3": 1, "persistentReadBytesCache": 0, "persistentWriteBytesS3": 0}, ReadOnly},
		// Where remote writes are known the local ones are the same bytes on
		// their way, or other data.
		{map[string]any{"persistentReadBytesS3": 0, "persistentReadBytesCache": 1, "persistentWriteBytesS3": 0, "persistentWriteBytesCache": 9}, ReadOnly},
		{map[string]any{"persistentReadBytesCache": 0, "persistentWriteBytesS3": 1}, WriteOnly},
	} {
		p.Clear()
		for k, v := range c.values {
			if err := p.Set(column(k), v); err != nil {
				t.Fatal(err)
			}
		}
		if got := classOf(p); got != c.want {
			t.Errorf("%v is %s, want %s", c.values, got, c.want)
		}
	}
}

// Sums worked out by hand.
func TestTotals(t *testing.T) {
	a := analyze(t)
	// 40×10 + 8×50 + 8000 + 100 = 8900 ms of cores; CPU 240 + 160 + 3000 + 10.
	if a.all.coreTime != 8900 || a.all.family(familyCPU) != 3410 || a.all.family(familyIdle) != 4090 {
		t.Errorf("core time %g, CPU %g, idle %g", a.all.coreTime, a.all.family(familyCPU), a.all.family(familyIdle))
	}
	// 400 + 400 + 4000 + 100 + 500 ms, in µs.
	if a.all.duration.sum != 5400e3 || a.busy != 50 || a.busyTime != 4900e3 {
		t.Errorf("durations %g, %d busy for %g", a.all.duration.sum, a.busy, a.busyTime)
	}
	// From noon to noon + 10 s.
	if a.span() != 10*time.Second {
		t.Errorf("span %v", a.span())
	}
	if k := a.all.resources[0]; k.known != 50 {
		t.Errorf("profIdle is known of %d", k.known)
	}
	if k := a.metrics[metricCPU].all; k.count != 40 || k.percentile(50) != 6000 || k.max != 6000 {
		t.Errorf("CPU by clock of %d, p50 %g µs", k.count, k.percentile(50))
	}
	if m := &a.metrics[metricDuration].all; m.percentile(50) != 10e3 || m.percentile(95) != 100e3 || m.max != 4000e3 || m.top(0.01) != 4000.0/5400 {
		t.Errorf("durations: p50 %g, p95 %g, max %d, top 1 %% has %g", m.percentile(50), m.percentile(95), m.max, m.top(0.01))
	}
	if top := a.byDigest.top(2); top[0].key != "load" || top[0].duration.sum != 4000e3 || top[0].mostly() != "CPU 75.0 %, DML 100.0 %" || len(top) != 2 {
		t.Errorf("%+v", top[0])
	}
	// What the query 999 had is not among them.
	if len(a.cells) != 6 {
		t.Errorf("%d cells", len(a.cells))
	}
}

// Durations are as fine as the times tell, if these agree with durationTotal.
func TestDuration(t *testing.T) {
	p := export.NewProfile()
	for _, c := range []struct {
		begin, end any
		total      any
		want       int64
		known      bool
	}{
		{noon, noon.Add(300 * time.Microsecond), 0, 300, true},
		{noon, noon.Add(1499 * time.Microsecond), 1, 1499, true},
		{noon, noon.Add(71485 * time.Millisecond), 70945, 70_945_000, true}, // as in the Snowset
		{noon, noon.Add(-time.Second), 5, 5000, true},
		{noon, nil, 7, 7000, true},
		{noon, noon.Add(time.Second), nil, 1_000_000, true},
		{noon, nil, nil, 0, false},
	} {
		for name, v := range map[string]any{"createdTime": c.begin, "endTime": c.end, "durationTotal": c.total} {
			if err := p.Set(column(name), v); err != nil {
				t.Fatal(err)
			}
		}
		if got, ok := durationOf(p); got != c.want || ok != c.known {
			t.Errorf("%v to %v, %v ms: %d µs, %v", c.begin, c.end, c.total, got, ok)
		}
	}
}

// Times that cannot be are left out of what is over time, and that is said.
func TestImpossibleTimes(t *testing.T) {
	a := New(false)
	for _, at := range []time.Time{{}, time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), noon} {
		p := export.NewProfile()
		for name, v := range map[string]any{"createdTime": at, "endTime": at.Add(time.Second)} {
			if err := p.Set(column(name), v); err != nil {
				t.Fatal(err)
			}
		}
		a.Add(p)
	}
	got := asText(t, a.Document("x"), TextOptions{})
	if a.span() != time.Second || !strings.Contains(got, "Without a time       2 ") {
		t.Errorf("span %v\n%s", a.span(), got)
	}
}

func asText(t *testing.T, d *Document, o TextOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteText(&b, d, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// matches compares a report in a terminal of 80 columns with a golden file.
func matches(t *testing.T, got, golden string) {
	t.Helper()
	if *rewrite {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("differs from %s; look at what changed with -rewrite and git diff:\n%s", golden, got)
	}
	for i, line := range strings.Split(got, "\n") {
		if runes(line) > 80 {
			t.Errorf("line %d is %d columns wide: %s", i+1, runes(line), line)
		}
	}
}

func TestText(t *testing.T) {
	got := asText(t, analyze(t).Document("a sample"), TextOptions{})
	matches(t, got, "testdata/report.golden")
	for _, r := range asText(t, analyze(t).Document("a sample"), TextOptions{ASCII: true}) {
		if r > 127 {
			t.Fatalf("%q is not ASCII", r)
		}
	}
	if strings.Contains(got, "\x1b") || !strings.Contains(asText(t, analyze(t).Document("x"), TextOptions{Color: true}), "\x1b[") {
		t.Error("colour where there is none, or none where there is")
	}
}

// A report of a file is the same, whatever the format, but for what only a server
// has.
func TestFromFiles(t *testing.T) {
	var reports []string
	for _, f := range []export.Format{export.CSV, export.Parquet} {
		for _, l := range []export.Layout{export.Described(), export.Published()} {
			path := filepath.Join(t.TempDir(), "x."+string(f))
			write(t, path, f, l)
			s, err := export.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			a := New(false)
			if err := a.Read(s, nil); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			reports = append(reports, asText(t, a.Document("a file"), TextOptions{}))
		}
	}
	direct := New(false)
	for _, p := range sample(t) {
		p.Digest = ""
		direct.Add(p)
	}
	want := asText(t, direct.Document("a file"), TextOptions{})
	for i, r := range reports {
		if r != want {
			t.Errorf("report %d differs:\n%s\nwant\n%s", i, r, want)
		}
	}
}

func write(t *testing.T, path string, f export.Format, l export.Layout) {
	t.Helper()
	file, err := export.Create(path, false)
	if err != nil {
		t.Fatal(err)
	}
	w, err := export.NewWriter(file, f, l)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range sample(t) {
		if err := w.Write(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Commit(); err != nil {
		t.Fatal(err)
	}
}

// What nobody knows is said to be unknown, and drawn nowhere.
func TestUnknown(t *testing.T) {
	a := New(false)
	p := export.NewProfile()
	if err := p.Set(column("createdTime"), noon); err != nil {
		t.Fatal(err)
	}
	a.Add(p)
	got := asText(t, a.Document("nothing"), TextOptions{})
	for _, want := range []string{
		"No query has any time by resource", "NULL in every query: profIdle, profCpu", "NULL in every query: profScanRso",
		"Not known from a file", "Digests are not known", "nobody counted the bytes it read and wrote", "Not known of any query: duration, execution",
	} {
		if !strings.Contains(strings.Join(strings.Fields(got), " "), want) {
			t.Errorf("does not say %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "█") || strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
		t.Errorf("draws what is not known:\n%s", got)
	}
	if err := WriteHTML(io.Discard, New(false).Document("none at all"), noon); err != nil {
		t.Error(err)
	}
}
