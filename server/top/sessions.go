package top

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
)

// session is a connection, and what its thread does.
type session struct {
	thread, connection             uint64
	user, host, db, command, state string
	seconds, memory, examined      float64
	statement                      string
	waitsFor                       string
	object                         string // OBJECT_INSTANCE_BEGIN of what it waits for
	heldBy                         []uint64
}

func (s *session) working() bool {
	return s.command != "Sleep" && s.command != "Daemon" && s.command != "Binlog Dump"
}

const (
	// maxHolders is how many are told that hold up one session.
	maxHolders = 32
	// maxLocks is how many locks on one object are looked at.
	maxLocks = 1 << 10
)

// hold notes a thread that holds the session up.
func (s *session) hold(thread uint64) {
	if len(s.heldBy) < maxHolders && !slices.Contains(s.heldBy, thread) {
		s.heldBy = append(s.heldBy, thread)
	}
}

// readSessions reads who is connected, but for the connection that asks. The tables are
// read one after the other: a lock that was let go in between is missing.
func (s *server) readSessions(ctx context.Context, r *reading) error {
	list, err := s.threads(ctx)
	if err != nil {
		return err
	}
	byThread := make(map[uint64]*session)
	byConnection := make(map[uint64]*session)
	for _, e := range list {
		byThread[e.thread], byConnection[e.connection] = e, e
	}
	if s.off || !s.has("threads") {
		r.notes = append(r.notes, "performance_schema is OFF, or not to be read: what sessions wait for, and who holds it, is not known.")
	} else {
		err := s.readWaits(ctx, r, byThread)
		if err != nil {
			return err
		}
	}
	if err := s.readRowLocks(ctx, r, byThread, byConnection); err != nil {
		return err
	}
	slices.SortStableFunc(list, func(a, b *session) int {
		switch {
		case a.working() != b.working():
			return boolOrder(!a.working(), !b.working())
		case a.seconds != b.seconds:
			return cmp.Compare(b.seconds, a.seconds)
		}
		return cmp.Compare(a.connection, b.connection)
	})
	for _, e := range list {
		r.rows = append(r.rows, e.row(byThread))
	}
	r.tree = chains(list)
	return nil
}

// threads are the connections. Their times are exact where the statement's is known.
func (s *server) threads(ctx context.Context) ([]*session, error) {
	query := "SELECT ID, ID, USER, HOST, DB, COMMAND, TIME, STATE, LEFT(INFO, 1024), NULL FROM information_schema.PROCESSLIST WHERE ID <> CONNECTION_ID()"
	if !s.off && s.has("threads") {
		memory := "NULL"
		if s.hasColumn("threads", "TOTAL_MEMORY") {
			memory = "TOTAL_MEMORY"
		}
		query = "SELECT THREAD_ID, PROCESSLIST_ID, PROCESSLIST_USER, PROCESSLIST_HOST, PROCESSLIST_DB, PROCESSLIST_COMMAND, PROCESSLIST_TIME, PROCESSLIST_STATE, LEFT(PROCESSLIST_INFO, 1024), " + memory +
			" FROM performance_schema.threads WHERE TYPE = 'FOREGROUND' AND PROCESSLIST_ID IS NOT NULL AND PROCESSLIST_ID <> CONNECTION_ID()"
		if s.hasColumn("threads", "PARENT_THREAD_ID") {
			query += " ORDER BY PARENT_THREAD_ID IS NOT NULL"
		}
	}
	var list []*session
	seen := make(map[uint64]bool)
	err := s.each(ctx, query, nil, 10, func(v []value) {
		e := &session{thread: v[0].id(), connection: v[1].id(), user: v[2].text(), host: v[3].text(), db: v[4].text(), command: v[5].text(),
			seconds: v[6].number(), state: v[7].text(), statement: v[8].text(), memory: v[9].number(), examined: math.NaN()}
		if !seen[e.connection] { // helpers have their connection's number
			seen[e.connection] = true
			list = append(list, e)
		}
	})
	return list, err
}

// readWaits reads what statements that run have taken, and what threads wait for.
func (s *server) readWaits(ctx context.Context, r *reading, by map[uint64]*session) error {
	err := s.each(ctx, "SELECT THREAD_ID, TIMER_WAIT, ROWS_EXAMINED FROM performance_schema.events_statements_current WHERE END_EVENT_ID IS NULL AND NESTING_EVENT_LEVEL = 0", nil, 3, func(v []value) {
		if e := by[v[0].id()]; e != nil && e.working() {
			if ps := v[1].number(); !math.IsNaN(ps) {
				e.seconds = ps / 1e12
			}
			e.examined = v[2].number()
		}
	})
	if err != nil {
		return err
	}
	if s.has("profiling.worker_threads") {
		err := s.each(ctx, "SELECT QUERY_THREAD_ID, RESOURCE FROM profiling.worker_threads WHERE STATE = 'waiting' AND THREAD_ID = QUERY_THREAD_ID", nil, 2, func(v []value) {
			if e := by[v[0].id()]; e != nil && e.working() {
				e.waitsFor = v[1].text()
			}
		})
		if err := ignoreDenied(err); err != nil {
			return err
		}
	}
	synch := false
	err = s.each(ctx, "SELECT THREAD_ID, EVENT_NAME, OBJECT_SCHEMA, OBJECT_NAME, OBJECT_INSTANCE_BEGIN FROM performance_schema.events_waits_current WHERE END_EVENT_ID IS NULL AND EVENT_NAME <> 'idle'", nil, 5, func(v []value) {
		if e := by[v[0].id()]; e != nil && e.working() {
			e.waitsFor = strings.TrimSpace(v[1].text() + " " + strings.TrimPrefix(v[2].text()+"."+v[3].text(), "."))
			e.object = v[4].text()
			synch = synch || strings.HasPrefix(v[1].text(), "wait/synch/")
		}
	})
	if err != nil {
		return err
	}
	if synch {
		if err := s.readSynchHolders(ctx, by); err != nil {
			return err
		}
	}
	if !s.has("metadata_locks") {
		r.notes = append(r.notes, "Who holds metadata locks is not to be had: there is no performance_schema.metadata_locks.")
		return nil
	}
	return s.readMetadataLocks(ctx, by)
}

