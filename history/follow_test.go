package history

import (
	"sync"
	"testing"
	"time"
)

// told keeps what a follower is told, and holds what it is to.
type told struct {
	mu      sync.Mutex
	windows map[string]map[time.Time]int
	holds   bool
}

func (f *told) Written(table string, windows []Window) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.windows[table] == nil {
		f.windows[table] = make(map[time.Time]int)
	}
	for _, w := range windows {
		f.windows[table][w.Start] += w.Rows
	}
}

func (f *told) Holds(string, time.Time) bool { return f.holds }

// A follower is told of each window and each part of one, as the files have them then; what
// it holds is merged, and not folded before it holds it no longer.
func TestFollower(t *testing.T) {
	f := &told{windows: make(map[string]map[time.Time]int), holds: true}
	p := newProgram(t, newClock(), Options{Dir: t.TempDir(), Follower: f, FoldAge: time.Hour, EventEvery: 1})
	for range 5 {
		for n := range 4 {
			p.run("SELECT 1", time.Second)
			if n == 2 {
				p.history.options.Profiler.Collect()
				p.history.events.turn(false) // in the middle of the window
			}
		}
		p.turn()
	}
	d, err := OpenDirectory(p.history.options.Dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	folded := func() (n int) {
		for _, name := range []string{digestTable, profilesTable} {
			found := make(map[time.Time]int)
			if err := d.Windows(t.Context(), name, func(w Window) error {
				if w.Folded {
					n++
				}
				found[w.Start] += w.Rows
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			for start, rows := range f.windows[name] {
				if n == 0 && found[start] != rows {
					t.Errorf("%s, %v: %d rows, told %d", name, start, found[start], rows)
				}
			}
			if len(f.windows[name]) < 5 || n == 0 && len(found) != len(f.windows[name]) {
				t.Errorf("%s: %d windows, told %d", name, len(found), len(f.windows[name]))
			}
		}
		return n
	}
	if len(f.windows[profilesTable]) < 10 {
		t.Errorf("%d windows of profiles", len(f.windows[profilesTable]))
	}
	folded()
	p.clock.advance(5 * time.Hour)
	for range 3 {
		p.turn()
	}
	if folded() != 0 {
		t.Error("what is held is folded")
	}
	f.holds = false
	for range 3 {
		p.turn()
	}
	if folded() != 1 {
		t.Error("what is held no more is not folded")
	}
	if hour, ok, err := d.Oldest(digestTable); !ok || err != nil || hour.Hour() != 10 {
		t.Error(hour, ok, err)
	}
	p.close()
}
