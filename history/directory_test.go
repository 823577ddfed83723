package history

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/view"
)

// counted reads how often statements ran by the windows of a directory that begin in a
// span, and when those begin.
func counted(t *testing.T, d *Directory, span Span) (sum uint64, starts []time.Time) {
	t.Helper()
	err := d.Read(t.Context(), digestTable, []string{"COUNT_STAR", "WINDOW_START"}, span, func(row view.Row) error {
		n, _ := row[0].(uint64)
		sum += n
		starts = append(starts, row[1].(time.Time).UTC())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return sum, starts
}

// Spans that adjoin share no window and leave none out, wherever they are cut, in hours
// that are merged and in those that are not; nothing of the directory changes.
func TestDirectory(t *testing.T) {
	dir, clock := t.TempDir(), newClock()
	p := newProgram(t, clock, Options{Dir: dir})
	for range 2 {
		for range 5 {
			p.run("SELECT 1", time.Millisecond)
			p.turn()
		}
		clock.advance(time.Hour)
		p.turn()
	}
	p.run("SELECT 1", time.Millisecond)
	p.turn()
	d, err := OpenDirectory(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := names(t, dir)
	sum, starts := counted(t, d, Span{})
	if sum != 11 || len(starts) != 11 {
		t.Fatalf("%d executions in %d windows", sum, len(starts))
	}
	for _, cut := range starts {
		for _, at := range []time.Time{cut.Add(-time.Microsecond), cut, cut.Add(time.Microsecond)} {
			early, first := counted(t, d, Span{To: at})
			late, last := counted(t, d, Span{From: at})
			if early+late != sum {
				t.Fatalf("cut at %v: %d and %d of %d", at, early, late, sum)
			}
			for _, s := range first {
				if !s.Before(at) {
					t.Errorf("%v before %v", s, at)
				}
			}
			for _, s := range last {
				if s.Before(at) {
					t.Errorf("%v from %v on", s, at)
				}
			}
		}
	}
	if after := names(t, dir); after != before {
		t.Errorf("there were %s, there are %s", before, after)
	}
	p.close()
	if sum, _ := counted(t, d, Span{}); sum != 11 {
		t.Errorf("%d executions when the program has ended", sum)
	}
}

// names are the files of the table of digests.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, digestTable))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

// Who reads while windows are written and hours merged sees each window once: as many as
// there were when it began, or some more.
func TestDirectoryWhileItChanges(t *testing.T) {
	dir, clock := t.TempDir(), newClock()
	p := newProgram(t, clock, Options{Dir: dir})
	defer p.close()
	p.run("SELECT 1", time.Millisecond)
	p.turn()
	d, err := OpenDirectory(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	stop, ended := make(chan struct{}), make(chan struct{})
	written := make(chan uint64, 100)
	go func() {
		defer close(ended)
		for n := uint64(2); n < 100; n++ {
			select {
			case <-stop:
				return
			default:
			}
			p.run("SELECT 1", time.Millisecond)
			clock.advance(10 * time.Minute)
			p.history.turn()
			written <- n
		}
	}()
	last := uint64(1)
	for reading := true; reading; {
		select {
		case <-ended:
			reading = false
		default:
		}
		for more := true; more; {
			select {
			case last = <-written:
			default:
				more = false
			}
		}
		sum, starts := counted(t, d, Span{})
		seen := make(map[time.Time]bool)
		for _, s := range starts {
			if seen[s] {
				t.Fatalf("window %v is seen twice", s)
			}
			seen[s] = true
		}
		if sum < last {
			t.Fatalf("%d windows are seen, and %d were written before", sum, last)
		}
	}
	close(stop)
}

// A kill between the renaming of an hour's file and the removal of its windows leaves both:
// they are seen once. A file that is damaged is told of, and is no error.
func TestDirectoryAfterAKill(t *testing.T) {
	dir, clock := t.TempDir(), newClock()
	p := newProgram(t, clock, Options{Dir: dir})
	var kept []string
	for range 5 {
		p.run("SELECT 1", time.Millisecond)
		p.turn()
	}
	table := filepath.Join(dir, digestTable)
	for _, name := range strings.Fields(names(t, dir)) {
		if err := os.Link(filepath.Join(table, name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		kept = append(kept, name)
	}
	clock.advance(2 * time.Hour)
	p.turn()
	p.close()
	for _, name := range kept {
		if err := os.Link(filepath.Join(dir, name), filepath.Join(table, name)); err != nil {
			t.Fatal(err)
		}
	}
	var log strings.Builder
	d, err := OpenDirectory(dir, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	if sum, _ := counted(t, d, Span{}); sum != 5 {
		t.Errorf("%d executions", sum)
	}
	if log.Len() > 0 {
		t.Error(log.String())
	}
	if err := os.Truncate(filepath.Join(table, hourName(newClock().wall.Truncate(time.Hour))), 100); err != nil {
		t.Fatal(err)
	}
	if sum, _ := counted(t, d, Span{}); sum != 5 { // the windows are still there
		t.Errorf("%d executions with the hour's file damaged", sum)
	}
	if !strings.Contains(log.String(), "cannot be read") {
		t.Error("nothing was told of the damaged file")
	}
}

// What is not there is said.
func TestDirectoryErrors(t *testing.T) {
	if _, err := OpenDirectory(t.TempDir(), nil); !errors.Is(err, ErrDirectory) {
		t.Error(err)
	}
	dir, clock := t.TempDir(), newClock()
	p := newProgram(t, clock, Options{Dir: dir})
	p.run("SELECT 1", time.Millisecond)
	p.turn()
	p.close()
	d, err := OpenDirectory(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	none := func(view.Row) error { return nil }
	if err := d.Read(t.Context(), "nothing", nil, Span{}, none); err == nil {
		t.Error("a table that is none")
	}
	if err := d.Read(t.Context(), digestTable, []string{"NOTHING"}, Span{}, none); err == nil {
		t.Error("a column that is none")
	}
	enough := errors.New("enough")
	if err := d.Read(t.Context(), digestTable, nil, Span{}, func(view.Row) error { return enough }); !errors.Is(err, enough) {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := d.Read(ended, "global_status", nil, Span{}, none); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
