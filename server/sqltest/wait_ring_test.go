package sqltest_test

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/internal/racetest"
)

// ringStep is what a session of TestWaitsEnd does; $m is its table, $n a number that no other uses.
type ringStep struct {
	name       string
	statements []string
}

// ringHolds are what a session has before it wants something more.
var ringHolds = []ringStep{
	{"nothing", nil},
	{"LOCK TABLES WRITE", []string{"LOCK TABLES $m WRITE"}},
	{"LOCK TABLES READ", []string{"LOCK TABLES $m READ"}},
	{"read lock", []string{"FLUSH TABLES WITH READ LOCK"}},
	{"backup lock", []string{"LOCK INSTANCE FOR BACKUP"}},
	{"change", []string{"START TRANSACTION", "INSERT INTO $m VALUES ($n)"}},
	{"read", []string{"START TRANSACTION", "SELECT * FROM $m"}},
	{"user lock", []string{"DO GET_LOCK('$m', -1)"}},
}

var ringWants = []ringStep{
	{"collection", []string{"CALL dolt_gc()"}},
	{"LOCK TABLES WRITE", []string{"LOCK TABLES $m WRITE"}},
	{"LOCK TABLES READ", []string{"LOCK TABLES $m READ"}},
	{"read lock", []string{"FLUSH TABLES WITH READ LOCK"}},
	{"read only", []string{"SET GLOBAL read_only = 0"}},
	{"backup lock", []string{"LOCK INSTANCE FOR BACKUP"}},
	{"change", []string{"INSERT INTO $m VALUES ($n)"}},
	{"change of a trigger", []string{"INSERT INTO t$m VALUES ($n)"}},
	{"change of a procedure", []string{"CALL p$m($n)"}},
	{"definition", []string{"ALTER TABLE $m COMMENT 'c$n'"}},
	{"new table", []string{"CREATE TABLE n$n (a INT)"}},
	{"new branch", []string{"CALL dolt_branch('b$n')"}},
	{"branch to work on", []string{"CALL dolt_checkout('-b', 'c$n')"}},
	{"commit of Dolt's", []string{"CALL dolt_commit('--allow-empty', '-Am', 'all')"}},
	{"user lock", []string{"DO GET_LOCK('$m', -1)"}},
}

// One in so many of the cases is run, with a collection and without one: all of them take minutes.
const (
	collectingShare = 5
	ringShare       = 20
)

// allRings runs all cases.
var allRings = flag.Bool("all-rings", false, "run all cases of TestWaitsEnd, in some ten minutes")

// ringAllowed are the errors that a statement may end in; those who wait in a ring are told of it at once.
var ringAllowed = []uint16{1099, 1100, 1192, 1205, 1213, 1223, 1412, 3058}

// ringSession is one of two sessions. A goroutine of its own runs its statements.
type ringSession struct {
	conn *sql.Conn
	run  chan []string
	done chan error
}

func newRingSession(ctx context.Context, t *testing.T, db *sql.DB) *ringSession {
	conn, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	s := &ringSession{conn, make(chan []string), make(chan error, 1)}
	t.Cleanup(func() { close(s.run) })
	go func() {
		for statements := range s.run {
			var err error
			for _, q := range statements {
				if _, err = conn.ExecContext(ctx, q); err != nil {
					err = fmt.Errorf("%s: %w", q, err)
					break
				}
			}
			s.done <- err
		}
	}()
	return s
}

func (s ringStep) of(table string, n int) (out []string) {
	r := strings.NewReplacer("$m", table, "$n", fmt.Sprint(n))
	for _, q := range s.statements {
		out = append(out, r.Replace(q))
	}
	return out
}

