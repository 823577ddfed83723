package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/go-sql-driver/mysql"
)

// diskFull is the error of what is refused for want of room.
const diskFull = 1021

// ledger knows which commits of its writers were acknowledged. Commit n of a
// writer puts rowsOf(n) rows with known contents into one table and the number n
// into another, in one transaction.
type ledger struct {
	writers []*writer
}

type writer struct {
	id int
	// mu guards acked.
	mu    sync.Mutex
	acked int // the last commit that the server said was done
	// begun is the commit after acked, if the server may have done it: the
	// answer never came.
	begun int
}

const ledgerSchema = `CREATE DATABASE ledger;
CREATE TABLE ledger.rows_of (writer INT, n INT, i INT, content TEXT, PRIMARY KEY (writer, n, i), KEY (n));
CREATE TABLE ledger.last (writer INT PRIMARY KEY, n INT)`

// newLedger makes the tables.
func newLedger(db *sql.DB, writers int) (*ledger, error) {
	l := &ledger{}
	for _, q := range strings.Split(ledgerSchema, ";") {
		if _, err := db.Exec(q); err != nil {
			return nil, fmt.Errorf("%s: %w", q, err)
		}
	}
	for id := range writers {
		if _, err := db.Exec(fmt.Sprintf("INSERT INTO ledger.last VALUES (%d, 0)", id)); err != nil {
			return nil, err
		}
		l.writers = append(l.writers, &writer{id: id})
	}
	return l, nil
}

func rowsOf(n int) int { return 1 + n%4 }

// content is what a row holds: up to 8 KB that do not compress to nothing.
func content(writer, n, i int) string {
	var b strings.Builder
	for k := range 1 + (n*7+i*13)%128 {
		fmt.Fprintf(&b, "%x", sha256.Sum256(fmt.Append(nil, writer, n, i, k)))
	}
	return b.String()
}

// write commits until the context ends or the server is gone.
func (w *writer) write(ctx context.Context, db *sql.DB) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return
	}
	defer conn.Close()
	for ctx.Err() == nil {
		n := w.acked + 1
		w.begun = n
		if err := w.commit(ctx, conn, n); err != nil {
			if refusal := (*mysql.MySQLError)(nil); errors.As(err, &refusal) && refusal.Number == diskFull {
				w.begun = w.acked // there is nothing of it
			}
			return
		}
		w.mu.Lock()
		w.acked = n
		w.mu.Unlock()
	}
}

// commits is how many were acknowledged.
func (l *ledger) commits() (n int) {
	for _, w := range l.writers {
		w.mu.Lock()
		n += w.acked
		w.mu.Unlock()
	}
	return n
}

func (w *writer) commit(ctx context.Context, conn *sql.Conn, n int) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for i := range rowsOf(n) {
		if _, err := tx.ExecContext(ctx, "INSERT INTO ledger.rows_of VALUES (?, ?, ?, ?)", w.id, n, i, content(w.id, n, i)); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	if _, err := tx.ExecContext(ctx, "UPDATE ledger.last SET n = ? WHERE writer = ?", n, w.id); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// check compares what is there with what was acknowledged, and goes on from what
// is there: of the commit that had no answer, all or nothing.
func (l *ledger) check(db *sql.DB) error {
	for _, w := range l.writers {
		n, err := w.check(db)
		if err != nil {
			return fmt.Errorf("writer %d, %d commits acknowledged, %d begun: %w", w.id, w.acked, w.begun, err)
		}
		w.acked, w.begun = n, n
	}
	return nil
}

func (w *writer) check(db *sql.DB) (last int, err error) {
	if err := db.QueryRow("SELECT n FROM ledger.last WHERE writer = ?", w.id).Scan(&last); err != nil {
		return 0, err
	}
	if last < w.acked {
		return 0, fmt.Errorf("%d commits are there: acknowledged ones are lost", last)
	}
	if last > w.begun {
		return 0, fmt.Errorf("%d commits are there: some nobody made", last)
	}
	rows, err := db.Query("SELECT n, i, content FROM ledger.rows_of WHERE writer = ? ORDER BY n, i", w.id)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	n, i := 1, 0
	for rows.Next() {
		var gotN, gotI int
		var got string
		if err := rows.Scan(&gotN, &gotI, &got); err != nil {
			return 0, err
		}
		if gotN != n || gotI != i {
			return 0, fmt.Errorf("row %d of commit %d is there, and row %d of commit %d is expected", gotI, gotN, i, n)
		}
		if got != content(w.id, n, i) {
			return 0, fmt.Errorf("row %d of commit %d has other contents", i, n)
		}
		if i++; i == rowsOf(n) {
			n, i = n+1, 0
		}
	}
	if err := rows.Err(); err != nil {
		return 0, err
	}
	if n != last+1 || i != 0 {
		return 0, fmt.Errorf("rows up to row %d of commit %d are there, and the last commit is %d", i, n, last)
	}
	return last, nil
}
