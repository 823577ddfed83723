package history

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/racetest"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

// sumsByRow are the sums of a span as the rows tell them.
func sumsByRow(t *testing.T, d *Directory, span Span) *DigestSums {
	t.Helper()
	sums := newDigestSums()
	columns := append([]string{"WINDOW_START", "WINDOW_END", "SCHEMA_NAME", "DIGEST", "DIGEST_TEXT", "HISTOGRAM"}, figureColumns[:]...)
	err := d.Read(t.Context(), digestTable, columns, span, func(row view.Row) error {
		text := func(i int) string {
			s, _ := row[i].(string)
			return s
		}
		n := func(i int) uint64 {
			n, _ := row[6+i].(uint64)
			return n
		}
		f := DigestFigures{n(0), n(1), n(2), n(3), n(4), n(5)}
		w := sums.window(row[0].(time.Time).UnixMicro())
		w.until(row[1].(time.Time))
		w.Add(&f)
		key := digestKey{text(2), text(3)}
		s := sums.byKey[key]
		if s == nil {
			s = &DigestSum{Schema: key.schema, Digest: key.digest}
			sums.byKey[key] = s
			sums.Digests = append(sums.Digests, s)
		}
		s.Text = cmp.Or(s.Text, text(4))
		s.Add(&f)
		s.Windows++
		list, err := ParseHistogram(text(5))
		for _, b := range list {
			s.Histogram[b.Number] += b.Count
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sums
}

// told is what sums say, in an order.
func (sums *DigestSums) told() string {
	var out []string
	for _, w := range sums.Windows {
		out = append(out, fmt.Sprint("window ", w.Start.UTC(), w.End.UTC(), w.DigestFigures))
	}
	for _, d := range sums.Digests {
		out = append(out, fmt.Sprintf("%q %q %q %v %d %v", d.Schema, d.Digest, d.Text, d.DigestFigures, d.Windows, bucketsText(&d.Histogram)))
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// sumProgram is a program whose history makes sums of however few rows.
func sumProgram(t testing.TB, o Options) *program {
	p := newProgram(t, newClock(), o)
	for _, s := range p.history.series {
		s.table.leastBlockRows = 1
	}
	return p
}

// work runs some statements for so many minutes, in schemas and without one.
func (p *program) work(random *rand.Rand, minutes int) {
	for range minutes {
		for range random.IntN(6) {
			p.thread.SetDatabase([]string{"", "shop", "a\x1b[2Jb"}[random.IntN(3)])
			p.run(fmt.Sprintf("SELECT a%d FROM t", random.IntN(12)), time.Duration(random.IntN(2000))*time.Millisecond)
		}
		p.turn()
	}
}

// sumFiles are the names of the sums that there are.
func sumFiles(t *testing.T, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, digestTable, "*"+blockSuffix))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// sameSums compares sums with what the rows tell, of spans that begin and end anywhere.
func sameSums(t *testing.T, dir string, random *rand.Rand, from time.Time, length time.Duration) {
	t.Helper()
	d, err := OpenDirectory(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	spans := []Span{{}, {From: from}, {To: from.Add(length)}}
	for range 12 {
		at := from.Add(time.Duration(random.Int64N(int64(length)))).Truncate([]time.Duration{time.Microsecond, time.Minute, 10 * time.Minute, time.Hour}[random.IntN(4)])
		spans = append(spans, Span{at, at.Add([]time.Duration{time.Minute, 10 * time.Minute, time.Hour, time.Duration(random.Int64N(int64(length)))}[random.IntN(4)])})
	}
	for _, span := range spans {
		sums, err := d.SumDigests(t.Context(), span)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := sums.told(), sumsByRow(t, d, span).told(); got != want {
			t.Fatalf("%v to %v:\n%s\nwant\n%s", span.From, span.To, got, want)
		}
	}
}

// Sums of any span are those of its rows: while the windows of an hour are files of their
// own, when they are merged and when they are folded, before a restart and after it.
func TestSumsAreThoseOfTheRows(t *testing.T) {
	racetest.SkipAlone(t)
	random := rand.New(rand.NewPCG(3, 8))
	dir := t.TempDir()
	from := newClock().wall
	p := sumProgram(t, Options{Dir: dir, FoldAge: time.Hour})
	step := func(what string) {
		t.Helper()
		t.Log(what, len(sumFiles(t, dir)))
		sameSums(t, dir, random, from, p.clock.Wall().Sub(from)+time.Minute)
	}
	p.work(random, 38)
	step("within the hour")
	if len(sumFiles(t, dir)) == 0 {
		t.Fatal("there are no sums")
	}
	p.work(random, 60)
	step("merged")
	p.close()
	clock := p.clock
	p = newProgram(t, clock, Options{Dir: dir, FoldAge: time.Hour})
	for _, s := range p.history.series {
		s.table.leastBlockRows = 1
	}
	p.work(random, 60)
	step("after a restart")
	p.work(random, 40)
	step("folded")
	if _, err := os.Stat(filepath.Join(dir, digestTable, "2026-03-01T11.folded"+suffix)); err != nil {
		t.Error(err)
	}
	for _, path := range sumFiles(t, dir) {
		if strings.Contains(path, "2026-03-01T11") {
			t.Errorf("%s is there, of an hour that is folded", filepath.Base(path))
		}
	}
	p.close()
}

// A sum that is damaged, or of other windows than there are, counts for nothing.
func TestSumsThatAreNotSo(t *testing.T) {
	racetest.SkipAlone(t)
	random := rand.New(rand.NewPCG(4, 8))
	for name, spoil := range map[string]func(t *testing.T, dir string){
		"cut": func(t *testing.T, dir string) {
			for _, path := range sumFiles(t, dir) {
				if err := os.Truncate(path, 200); err != nil {
					t.Fatal(err)
				}
			}
		},
		"changed in its middle": func(t *testing.T, dir string) {
			for _, path := range sumFiles(t, dir) {
				all, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				for i := 4; i < 400 && i < len(all)/3; i++ {
					all[i] ^= 0x55
				}
				if err := os.WriteFile(path, all, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		},
		"a window is gone": func(t *testing.T, dir string) {
			list, err := filepath.Glob(filepath.Join(dir, digestTable, "*T11.*"+suffix))
			if err != nil || len(list) < 5 {
				t.Fatal(list, err)
			}
			for _, path := range list[1:5] {
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
			}
		},
		"a window more": func(t *testing.T, dir string) {
			list, err := filepath.Glob(filepath.Join(dir, digestTable, "*T11.*"+suffix))
			if err != nil || len(list) < 5 {
				t.Fatal(list, err)
			}
			all, err := os.ReadFile(list[2])
			if err != nil {
				t.Fatal(err)
			}
			start := time.Date(2026, 3, 1, 11, 5, 0, 7000, time.UTC)
			if err := os.WriteFile(filepath.Join(dir, digestTable, windowName(start)), all, 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"not to be read": func(t *testing.T, dir string) {
			for _, path := range sumFiles(t, dir) {
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
				if err := os.Mkdir(path, 0o700); err != nil {
					t.Fatal(err)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			p := sumProgram(t, Options{Dir: dir})
			p.work(random, 70)
			p.close()
			if len(sumFiles(t, dir)) < 6 {
				t.Fatal(sumFiles(t, dir))
			}
			spoil(t, dir)
			sameSums(t, dir, random, newClock().wall, 2*time.Hour)
		})
	}
}

// What windows take away from the disk their sums do.
func TestSumsGoWithTheirWindows(t *testing.T) {
	racetest.SkipAlone(t)
	dir := t.TempDir()
	p := sumProgram(t, Options{Dir: dir, MaxAge: time.Hour})
	random := rand.New(rand.NewPCG(5, 8))
	p.work(random, 200)
	of := p.history.series[len(p.history.series)-1].table
	total := int64(0)
	for _, path := range append(sumFiles(t, dir), globbed(t, dir)...) {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if got := of.bytes(); got != total {
		t.Errorf("%d bytes, the files have %d", got, total)
	}
	for _, path := range sumFiles(t, dir) {
		if filepath.Base(path) < "2026-03-01T11" {
			t.Errorf("%s is there still", path)
		}
	}
	p.close()
	// A start finds the sums, and takes those away that are of no windows.
	stray := filepath.Join(dir, digestTable, blockName(time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC), time.Hour))
	if err := os.WriteFile(stray, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p = newProgram(t, p.clock, Options{Dir: dir, MaxAge: time.Hour})
	if _, err := os.Stat(stray); err == nil {
		t.Error("a sum of no windows is kept")
	}
	if n := len(p.history.series[len(p.history.series)-1].table.blocks); n == 0 {
		t.Error("the sums are not found again")
	}
	p.close()
}

func globbed(t *testing.T, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, digestTable, "*"+suffix))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Of few rows there are no sums.
func TestFewRowsHaveNoSums(t *testing.T) {
	racetest.SkipAlone(t)
	dir := t.TempDir()
	p := newProgram(t, newClock(), Options{Dir: dir})
	p.work(rand.New(rand.NewPCG(6, 8)), 30)
	p.close()
	if list := sumFiles(t, dir); len(list) > 0 {
		t.Error(list)
	}
}

// Who has left waits for no sums.
func TestSumsEndWithWhoAsks(t *testing.T) {
	dir := t.TempDir()
	p := sumProgram(t, Options{Dir: dir})
	p.work(rand.New(rand.NewPCG(7, 8)), 30)
	p.close()
	d, err := OpenDirectory(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.SumDigests(ctx, Span{}); err == nil {
		t.Error("it is answered")
	}
}

// FuzzAppendBuckets: any bytes are a histogram or damage, and what is written is read.
func FuzzAppendBuckets(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4})
	f.Add([]byte{0xff, 0xff, 0xff})
	f.Add([]byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 1, 1})
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := appendBuckets(nil, text)
		if err != nil {
			return
		}
		var h, again record.Histogram
		for _, b := range list {
			h[b.Number] += b.Count
		}
		written, _ := bucketsText(&h).(string)
		list, err = appendBuckets(nil, []byte(written))
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range list {
			again[b.Number] += b.Count
		}
		if h != again {
			t.Fatalf("%v, want %v", again, h)
		}
	})
}

// A damaged sum is told of in the log.
func TestDamagedSumIsTold(t *testing.T) {
	racetest.SkipAlone(t)
	dir := t.TempDir()
	p := sumProgram(t, Options{Dir: dir})
	p.work(rand.New(rand.NewPCG(8, 8)), 30)
	p.close()
	var log strings.Builder
	d, err := OpenDirectory(dir, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	list := sumFiles(t, dir)
	if err := os.Truncate(list[0], 100); err != nil {
		t.Fatal(err)
	}
	if _, err := d.SumDigests(t.Context(), Span{}); err != nil || !strings.Contains(log.String(), filepath.Base(list[0])) {
		t.Errorf("%v, %s", err, log.String())
	}
}