// TestWaitsEnd has two sessions that each have a lock or a transaction want what the other has, in all
// orders: the wait of one ends by an error at once, or when the other ends, and a garbage collection
// waits for nobody who waits. In short mode it runs a tenth of the cases. It is not parallel: the servers
// of a process share a directory for temporary files, and a collection fails if the server that owns
// it closes meanwhile. Under the race detector it runs no collection: that finds races of Dolt's own where
// sessions work beside one, as it reads what they share (docs/upstream.md).
func TestWaitsEnd(t *testing.T) {
	db := open(t, dial(start(t)))
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute) // that nobody waits for ever
	defer cancel()
	mustExec(t, db, "CREATE DATABASE ring")
	_, do := connectRoot(t, db)
	do("USE ring")
	for _, m := range []string{"a", "b"} {
		do("CREATE TABLE "+m+" (x INT PRIMARY KEY)", "CREATE TABLE t"+m+" (x INT PRIMARY KEY)",
			"CREATE PROCEDURE p"+m+"(v INT) INSERT INTO "+m+" VALUES (v)",
			"CREATE TRIGGER g"+m+" BEFORE INSERT ON t"+m+" FOR EACH ROW INSERT INTO "+m+" VALUES (NEW.x)")
	}
	do("CALL dolt_commit('-Am', 'begin')")
	watcher, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer watcher.Close()
	one, two := newRingSession(ctx, t, db), newRingSession(ctx, t, db)
	n, seen, tenth := 0, [2]int{}, 0
	for i, first := range ringHolds {
		for _, second := range ringHolds[i:] {
			for _, x := range ringWants {
				for _, y := range ringWants {
					kind, share := 0, ringShare
					if x.name == "collection" || y.name == "collection" {
						if kind, share = 1, collectingShare; racetest.Enabled {
							continue
						}
					}
					if seen[kind]++; seen[kind]%share != 0 && !*allRings {
						continue
					}
					if tenth++; testing.Short() && tenth%10 != 0 {
						continue
					}
					n += 4
					name := fmt.Sprintf("%s, then %s, beside %s, then %s", first.name, x.name, second.name, y.name)
					if failed := ringCase(ctx, watcher, one, two, first.of("a", n), second.of("b", n+1), x.of("b", n+2), y.of("a", n+3)); failed != nil {
						t.Fatalf("%s: %v", name, failed)
					}
				}
			}
		}
	}
	do("SELECT x FROM a UNION SELECT x FROM b UNION SELECT x FROM ta UNION SELECT x FROM tb") // what collections have kept
}

// ringCase has both sessions take what they hold and want, and give it back.
func ringCase(ctx context.Context, watcher *sql.Conn, one, two *ringSession, first, second, x, y []string) error {
	release := []string{"ROLLBACK", "UNLOCK TABLES", "UNLOCK INSTANCE", "DO RELEASE_ALL_LOCKS()"}
	check := func(err error) error {
		var e *mysql.MySQLError
		if errors.As(err, &e) && slices.Contains(ringAllowed, e.Number) {
			return nil
		}
		return err
	}
	begin := []string{"USE ring"}
	one.run <- append(begin, first...)
	failed := check(<-one.done)
	two.run <- append(begin, second...)
	waits := false // the second waits for what the first has
	for ended := false; !ended && !waits; runtime.Gosched() {
		select {
		case err := <-two.done:
			failed, ended = errors.Join(failed, check(err)), true
		default:
			var pending int
			if err := watcher.QueryRowContext(ctx, "SELECT COUNT(*) FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING'").Scan(&pending); err != nil {
				return err
			}
			waits = pending > 0
		}
	}
	one.run <- x
	if !waits {
		two.run <- y
	}
	var errs [2]error
	for range 2 { // who has ended gives back what it has, and ends the other's wait
		select {
		case errs[0] = <-one.done:
			one.run <- release
			failed = errors.Join(failed, check(errs[0]), <-one.done)
		case errs[1] = <-two.done:
			two.run <- release
			failed = errors.Join(failed, check(errs[1]), <-two.done)
		}
	}
	for i, want := range [][]string{x, y} {
		// What a trigger has changed so far only its statement knows; the second may wait for its hold.
		var e *mysql.MySQLError
		if errors.As(errs[i], &e) && strings.HasPrefix(want[0], "CALL dolt_gc") && e.Number == 1205 {
			other, its := [][]string{y, x}[i][0], [][]string{second, first}[i]
			// GET_LOCK() of a transaction that has used a table may be called for each of its rows.
			reads := strings.HasPrefix(other, "DO GET_LOCK") && len(its) > 0 && its[0] == "START TRANSACTION"
			if other != want[0] && !strings.HasPrefix(other, "INSERT INTO t") && !reads {
				failed = errors.Join(failed, e)
			}
		}
	}
	return failed
}
