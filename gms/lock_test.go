package gms_test

import (
	"context"
	"database/sql"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// background is how a query ended that ran while others did.
type background struct {
	rows [][]string
	err  error
}

func (s *testServer) start(ctx context.Context, c *sql.Conn, query string) <-chan background {
	done := make(chan background, 1)
	go func() {
		r, err := tryRows(ctx, c, query)
		done <- background{r, err}
	}()
	return done
}

// locks gives the locks shown.
func (s *testServer) locks() (out []record.MetadataLockInfo) {
	return slices.Collect(s.schema.Read().MetadataLocks())
}

// await waits until something is so.
func await(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !is(); runtime.Gosched() {
		if time.Now().After(end) {
			t.Fatalf("never came: %s", what)
		}
	}
}

// awaitLocks waits until so many locks have the status.
func (s *testServer) awaitLocks(t *testing.T, n int, status record.MetadataLockStatus) {
	t.Helper()
	await(t, status.String(), func() bool {
		found := 0
		for _, l := range s.locks() {
			if l.Status == status {
				found++
			}
		}
		return found == n
	})
}

func TestUserLockIsShown(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	a, b := s.connect(t, "root", ""), s.connect(t, "root", "")
	holder, waiter := s.thread(t, a), s.thread(t, b)
	get := func(c *sql.Conn, query, want string) {
		t.Helper()
		if got := rows(t, c, "SELECT "+query)[0][0]; got != want {
			t.Errorf("%s gives %s, want %s", query, got, want)
		}
	}
	get(a, "GET_LOCK('x', 0)", "1")
	get(a, "GET_LOCK('x', 0)", "1")
	get(a, "GET_LOCK('y', -1)", "1")
	get(a, "GET_LOCK(NULL, 1)", "NULL")
	get(a, "GET_LOCK('z', NULL)", "NULL")
	get(b, "GET_LOCK('x', 0)", "0")
	if l := s.locks(); len(l) != 2 || l[0].Name != "x" || l[0].ThreadID != holder.ID() || l[0].Status != record.MetadataGranted || l[0].EventID == 0 {
		t.Fatalf("%+v", l)
	}
	if src := s.locks()[0].Source(); src.File != "user_lock.go" {
		t.Errorf("asked for in %s", src)
	}

	result := s.start(t.Context(), b, "SELECT GET_LOCK('x', 60)")
	s.awaitLocks(t, 1, record.MetadataPending)
	for _, l := range s.locks() {
		if pending := l.Status == record.MetadataPending; pending != (l.ThreadID == waiter.ID()) || pending && l.Name != "x" {
			t.Errorf("%+v", l)
		}
	}
	// Taken twice: the first release frees nothing.
	get(a, "RELEASE_LOCK('x')", "1")
	get(a, "IS_USED_LOCK('x') = CONNECTION_ID()", "1")
	s.awaitLocks(t, 2, record.MetadataGranted)
	get(a, "RELEASE_LOCK('x')", "1")
	if r := <-result; r.err != nil || r.rows[0][0] != "1" {
		t.Errorf("the waiter got %+v", r)
	}
	for _, l := range s.locks() {
		if l.Status != record.MetadataGranted || (l.Name == "x") != (l.ThreadID == waiter.ID()) {
			t.Errorf("%+v", l)
		}
	}
	get(a, "RELEASE_LOCK('x')", "0")
	get(a, "RELEASE_LOCK('none')", "NULL")
	get(a, "RELEASE_LOCK(NULL)", "NULL")
	get(a, "RELEASE_ALL_LOCKS()", "1")
	if l := s.locks(); len(l) != 1 || l[0].Name != "x" {
		t.Errorf("%+v", l)
	}
}

func TestUserLocksEndWithTheConnection(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	a, b := s.connect(t, "root", ""), s.connect(t, "root", "")
	if rows(t, a, "SELECT GET_LOCK('x', 0), GET_LOCK('y', 0)")[0][1] != "1" {
		t.Fatal("no lock")
	}
	result := s.start(t.Context(), b, "SELECT GET_LOCK('x', 60)")
	s.awaitLocks(t, 1, record.MetadataPending)
	s.hangUp(t, a)
	if r := <-result; r.err != nil || r.rows[0][0] != "1" {
		t.Errorf("the waiter got %+v", r)
	}
	if l := s.locks(); len(l) != 1 || l[0].Name != "x" || l[0].Status != record.MetadataGranted {
		t.Errorf("%+v", l)
	}
}

// The wait is an event of the connection's Thread, in the stage User lock.
func TestUserLockWaitIsAnEvent(t *testing.T) {
	s := startServer(t, everythingOn(t))
	a, b := s.connect(t, "root", ""), s.connect(t, "root", "")
	holder, waiter := s.thread(t, a), s.thread(t, b)
	lockWaits := func(events []record.WaitEvent) (out []record.WaitEvent) {
		for _, e := range events {
			if strings.HasPrefix(e.EventName, "wait/lock/metadata/") {
				out = append(out, e)
			}
		}
		return out
	}
	rows(t, a, "SELECT GET_LOCK('x', 0)")
	result := s.start(t.Context(), b, "SELECT GET_LOCK('x', 60)")
	s.awaitLocks(t, 1, record.MetadataPending)
	var running []record.WaitEvent
	await(t, "wait event", func() bool {
		running = lockWaits(waiter.WaitsCurrent())
		return len(running) > 0
	})
	if len(running) != 1 || !running[0].Running || running[0].ObjectName != "x" || running[0].ObjectType != "USER LEVEL LOCK" {
		t.Errorf("%+v", running)
	}
	if state := waiter.Info().State; state != "User lock" {
		t.Errorf("the waiter's state is %q", state)
	}
	rows(t, a, "SELECT RELEASE_LOCK('x')")
	if r := <-result; r.err != nil {
		t.Error(r.err)
	}
	h := lockWaits(waiter.WaitsHistory())
	if len(h) != 1 || h[0].Running || h[0].NestingType != record.EventStage || h[0].TimerWait < running[0].TimerWait {
		t.Errorf("%+v", h)
	}
	for _, e := range waiter.StagesHistory() {
		if len(h) == 1 && e.EventID == h[0].NestingEventID && e.EventName != "stage/sql/User lock" {
			t.Errorf("the wait is part of %s", e.EventName)
		}
	}
	if e := lockWaits(holder.WaitsHistory()); len(e) != 0 {
		t.Errorf("the holder waited: %+v", e)
	}

	// A result of several rows is read and sent by goroutines of its own.
	rows(t, b, "SELECT RELEASE_LOCK('x')")
	rows(t, a, "SELECT GET_LOCK('x', 0) FROM (SELECT 1 AS a UNION SELECT 2) t")
	result = s.start(t.Context(), b, "SELECT GET_LOCK('x', 60) FROM (SELECT 1 AS a UNION SELECT 2) t")
	s.awaitLocks(t, 1, record.MetadataPending)
	await(t, "state User lock", func() bool { return waiter.Info().State == "User lock" })
	rows(t, a, "SELECT RELEASE_ALL_LOCKS()")
	if r := <-result; r.err != nil || len(r.rows) != 2 || r.rows[1][0] != "1" {
		t.Errorf("the waiter got %+v", r)
	}
	for _, l := range s.locks() {
		if l.ThreadID != waiter.ID() {
			t.Errorf("%+v", l)
		}
	}
}

func TestUserLockTimesOut(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	a, b := s.connect(t, "root", ""), s.connect(t, "root", "")
	rows(t, a, "SELECT GET_LOCK('x', 0)")
	if r := rows(t, b, "SELECT GET_LOCK('x', 1)"); r[0][0] != "0" {
		t.Errorf("the waiter got %v", r)
	}
	if l := s.locks(); len(l) != 1 || l[0].Status != record.MetadataGranted {
		t.Errorf("%+v", l)
	}
}

// KILL QUERY ends a wait that has no end of its own, and KILL one whose
// connection it ends.
func TestUserLockWaitIsKilled(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	a := s.connect(t, "root", "")
	rows(t, a, "SELECT GET_LOCK('x', 0)")
	for _, kill := range []string{"KILL QUERY ", "KILL "} {
		b := s.connect(t, "root", "")
		id := rows(t, b, "SELECT CONNECTION_ID()")[0][0]
		result := s.start(t.Context(), b, "SELECT GET_LOCK('x', -1)")
		s.awaitLocks(t, 1, record.MetadataPending)
		mustExec(t, a, kill+id)
		r := <-result
		var e *mysql.MySQLError
		if r.err == nil || kill == "KILL QUERY " && (!errors.As(r.err, &e) || e.Number != 1317) {
			t.Errorf("%s: the waiter got %+v", kill, r)
		}
		s.awaitLocks(t, 0, record.MetadataPending)
	}
	if l := s.locks(); len(l) != 1 || l[0].Status != record.MetadataGranted {
		t.Errorf("%+v", l)
	}
}

// The engine still knows the functions for what they are.
func TestUserLockFunctionsAreTheEngines(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connect(t, "root", "shop")
	for _, f := range []string{"GET_LOCK('x', 0)", "RELEASE_LOCK('x')", "RELEASE_ALL_LOCKS()"} {
		if _, _, message := errorOf(t, c, "CREATE TABLE checked (a INT CHECK ("+f+" = 1))"); !strings.Contains(message, "not supported") {
			t.Errorf("%s in a constraint: %s", f, message)
		}
	}
	if _, _, message := errorOf(t, c, "SELECT GET_LOCK(1, 0)"); !strings.Contains(message, "Illegal parameter data type") {
		t.Error(message)
	}
	// The analyzer computes what has no columns in it.
	if n := rows(t, c, "SELECT COUNT(*) FROM (SELECT 1 AS a) t WHERE GET_LOCK('x', 0) = 1")[0][0]; n != "1" || len(s.locks()) != 1 {
		t.Errorf("%s rows; %+v", n, s.locks())
	}
	if n := rows(t, c, "SELECT COUNT(*) FROM (SELECT 'x' AS a) t WHERE RELEASE_LOCK(a)")[0][0]; n != "1" || len(s.locks()) != 0 {
		t.Errorf("%s rows; %+v", n, s.locks())
	}
}
