package history

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/perfschema/perfschema/view"
)

// digests is the table of digests as SQL serves it.
func digests(h *History) *view.Table {
	for _, t := range Tables(func() *History { return h }) {
		if t.Name == digestTable {
			return t
		}
	}
	return nil
}

// starts reads WINDOW_START of all rows that a reader is given.
func starts(t *testing.T, table *view.Table, r view.Reader) (out []time.Time) {
	t.Helper()
	r.Columns = []int{columnOf(table.Columns, windowIndex)}
	c := table.Open(r)
	for row, ok := c.Next(); ok; row, ok = c.Next() {
		out = append(out, row[0].(time.Time).UTC())
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return out
}

// Reads find windows by their bounds, in order, in hours that are merged and in those that
// are not; where the clock was set back they say that there is no order.
func TestReadsBetween(t *testing.T) {
	dir, clock := t.TempDir(), newClock()
	p := newProgram(t, clock, Options{Dir: dir})
	defer p.close()
	for range 3 {
		for range 10 {
			p.run("SELECT 1", time.Millisecond)
			p.turn()
		}
		clock.advance(time.Hour)
		p.turn()
	}
	table := digests(p.history)
	all := starts(t, table, view.Reader{})
	if len(all) != 30 || !slices.IsSortedFunc(all, time.Time.Compare) {
		t.Fatalf("%d windows: %v", len(all), all)
	}
	for i := range all {
		for j := i; j < len(all); j++ {
			got := starts(t, table, view.Reader{Between: map[string][2]any{windowIndex: {all[i], all[j]}}})
			if !slices.Contains(got, all[i]) || !slices.Contains(got, all[j]) {
				t.Fatalf("between %v and %v: %v", all[i], all[j], got)
			}
			for _, at := range got {
				if at.Before(all[i].Add(-time.Hour)) || at.After(all[j].Add(time.Hour)) {
					t.Errorf("between %v and %v: %v, of another hour", all[i], all[j], at)
				}
			}
		}
	}
	if c := table.Open(view.Reader{}); c.Unordered() || c.Close() != nil {
		t.Error("in no order")
	}
	clock.set(-3 * time.Hour)
	p.turn()
	p.run("SELECT 1", time.Millisecond)
	p.turn()
	if c := table.Open(view.Reader{}); !c.Unordered() || c.Close() != nil {
		t.Error("in order, as it says")
	}
	if n := len(starts(t, table, view.Reader{})); n != 31 {
		t.Errorf("%d windows after the clock was set back", n)
	}
}

// What a read is to see stays until it is closed, though its hour is merged meanwhile, and
// is seen once.
func TestReadsKeepTheirFiles(t *testing.T) {
	dir, clock := t.TempDir(), newClock()
	p := newProgram(t, clock, Options{Dir: dir})
	defer p.close()
	for range 5 {
		p.run("SELECT 1", time.Millisecond)
		p.turn()
	}
	table := digests(p.history)
	c := table.Open(view.Reader{})
	if _, ok := c.Next(); !ok {
		t.Fatal("no row")
	}
	clock.advance(2 * time.Hour)
	p.turn()
	if n := len(starts(t, table, view.Reader{})); n != 5 {
		t.Errorf("%d windows after the merge", n)
	}
	n := 1
	for _, ok := c.Next(); ok; _, ok = c.Next() {
		n++
	}
	if err := c.Close(); n != 5 || err != nil {
		t.Errorf("the read that was open sees %d windows, %v", n, err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(filepath.Join(dir, digestTable))
	if err != nil || len(left) != 1 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// A file that cannot be opened is an error of the read, not rows that are missing.
func TestUnreadableFile(t *testing.T) {
	dir, clock := t.TempDir(), newClock()
	p := newProgram(t, clock, Options{Dir: dir})
	defer p.close()
	p.run("SELECT 1", time.Millisecond)
	p.turn()
	for _, s := range p.history.series {
		for i := range s.table.files {
			path := s.table.files[i].path
			defer func() { s.table.files[i].path = path }()
			s.table.files[i].path = filepath.Join(path, "beneath a file")
		}
	}
	c := digests(p.history).Open(view.Reader{})
	if row, ok := c.Next(); ok {
		t.Errorf("a row: %v", row)
	}
	if err := c.Close(); err == nil {
		t.Error("no error")
	}
}
