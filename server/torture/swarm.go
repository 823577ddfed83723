package main

import (
	"database/sql"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"sync"
)

// swarm opens connections by the hundreds and lets go of them in every way a
// client can: with a quit, without a word, with a reset, in the middle of the
// handshake, of a command or of an answer. None stays.
var swarm = kind{"swarm", func(t *trial) error {
	prepare := func(db *sql.DB) error { return run(db, "SET GLOBAL max_connections = 5000") }
	return t.serving(filepath.Join(t.dir, "data"), prepare, func(p *process) error {
		connected := 0
		for round := 0; round == 0 || !t.over(); round++ {
			n, err := t.fly(p, 400)
			if err != nil {
				return err
			}
			connected += n
		}
		t.logf("%d connections", connected)
		return nil
	})
}}

// fly opens n connections, and lets go of them when all are open.
func (t *trial) fly(p *process, n int) (opened int, err error) {
	var (
		mu      sync.Mutex
		flock   []*packetClient
		failed  error
		openers sync.WaitGroup
	)
	for range 8 {
		openers.Go(func() {
			for range n / 8 {
				c, err := p.loggedIn()
				mu.Lock()
				if err != nil {
					failed = errors.Join(failed, err)
				} else {
					flock = append(flock, c)
				}
				mu.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	openers.Wait()
	for _, c := range flock {
		t.leave(c)
	}
	if failed != nil {
		return len(flock), t.diagnose(p, fmt.Errorf("of %d connections %d came about: %w", n, len(flock), failed))
	}
	return len(flock), nil
}

// leave lets go of a connection in one of many ways.
func (t *trial) leave(c *packetClient) {
	tcp := c.conn.(*net.TCPConn)
	switch t.rand.IntN(6) {
	case 0:
		_ = c.command([]byte{0x01}) // quit
	case 1:
		_ = tcp.SetLinger(0) // the server gets a reset
	case 2:
		_ = c.command([]byte("\x03SELECT SLEEP(100)"))
	case 3:
		_ = c.command([]byte("\x03SELECT * FROM performance_schema.setup_instruments a, performance_schema.setup_instruments b"))
	case 4:
		_, _ = c.conn.Write([]byte{200, 0, 0, 0, 3, 'S', 'E'}) // of a command of 200 bytes
	}
	_ = c.conn.Close()
}