// readSynchHolders finds who holds the mutexes and rwlocks that are waited for.
func (s *server) readSynchHolders(ctx context.Context, by map[uint64]*session) error {
	holders := make(map[string]uint64)
	for _, t := range [][2]string{{"mutex_instances", "LOCKED_BY_THREAD_ID"}, {"rwlock_instances", "WRITE_LOCKED_BY_THREAD_ID"}} {
		if !s.has(t[0]) {
			continue
		}
		err := s.each(ctx, "SELECT OBJECT_INSTANCE_BEGIN, "+t[1]+" FROM performance_schema."+t[0]+" WHERE "+t[1]+" IS NOT NULL", nil, 2, func(v []value) {
			holders[v[0].text()] = v[1].id()
		})
		if err != nil {
			return err
		}
	}
	for thread, e := range by {
		if h := holders[e.object]; h != 0 && h != thread {
			e.heldBy = append(e.heldBy, h)
		}
	}
	return nil
}

// readMetadataLocks finds who holds the tables and names that are waited for.
func (s *server) readMetadataLocks(ctx context.Context, by map[uint64]*session) error {
	type lock struct {
		object string
		thread uint64
		shared bool
	}
	const columns = "SELECT OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, OWNER_THREAD_ID, LOCK_TYPE FROM performance_schema.metadata_locks WHERE LOCK_STATUS = "
	locks := func(status string) (list []lock, err error) {
		err = s.each(ctx, columns+"'"+status+"'", nil, 5, func(v []value) {
			list = append(list, lock{strings.ToLower(v[0].text()) + " " + strings.TrimPrefix(v[1].text()+"."+v[2].text(), "."), v[3].id(), strings.HasPrefix(v[4].text(), "SHARED")})
		})
		return list, err
	}
	pending, err := locks("PENDING")
	if err != nil || len(pending) == 0 {
		return err
	}
	granted, err := locks("GRANTED")
	if err != nil {
		return err
	}
	held := make(map[string][]lock)
	for _, g := range granted {
		if len(held[g.object]) < maxLocks {
			held[g.object] = append(held[g.object], g)
		}
	}
	for _, p := range pending {
		e := by[p.thread]
		if e == nil {
			continue
		}
		e.waitsFor = "lock on " + p.object
		for _, g := range held[p.object] {
			if g.thread != p.thread && !(g.shared && p.shared) {
				e.hold(g.thread)
			}
		}
	}
	return nil
}

// readRowLocks finds who holds the rows that are waited for: in MySQL by threads, in
// MariaDB by connections.
func (s *server) readRowLocks(ctx context.Context, r *reading, byThread, byConnection map[uint64]*session) error {
	if s.has("data_lock_waits") && !s.off {
		return s.each(ctx, "SELECT REQUESTING_THREAD_ID, BLOCKING_THREAD_ID FROM performance_schema.data_lock_waits", nil, 2, func(v []value) {
			if e := byThread[v[0].id()]; e != nil {
				e.waitsFor = "lock on a row"
				e.hold(v[1].id())
			}
		})
	}
	if !strings.Contains(s.version, "MariaDB") {
		return nil
	}
	err := s.each(ctx, "SELECT r.trx_mysql_thread_id, b.trx_mysql_thread_id FROM information_schema.INNODB_LOCK_WAITS w"+
		" JOIN information_schema.INNODB_TRX r ON r.trx_id = w.requesting_trx_id JOIN information_schema.INNODB_TRX b ON b.trx_id = w.blocking_trx_id", nil, 2, func(v []value) {
		e, holder := byConnection[v[0].id()], byConnection[v[1].id()]
		if e == nil {
			return
		}
		e.waitsFor = "lock on a row"
		if holder != nil {
			e.hold(holder.thread)
		}
	})
	if err != nil {
		if ignoreDenied(err) == nil || strings.Contains(err.Error(), "PROCESS") {
			r.notes = append(r.notes, "Who holds locks on rows is not to be had without the PROCESS privilege.")
			return nil
		}
		return err
	}
	return nil
}

func (s *session) row(by map[uint64]*session) row {
	var holders []string
	for _, thread := range s.heldBy {
		if h := by[thread]; h != nil {
			holders = append(holders, fmt.Sprint(h.connection))
		} else {
			holders = append(holders, fmt.Sprintf("thread %d", thread))
		}
	}
	memory := numberCell(s.memory, showBytes)
	took := timeCell(s.seconds * 1e12)
	return row{
		key: fmt.Sprint(s.connection), connection: s.connection, working: s.working(),
		cells: []cell{{fmt.Sprint(s.connection), float64(s.connection)}, textCell(s.user), textCell(s.host), textCell(s.db), textCell(s.command), took,
			textCell(s.waitsFor), textCell(strings.Join(holders, " ")), numberCell(s.examined, showCount), memory, textCell(s.state), textCell(s.statement)},
	}
}
