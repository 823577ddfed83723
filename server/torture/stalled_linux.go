package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// stalled has clients ask for results of gigabytes, read a little and fall
// silent. The server holds what fits into its buffers and waits, serves others,
// and is rid of the statements when the clients are gone.
var stalled = kind{"stalled", func(t *trial) error {
	return t.serving(filepath.Join(t.dir, "data"), fillBig, func(p *process) error {
		most := uint64(0)
		for rounds := 0; rounds == 0 || !t.over(); rounds++ {
			grown, err := t.stall(p, 8)
			if err != nil {
				return err
			}
			most = max(most, grown)
		}
		t.logf("the server grew by at most %d MB", most>>20)
		return nil
	})
}}

// heldBy is how much more memory the server may take for a client that does not
// read: what lies in its own buffers and what waits to be collected.
const heldBy = 24 << 20

// fillBig makes a table whose product with itself is 4 GB.
func fillBig(db *sql.DB) error {
	rows := strings.TrimSuffix(strings.Repeat("(REPEAT('x', 1000)),", 2000), ",")
	return run(db, "CREATE DATABASE stalled; CREATE TABLE stalled.big (id INT AUTO_INCREMENT PRIMARY KEY, pad TEXT); "+
		"INSERT INTO stalled.big (pad) VALUES "+rows)
}

// stall has clients begin to read and stop, and looks at the server meanwhile.
func (t *trial) stall(p *process, clients int) (grown uint64, err error) {
	before, err := resident(p.pid)
	if err != nil {
		return 0, err
	}
	var readers []*packetClient
	defer func() {
		for _, c := range readers {
			_ = c.conn.Close()
		}
	}()
	for range clients {
		c, err := p.loggedIn()
		if err != nil {
			return 0, t.diagnose(p, err)
		}
		readers = append(readers, c)
		if err := c.command([]byte("\x03SELECT a.pad FROM stalled.big a, stalled.big b")); err != nil {
			return 0, t.diagnose(p, err)
		}
		for range 4 { // one column, its end, two rows
			if _, err := c.read(); err != nil {
				return 0, t.diagnose(p, err)
			}
		}
	}
	for range 20 {
		var rows int
		if err := p.with(func(db *sql.DB) error { return db.QueryRow("SELECT COUNT(*) FROM stalled.big").Scan(&rows) }); err != nil {
			return 0, t.diagnose(p, err)
		}
		time.Sleep(100 * time.Millisecond)
		now, err := resident(p.pid)
		if err != nil {
			return 0, t.diagnose(p, err)
		}
		grown = max(grown, now-min(before, now))
	}
	if limit := uint64(clients) * heldBy; grown > limit {
		return grown, fmt.Errorf("for %d clients that do not read the server grew by %d MB, more than %d", clients, grown>>20, limit>>20)
	}
	return grown, nil
}

// resident is how much memory a process has, in bytes.
func resident(pid int) (uint64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0, fmt.Errorf("/proc/%d/statm: %q", pid, text)
	}
	pages, err := strconv.ParseUint(fields[1], 10, 64)
	return pages * uint64(os.Getpagesize()), err
}
