package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"
)

// clockMoves has a server work whose real-time clock is set forward and back by
// seconds, days and years, while clients write, read and truncate its tables, change
// tables and profile. No commit is lost, no duration is taken from that clock, and
// the server stops and starts again with the clock set back.
var clockMoves = kind{"clock", func(t *trial) error {
	if err := canShiftClock(); err != nil {
		return fmt.Errorf("%w: %w", errSkipped, err)
	}
	dir := filepath.Join(t.dir, "data")
	var l *ledger
	err := t.sound(dir, func(db *sql.DB) (err error) {
		l, err = newLedger(db, 3)
		return err
	})
	if err != nil {
		return err
	}
	shifts := 0
	for round := 0; round == 0 || !t.over(); round++ {
		n, err := t.shifting(dir, l)
		if err != nil {
			return err
		}
		shifts += n
		if err := t.sound(dir, l.check); err != nil {
			return fmt.Errorf("with the clock right again: %w", err)
		}
	}
	t.logf("the clock was set %d times, %d commits acknowledged", shifts, l.commits())
	return nil
}}

// shifting runs a server for a part of the trial's time, and stops it with its clock
// set back.
func (t *trial) shifting(dir string, l *ledger) (shifts int, err error) {
	p, clock, err := t.shifted(dir)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	prepare := func(db *sql.DB) error {
		return errors.Join(seen(db, clock), run(db, enableAll+"; CREATE DATABASE IF NOT EXISTS moved"))
	}
	err = p.serve(prepare, func(p *process) error {
		return p.with(func(db *sql.DB) error {
			var err error
			if shifts, err = t.workWhile(clock, db, l); err != nil {
				return t.diagnose(p, err)
			}
			clock.shift.Store(int64(-365 * 24 * time.Hour)) // also while the server stops
			return errors.Join(sane(db, time.Since(began)), run(db, "DROP DATABASE moved"), beginAnew(db))
		})
	})
	return shifts, err
}

// seen says whether the server takes the shifted clock for the time.
func seen(db *sql.DB, clock *shiftedClock) error {
	for _, by := range []time.Duration{0, 40 * 24 * time.Hour, -3 * 365 * 24 * time.Hour} {
		clock.shift.Store(int64(by))
		var now int64
		if err := db.QueryRow("SELECT UNIX_TIMESTAMP()").Scan(&now); err != nil {
			return err
		}
		if off := time.Until(time.Unix(now, 0)) - by; off.Abs() > time.Minute {
			return fmt.Errorf("the clock was set by %v, and the server's is %v off that", by, off)
		}
	}
	return nil
}

// workWhile has clients work while the clock moves.
func (t *trial) workWhile(clock *shiftedClock, db *sql.DB, l *ledger) (shifts int, err error) {
	tables, err := systemTables(db)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithCancel(t.ctx)
	defer cancel()
	var clients sync.WaitGroup
	for _, w := range l.writers {
		clients.Go(func() { w.write(ctx, db) })
	}
	wrong := make(chan error, 4)
	work := func(statements func(i int) string) {
		clients.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				if err := run(db, statements(i)); err != nil && ctx.Err() == nil {
					wrong <- err
					return
				}
			}
		})
	}
	work(func(i int) string { return "SELECT * FROM " + tables[i%len(tables)] })
	work(func(int) string {
		return "CREATE TABLE IF NOT EXISTS moved.t (i INT PRIMARY KEY, at TIMESTAMP DEFAULT NOW()); INSERT IGNORE INTO moved.t (i) VALUES (1); " +
			"SELECT SLEEP(0.01); ALTER TABLE moved.t ADD COLUMN j INT; TRUNCATE TABLE moved.t; DROP TABLE moved.t"
	})
	work(func(int) string {
		return "SET profiling = 1; SELECT COUNT(*) FROM information_schema.tables; SHOW PROFILES; SHOW PROFILE ALL; " +
			"TRUNCATE TABLE performance_schema.events_statements_summary_by_digest; TRUNCATE TABLE performance_schema.events_waits_summary_global_by_event_name"
	})
	steps := []time.Duration{time.Second, time.Minute, time.Hour, 24 * time.Hour, 30 * 24 * time.Hour, 365 * 24 * time.Hour}
	until := time.Now().Add(max(time.Until(t.until)/2, 4*time.Second))
	for time.Now().Before(until) && ctx.Err() == nil && len(wrong) == 0 {
		by := steps[t.rand.IntN(len(steps))] * time.Duration(1+t.rand.IntN(5))
		if t.rand.IntN(2) == 0 {
			by = -by
		}
		clock.shift.Store(int64(by))
		shifts++
		time.Sleep(time.Duration(t.rand.Int64N(int64(100 * time.Millisecond)))) // how long the clock stays is the torture
	}
	cancel()
	clients.Wait()
	select {
	case err := <-wrong:
		return shifts, err
	default:
		return shifts, t.ctx.Err()
	}
}

// sane looks for times in the server's tables that cannot be: each is that of one
// thread, or of all that there have been, and at most as long as they have been there.
func sane(db *sql.DB, running time.Duration) error {
	const threads = 1000
	most := float64(running.Nanoseconds()) * 1000 * threads // picoseconds
	rows, err := db.Query("SELECT table_schema, table_name, column_name FROM information_schema.columns WHERE table_schema IN ('performance_schema', 'profiling') " +
		"AND (column_name LIKE '%TIMER%WAIT%' OR column_name IN ('TIMER_START', 'TIMER_END', 'LOCK_TIME', 'CPU_TIME')) AND data_type LIKE '%int%'")
	if err != nil {
		return err
	}
	var columns [][3]string
	for rows.Next() {
		var c [3]string
		if err := rows.Scan(&c[0], &c[1], &c[2]); err != nil {
			return err
		}
		columns = append(columns, c)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if len(columns) < 20 {
		return fmt.Errorf("%d columns with times were found", len(columns))
	}
	for _, c := range columns {
		var longest sql.NullFloat64
		if err := db.QueryRow(fmt.Sprintf("SELECT MAX(`%s`) FROM `%s`.`%s`", c[2], c[0], c[1])).Scan(&longest); err != nil {
			return fmt.Errorf("%s.%s.%s: %w", c[0], c[1], c[2], err)
		}
		// The histograms' buckets have their limits there, whatever has happened.
		if longest.Float64 < 0 || longest.Float64 > most && c[2] != "BUCKET_TIMER_LOW" && c[2] != "BUCKET_TIMER_HIGH" {
			return fmt.Errorf("%s.%s has a %s of %g after %v", c[0], c[1], c[2], longest.Float64, running)
		}
	}
	return nil
}
