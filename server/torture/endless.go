package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/server/sqltest/endless"
)

// endsWithin is how long a statement may go on after it was ended, on a machine that is busy.
const endsWithin = 15 * time.Second

// endlessStatements begins statements that do not end by themselves, and ends them in every way:
// by KILL QUERY, by KILL, with their client, by their time limit, and by stopping the server.
// Each ends soon, and the server goes on with all that it had.
var endlessStatements = kind{"endless-statements", func(t *trial) error {
	dir := filepath.Join(t.dir, "data")
	cases, err := endless.Cases()
	if err != nil {
		return err
	}
	fixture, err := endless.Fixture()
	if err != nil {
		return err
	}
	if err := t.sound(dir, func(db *sql.DB) error { return run(db, strings.Join(fixture, "; ")) }); err != nil {
		return err
	}
	ended := 0
	for round := 0; round == 0 || !t.over(); round++ {
		p, err := t.start(dir)
		if err != nil {
			return err
		}
		for range 1 + t.rand.IntN(6) {
			if err := t.endOne(p, &cases[t.rand.IntN(len(cases))]); err != nil {
				p.kill()
				return err
			}
			ended++
		}
		c := &cases[t.rand.IntN(len(cases))]
		e, err := t.beginOne(p, c)
		if err != nil {
			p.kill()
			return err
		}
		began := time.Now()
		if err := p.stop(); err != nil {
			return fmt.Errorf("while %s/%s ran: %w", c.Group, c.Name, err)
		}
		if took := time.Since(began); took > endsWithin {
			return fmt.Errorf("the server stopped after %v while %s/%s ran", took, c.Group, c.Name)
		}
		e.close()
		ended++
	}
	if err := t.sound(dir, func(*sql.DB) error { return nil }); err != nil {
		return err
	}
	t.logf("%d statements ended", ended)
	return nil
}}

// running is a statement that runs in a session of its own.
type running struct {
	db     *sql.DB
	conn   *sql.Conn
	id     int64
	cancel context.CancelFunc // the client leaves
	done   chan error
}

func (e *running) close() {
	e.cancel()
	_ = e.conn.Close()
	_ = e.db.Close()
}

// beginOne begins the statement of a case and lets it run for a random time. Its errors, and those
// of what prepares it, are for no one: other cases have changed the tables.
func (t *trial) beginOne(p *process, c *endless.Case) (*running, error) {
	e := &running{done: make(chan error, 1)}
	var err error
	if e.db, err = p.open(); err != nil {
		return nil, err
	}
	var ctx context.Context
	ctx, e.cancel = context.WithCancel(context.Background())
	if e.conn, err = e.db.Conn(ctx); err != nil {
		return nil, err
	}
	if err := e.conn.QueryRowContext(ctx, "SELECT CONNECTION_ID()").Scan(&e.id); err != nil {
		return nil, err
	}
	for _, q := range append([]string{"USE endless"}, c.Prepare...) {
		_, _ = e.conn.ExecContext(ctx, q)
	}
	go func() {
		rows, err := e.conn.QueryContext(ctx, c.Statement)
		if err == nil {
			for rows.Next() {
			}
			err = rows.Err()
			_ = rows.Close()
		}
		e.done <- err
	}()
	time.Sleep(time.Duration(t.rand.Int64N(int64(400 * time.Millisecond)))) // the moment of the end is the torture
	return e, nil
}

// endOne runs a case and ends it in a random way.
func (t *trial) endOne(p *process, c *endless.Case) (err error) {
	ways := []string{"KILL QUERY", "KILL", "client", "time"}
	way := ways[t.rand.IntN(len(ways))]
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s/%s, ended by %s: %w", c.Group, c.Name, way, err)
		}
	}()
	timed := *c
	if way == "time" {
		if !strings.HasPrefix(c.Statement, "SELECT") {
			way = ways[0]
		} else {
			timed.Prepare = append(timed.Prepare[:len(timed.Prepare):len(timed.Prepare)], "SET max_execution_time = 500")
		}
	}
	e, err := t.beginOne(p, &timed)
	if err != nil {
		return err
	}
	defer e.close()
	return p.with(func(db *sql.DB) error {
		switch way {
		case "client":
			e.cancel()
		case "time":
		default:
			// It may be over, and its session with it.
			var gone *mysql.MySQLError
			if _, err := db.Exec(fmt.Sprintf("%s %d", way, e.id)); err != nil && !(errors.As(err, &gone) && gone.Number == 1094) {
				return err
			}
		}
		began := time.Now()
		for n := 1; n != 0; time.Sleep(5 * time.Millisecond) {
			if err := db.QueryRow("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE COMMAND IN ('Query', 'Execute') AND ID = ?", e.id).Scan(&n); err != nil {
				return err
			}
			if time.Since(began) > endsWithin {
				return fmt.Errorf("goes on after %v", endsWithin)
			}
		}
		for _, q := range endless.Clean {
			if err := run(db, q); err != nil {
				return err
			}
		}
		return nil
	})
}
