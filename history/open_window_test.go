package history

import (
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/racetest"
)

// afterKill is a history of the files as a kill at this moment would leave them.
func afterKill(t *testing.T, dir string, clock *fakeClock) *program {
	t.Helper()
	left := t.TempDir()
	if err := os.CopyFS(left, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return newProgram(t, clock, Options{Dir: left, MaxAge: -1})
}

// keepOpen has all that has happened so far survive a kill, as SyncInterval does.
func (p *program) keepOpen() {
	p.history.keepOpen()
	p.history.events.turn(false)
}

// Whenever the process is killed, what was written last of the window that is open is
// there, once, beside the windows that have ended: sums and single events, with TRUNCATE
// and a clock that is set in between.
func TestSyncKeepsTheOpenWindow(t *testing.T) {
	racetest.SkipAlone(t)
	random := rand.New(rand.NewPCG(19, 3))
	dir, clock := t.TempDir(), newClock()
	p := newProgram(t, clock, Options{Dir: dir, EventEvery: 1, Sync: true, MaxAge: -1})
	defer p.close()
	ran, kept := uint64(0), uint64(0)
	for step := range 120 {
		switch random.IntN(8) {
		case 0:
			p.turn()
			kept = ran
		case 1, 2:
			p.clock.advance(SyncInterval)
			p.keepOpen()
			kept = ran
		case 3:
			_ = p.schema.Read().Truncate("events_statements_summary_by_digest")
		case 4:
			if random.IntN(4) == 0 {
				clock.set(time.Duration(random.IntN(600)-300) * time.Second)
			}
		default:
			p.run("SELECT 1", time.Millisecond)
			ran++
		}
		if step%6 != 0 {
			continue
		}
		after := afterKill(t, dir, clock)
		if n := sums(after.history, digestTable, "DIGEST_TEXT", "COUNT_STAR")["SELECT ?"]; n != kept {
			t.Fatalf("step %d: %d statements by digest, want %d of %d", step, n, kept, ran)
		}
		if n, _ := total(after.history, profilesTable, ""); uint64(n) != kept {
			t.Fatalf("step %d: %v profiles, want %d of %d", step, n, kept, ran)
		}
		rows, columns := rowsOf(after.history, digestTable)
		for _, row := range rows {
			from, to := row[columnOf(columns, "WINDOW_START")].(time.Time), row[columnOf(columns, "WINDOW_END")].(time.Time)
			if !from.Before(to) {
				t.Errorf("a window from %v to %v", from, to)
			}
		}
		after.close()
		if left := openFiles(t, filepath.Dir(filepath.Dir(after.history.series[0].table.dir))); len(left) != 0 {
			t.Errorf("left over: %v", left)
		}
	}
	if kept == 0 || kept == ran {
		t.Errorf("%d of %d were kept", kept, ran)
	}
}

// openFiles are the files of windows that are open below a directory.
func openFiles(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "*", openName+"*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Without Sync nothing is written of a window that is open, nor by a history that ends.
func TestNothingIsOpenWithoutSync(t *testing.T) {
	dir := t.TempDir()
	p := newProgram(t, newClock(), Options{Dir: dir, EventEvery: 1})
	p.run("SELECT 1", time.Millisecond)
	p.history.events.turn(false)
	if left := openFiles(t, dir); len(left) != 0 {
		t.Errorf("%v", left)
	}
	p.turn()
	p.close()
	if left := openFiles(t, dir); len(left) != 0 {
		t.Errorf("%v", left)
	}
}

// What is torn of the window that was open, as where the machine lost its power, is told of
// and kept beside; every window that had ended is there, and the history goes on.
func TestTornOpenWindow(t *testing.T) {
	for _, size := range []int64{0, 3, 200, -1} {
		dir, clock := t.TempDir(), newClock()
		p := newProgram(t, clock, Options{Dir: dir, Sync: true})
		p.run("SELECT 1", time.Millisecond)
		p.turn()
		p.run("SELECT 1", time.Millisecond)
		p.keepOpen()
		path := filepath.Join(dir, digestTable, openName)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if size < 0 {
			size = info.Size() + size
		}
		left := t.TempDir()
		if err := os.CopyFS(left, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		p.close()
		if err := os.Truncate(filepath.Join(left, digestTable, openName), size); err != nil {
			t.Fatal(err)
		}
		after := newProgram(t, clock, Options{Dir: left, Sync: true})
		if !strings.Contains(after.log.String(), "a window was open when the server ended") { // of other tables
			t.Error(after.log.String())
		}
		after.run("SELECT 1", time.Millisecond)
		after.turn()
		if n := sums(after.history, digestTable, "DIGEST_TEXT", "COUNT_STAR")["SELECT ?"]; n != 2 {
			t.Errorf("with %d bytes: %d statements", size, n)
		}
		for _, s := range after.history.Status() {
			if s.Table == digestTable && (len(s.Damaged) != 1 || !strings.HasSuffix(s.Damaged[0], ".damaged")) {
				t.Errorf("with %d bytes: %+v", size, s)
			}
		}
		if _, err := os.Stat(filepath.Join(left, digestTable, openName+".damaged")); err != nil {
			t.Error(err)
		}
		after.close()
	}
}

// Events that cannot be written are tried again, with what comes, until the window ends;
// then they are lost and counted, but for what was written before.
func TestSyncOfUnwritableEvents(t *testing.T) {
	dir, clock := t.TempDir(), newClock()
	p := newProgram(t, clock, Options{Dir: dir, EventEvery: 1, Sync: true})
	defer p.close()
	path := filepath.Join(dir, profilesTable)
	away := func(away bool) {
		from, to := path, path+".away"
		if !away {
			from, to = to, from
		}
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	step := func() {
		p.run("SELECT 1", time.Millisecond)
		p.clock.advance(SyncInterval)
		p.history.events.turn(false)
	}
	lost := func() uint64 {
		for _, s := range p.history.Status() {
			if s.Table == profilesTable {
				return s.Lost
			}
		}
		return 0
	}
	away(true)
	step()
	away(false)
	step()
	p.history.events.turn(true)
	if n, _ := total(p.history, profilesTable, ""); n != 2 || lost() != 0 {
		t.Errorf("%v profiles, %d lost, want both", n, lost())
	}
	step()
	away(true)
	step()
	away(false)
	p.history.events.end(clock.Wall(), -1)
	if n, _ := total(p.history, profilesTable, ""); n != 3 || lost() != 1 {
		t.Errorf("%v profiles, %d lost, want 3 and 1", n, lost())
	}
}

// runUntilKilled keeps windows with Sync and says, a byte each, how many statements are
// kept for sure; windows end, too.
func runUntilKilled(t *testing.T, dir string) {
	p := newProgram(t, newClock(), Options{Dir: dir, EventEvery: 1, Sync: true, MaxAge: -1})
	p.history.options.Logger = slog.New(slog.DiscardHandler)
	for i := 0; ; i++ {
		p.run("SELECT 1", time.Millisecond)
		if i%5 == 4 {
			p.turn()
		} else {
			p.keepOpen()
		}
		_, _ = os.Stdout.Write([]byte{'.'})
	}
}

// A process that is killed at any moment has lost nothing that was kept of the window that
// was open, and keeps nothing twice.
func TestKillWithSync(t *testing.T) {
	const name = "HISTORY_SYNC_KILL_DIR"
	if dir := os.Getenv(name); dir != "" {
		runUntilKilled(t, dir)
	}
	dir := t.TempDir()
	var said [2]int // of statements by digest, of profiles
	for range 5 {
		c := exec.Command(os.Args[0], "-test.run=^TestKillWithSync$")
		c.Env = append(os.Environ(), name+"="+dir)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		some := make([]byte, 1)
		for range 1 + rand.IntN(12) {
			if _, err := out.Read(some); err != nil {
				t.Fatal(err)
			}
			said[0], said[1] = said[0]+1, said[1]+1
		}
		for range rand.IntN(1 << 18) { // some time
			_ = os.Getpid
		}
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for {
			n, err := out.Read(some)
			if err != nil {
				break
			}
			said[0], said[1] = said[0]+n, said[1]+n
		}
		_ = c.Wait()

		p := newProgram(t, newClock(), Options{Dir: dir, MaxAge: -1})
		statements := sums(p.history, digestTable, "DIGEST_TEXT", "COUNT_STAR")["SELECT ?"]
		profiles, _ := total(p.history, profilesTable, "")
		p.close()
		for i, n := range []int{int(statements), int(profiles)} {
			// One may be written that was not said.
			if n < said[i] || n > said[i]+1 {
				t.Errorf("%d statements and %v profiles, want %v or one more", statements, profiles, said)
			}
			said[i] = n
		}
		for _, s := range p.history.Status() {
			if len(s.Damaged) > 0 {
				t.Errorf("damaged: %v", s.Damaged)
			}
		}
	}
}

// follower notes what it is told of.
type follower struct {
	mu   sync.Mutex
	told map[string][]Window
}

// Written implements Follower.
func (f *follower) Written(table string, windows []Window) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.told[table] = append(f.told[table], windows...)
}

// Holds implements Follower.
func (f *follower) Holds(string, time.Time) bool { return false }

// Who follows is told of the windows that the files have, once each, with Sync and without.
func TestFollowerIsToldOfOpenWindows(t *testing.T) {
	for _, with := range []bool{false, true} {
		dir, told := t.TempDir(), &follower{told: make(map[string][]Window)}
		p := newProgram(t, newClock(), Options{Dir: dir, EventEvery: 1, Sync: with, Follower: told})
		for range 4 {
			for range 3 {
				p.run("SELECT 1", time.Millisecond)
				p.clock.advance(SyncInterval)
				p.history.events.turn(false)
				p.history.events.turn(false) // nothing more has come
				if with {
					p.history.keepOpen()
				}
			}
			p.turn()
		}
		p.close()
		d, err := OpenDirectory(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range []string{digestTable, profilesTable} {
			var want []Window
			if err := d.Windows(t.Context(), table, func(w Window) error { want = append(want, w); return nil }); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(told.told[table], want) || len(want) < 4 {
				t.Errorf("Sync %v: of %s told is %v, there are %v", with, table, told.told[table], want)
			}
		}
	}
}
