//go:build unix

package history

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// limitFiles has every write fail that would make a file longer than so many bytes, as on
// a disk that is full: some of a file is there by then. It gives how to take that back.
func limitFiles(t *testing.T, bytes uint64) (unlimit func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	set := func(cur uint64) {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: cur, Max: before.Max}); err != nil {
			t.Fatal(err)
		}
	}
	set(bytes)
	return func() { set(before.Cur) }
}

// limited carries out a test in a process of its own: the limit is the process's.
func limited(t *testing.T, test func(dir string)) {
	t.Helper()
	const name = "HISTORY_FULL_DISK"
	if os.Getenv(name) != "" {
		test(t.TempDir())
		return
	}
	c := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	c.Env = append(os.Environ(), name+"=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// On a disk that stays full each table is told of once, however often the window that is
// open is written in vain, and again when it fails after it went well.
func TestFullDiskWithSync(t *testing.T) { limited(t, func(dir string) { stayFull(t, dir) }) }

func stayFull(t *testing.T, dir string) {
	t.Helper()
	p := newProgram(t, newClock(), Options{Dir: dir, EventEvery: 1, Sync: true})
	defer p.close()
	times := 1
	for range 2 {
		p.run("SELECT 1", time.Millisecond)
		p.keepOpen()
		unlimit := limitFiles(t, 100)
		for range 3 {
			p.run("SELECT 1", time.Millisecond)
			p.keepOpen()
		}
		unlimit()
		for _, table := range []string{digestTable, profilesTable} {
			if n := strings.Count(p.log.String(), "table="+table+" "); n != times && table == digestTable || n != 1 && table == profilesTable {
				t.Errorf("%s was told of %d times:\n%s", table, n, p.log.String())
			}
		}
		times++
	}
	p.turn()
	if n := sums(p.history, digestTable, "DIGEST_TEXT", "COUNT_STAR")["SELECT ?"]; n != 8 {
		t.Errorf("%d statements, want 8", n)
	}
	if n, _ := total(p.history, profilesTable, ""); n != 8 {
		t.Errorf("%v profiles, want 8", n)
	}
	// What cannot be written until the window ends is lost, and counted; what could is not.
	p.run("SELECT 1", time.Millisecond)
	p.keepOpen()
	unlimit := limitFiles(t, 100)
	p.run("SELECT 1", time.Millisecond)
	p.run("SELECT 1", time.Millisecond)
	p.turn()
	unlimit()
	for _, s := range p.history.Status() {
		if s.Table == profilesTable && (s.Rows != 9 || s.Lost != 2) {
			t.Errorf("%+v", s)
		}
	}
	if n, _ := total(p.history, profilesTable, ""); n != 9 {
		t.Errorf("%v profiles, want 9", n)
	}
}

// Where nothing happens after a full disk had room again, no table goes on saying that it
// cannot be written; while it is full each does, though nothing is to be written.
func TestRoomAgain(t *testing.T) { limited(t, func(dir string) { haveRoom(t, dir) }) }

func haveRoom(t *testing.T, dir string) {
	t.Helper()
	p := newProgram(t, newClock(), Options{Dir: dir, EventEvery: 1})
	defer p.close()
	failing := func() (tables []string) {
		for _, s := range p.history.Status() {
			if s.Failing {
				tables = append(tables, s.Table)
			}
		}
		return tables
	}
	unlimit := limitFiles(t, 100)
	p.run("SELECT 1", time.Millisecond)
	p.turn()
	first := failing()
	p.turn()
	if again := failing(); len(again) < len(first) || !slices.Contains(again, profilesTable) {
		t.Errorf("failing: %v, then %v", first, again)
	}
	unlimit()
	p.turn()
	if left := failing(); len(left) > 0 {
		t.Errorf("still failing: %v", left)
	}
	if n := strings.Count(p.log.String(), "events can be written again\" table="+profilesTable); n != 1 {
		t.Errorf("told of %d times:\n%s", n, p.log.String())
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*", aside+"*")); err != nil || len(left) != 0 {
		t.Errorf("%v are left over, %v", left, err)
	}
}

// On a full disk what was finished stays, the window stays open and is told of once, events
// are counted that are lost, and nothing is left over; when there is room again the window
// has all of it.
func TestFullDisk(t *testing.T) { limited(t, func(dir string) { fillUp(t, dir) }) }

func fillUp(t *testing.T, dir string) {
	t.Helper()
	p := newProgram(t, newClock(), Options{Dir: dir, EventEvery: 1})
	defer p.close()
	p.run("SELECT 1", time.Millisecond)
	p.turn()
	for _, most := range []uint64{0, 1, 100, 3000} { // files are about 8 KB
		unlimit := limitFiles(t, most)
		p.run("SELECT 1", time.Millisecond)
		_ = p.schema.Read().Truncate("events_statements_summary_by_digest")
		p.turn()
		unlimit()
		for _, s := range p.history.Status() {
			if (s.Table == digestTable || s.Table == profilesTable) && (!s.Failing || s.LastFailure == "" || s.LastFailureTime.IsZero()) {
				t.Errorf("with %d bytes: %+v", most, s)
			}
		}
		if left, err := filepath.Glob(filepath.Join(dir, "*", aside+"*")); err != nil || len(left) != 0 {
			t.Errorf("with %d bytes %v are left over, %v", most, left, err)
		}
		if n := sums(p.history, digestTable, "DIGEST_TEXT", "COUNT_STAR")["SELECT ?"]; n != 1 {
			t.Errorf("%d statements are in the files that were finished", n)
		}
	}
	for _, table := range []string{digestTable, profilesTable} {
		if n := strings.Count(p.log.String(), "table="+table+" "); n != 1 {
			t.Errorf("%s was told of %d times:\n%s", table, n, p.log.String())
		}
	}
	p.run("SELECT 1", time.Millisecond)
	p.turn()
	if n := sums(p.history, digestTable, "DIGEST_TEXT", "COUNT_STAR")["SELECT ?"]; n != 6 {
		t.Errorf("%d statements, want 6", n)
	}
	if n, _ := total(p.history, profilesTable, ""); n != 2 {
		t.Errorf("%v profiles, want 2", n)
	}
	for _, s := range p.history.Status() {
		if s.Failing || len(s.Damaged) != 0 || s.Table == profilesTable && s.Lost != 4 || s.Table == digestTable && s.Lost != 0 {
			t.Errorf("%+v", s)
		}
	}
}
