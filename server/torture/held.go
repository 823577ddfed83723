package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"
)

const (
	// restTimeout is how long what clients left may take to be gone: the server
	// looks for them every few seconds.
	restTimeout = 30 * time.Second
	// restLooks is how many looks are taken at a server at rest: of each kind of
	// goroutine the fewest are those at rest.
	restLooks = 40
	// idleThreads is how many more threads of the operating system a server may
	// have: Go keeps those that were blocked in system calls at a time.
	idleThreads = 64
)

// held is what a server holds.
type held struct {
	// connections are those but the one that asks.
	connections int
	threads     int // of the operating system
	files       int // descriptors, sockets among them
	// goroutines is how many there are by the function that they began with.
	goroutines map[string]int
	// memory is what statements and connections hold, by instrument.
	memory map[string]amount
}

type amount struct{ count, bytes int64 }

// otherConnections are all but the one that asks; the event scheduler is none.
const otherConnections = "SELECT COUNT(*) FROM performance_schema.threads WHERE NAME <> 'thread/sql/event_scheduler' AND PROCESSLIST_ID IS NOT NULL AND PROCESSLIST_ID <> CONNECTION_ID()"

// heldMemory is what the instruments of statements and connections count. It is
// asked for in one table, so that asking takes the same each time.
const heldMemory = `SELECT EVENT_NAME, CURRENT_COUNT_USED, CURRENT_NUMBER_OF_BYTES_USED
	FROM performance_schema.memory_summary_global_by_event_name WHERE EVENT_NAME LIKE 'memory/sql/%'`

// holds asks what the server holds, on a connection that does nothing else.
func (p *process) holds(conn *sql.Conn) (h held, err error) {
	if err := conn.QueryRowContext(context.Background(), otherConnections).Scan(&h.connections); err != nil {
		return h, fmt.Errorf("%s: %w", otherConnections, err)
	}
	h.memory = make(map[string]amount)
	err = each(conn, heldMemory, func(rows *sql.Rows) error {
		var name string
		var a amount
		err := rows.Scan(&name, &a.count, &a.bytes)
		h.memory[name] = a
		return err
	})
	if err != nil {
		return h, fmt.Errorf("%s: %w", heldMemory, err)
	}
	for dir, to := range map[string]*int{"task": &h.threads, "fd": &h.files} {
		entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/%s", p.pid, dir))
		if err != nil && !errors.Is(err, os.ErrNotExist) { // only Linux has them
			return h, err
		}
		*to = len(entries)
	}
	h.goroutines, err = p.goroutines()
	return h, err
}

// beyond says what is more than there was at rest.
func (h *held) beyond(rest *held) (wrong error) {
	for _, c := range []struct {
		what        string
		now, before int
	}{
		{"connections", h.connections, 0},
		{"open files", h.files, rest.files},
		{fmt.Sprintf("threads of the operating system beside %d idle ones", idleThreads), h.threads - idleThreads, rest.threads},
	} {
		if c.now > c.before {
			wrong = errors.Join(wrong, fmt.Errorf("%d %s, %d at rest", c.now, c.what, c.before))
		}
	}
	for began, now := range h.goroutines {
		if before := rest.goroutines[began]; now > before {
			wrong = errors.Join(wrong, fmt.Errorf("%d goroutines of %s, %d at rest", now, began, before))
		}
	}
	for name, now := range h.memory {
		if before := rest.memory[name]; now.count > before.count || now.bytes > before.bytes {
			wrong = errors.Join(wrong, fmt.Errorf("%d bytes in %d blocks of %s, %d in %d at rest", now.bytes, now.count, name, before.bytes, before.count))
		}
	}
	return wrong
}

// rest is what the server holds when it is prepared and nobody uses it.
func (p *process) rest(db *sql.DB) (h held, err error) {
	// What the first statements of their kind leave, as caches, is there.
	if err := worksOn(db); err != nil {
		return h, err
	}
	err = p.settled(db, restTimeout, func(now *held) error {
		before := h
		h = *now
		if h.connections > 0 {
			return fmt.Errorf("%d connections", h.connections)
		}
		return errors.Join(h.beyond(&before), before.beyond(&h))
	})
	if err != nil {
		return h, err
	}
	// The server has work of its own in the background, whose goroutines come and go.
	looks, least := 0, h.goroutines
	err = p.settled(db, restTimeout, func(now *held) error {
		for began, n := range least {
			least[began] = min(n, now.goroutines[began])
		}
		if looks++; looks < restLooks {
			return fmt.Errorf("been looked at %d times", looks)
		}
		return nil
	})
	h.goroutines = least
	return h, err
}

// atRest waits until the server holds no more than before, and then compares
// sums.
func (p *process) atRest(db *sql.DB, rest *held) error {
	return p.settled(db, restTimeout, func(now *held) error { return now.beyond(rest) })
}

// settled looks at what the server holds until nothing is wrong with it any more,
// and then compares sums.
func (p *process) settled(db *sql.DB, timeout time.Duration, wrong func(*held) error) error {
	// One connection: of a pool's, one ends while the next asks.
	conn, err := db.Conn(context.Background())
	if err != nil {
		return err
	}
	defer conn.Close()
	for since := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		now, err := p.holds(conn)
		if err != nil {
			return err
		}
		remains := wrong(&now)
		if remains == nil {
			return sumsAgree(conn)
		}
		if time.Since(since) > timeout {
			return fmt.Errorf("after %v without work the server has %w", timeout, remains)
		}
	}
}

// beginAnew truncates what the parts by account, user and host are compared with, where
// some of it has no part. It waits for the clients to be gone: the statement of one that
// has left without a word ends seconds after it.
func beginAnew(db *sql.DB) error {
	conn, err := db.Conn(context.Background())
	if err != nil {
		return err
	}
	defer conn.Close()
	for since := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		var connected int
		err := conn.QueryRowContext(context.Background(), "SELECT COUNT(*) FROM performance_schema.threads WHERE TYPE = 'FOREGROUND' AND NAME <> 'thread/sql/event_scheduler'").Scan(&connected)
		if err != nil {
			return err
		}
		if connected == 1 {
			return run(db, truncateWholes)
		}
		if time.Since(since) > restTimeout {
			return fmt.Errorf("after %v without clients %d are connected", restTimeout, connected)
		}
	}
}
