package main

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"
)

// The server's time is the shifted one, and durations are not.
func TestShiftedClock(t *testing.T) {
	if err := canShiftClock(); err != nil {
		t.Skip(err)
	}
	tr := &trial{ctx: context.Background(), binary: server(t), dir: t.TempDir(), rand: rand.New(rand.NewPCG(1, 1)), logf: t.Logf}
	p, clock, err := tr.shifted(filepath.Join(tr.dir, "data"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	err = p.with(func(db *sql.DB) error {
		if err := seen(db, clock); err != nil {
			return err
		}
		conn, err := db.Conn(t.Context())
		if err != nil {
			return err
		}
		defer conn.Close()
		clock.shift.Store(int64(100 * 24 * time.Hour))
		go clock.shift.Store(int64(-100 * 24 * time.Hour)) // before, while or after
		var wait, slept float64
		if err := conn.QueryRowContext(t.Context(), "SELECT SLEEP(0.2)").Scan(&slept); err != nil {
			return err
		}
		err = conn.QueryRowContext(t.Context(), `SELECT MAX(TIMER_WAIT) / 1e12 FROM performance_schema.events_statements_history
			WHERE SQL_TEXT = 'SELECT SLEEP(0.2)'`).Scan(&wait)
		if err == nil && (wait < 0.2 || wait > 60) {
			t.Errorf("SLEEP(0.2) took %v s", wait)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if err := p.stop(); err != nil {
		t.Error(err)
	}
}
