package pdb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"

	"github.com/perfschema/perfschema"
)

// tx is a transaction that runs.
type tx struct {
	driver.Tx
	conn        *conn
	ctx         context.Context //nolint:containedctx // Commit and Rollback are given none
	thread      *perfschema.Thread
	owner       owner
	transaction perfschema.Transaction
}

// begin begins the event. A Thread has one transaction at a time: the second of a
// goroutine is not recorded.
func (t *tx) begin(o perfschema.TransactionOptions) {
	_, over := t.conn.connector.over.LoadAndDelete(t.thread)
	if over || !t.thread.CurrentTransaction().Recorded() {
		t.transaction = t.thread.BeginTransaction(t.conn.connector.ps.TransactionKey(), o)
	}
}

func (t *tx) Commit() error {
	w := t.conn.start(t.ctx, t.conn.connector.in.commit, "")
	err := t.Tx.Commit()
	t.end(err == nil)
	w.end(err)
	return err
}

// Rollback may be called by database/sql, when the context is done.
func (t *tx) Rollback() error {
	w := t.conn.start(t.ctx, t.conn.connector.in.rollback, "")
	err := t.Tx.Rollback()
	t.end(false)
	w.end(err)
	return err
}

// end ends the event, where the goroutine may write by the Thread, and where it is
// still this transaction's.
func (t *tx) end(committed bool) {
	if !t.transaction.Recorded() {
		return
	}
	if w := (work{thread: t.thread, owner: t.owner}); w.mine() {
		t.transaction.End(committed)
	} else {
		t.conn.connector.over.Store(t.thread, nil)
	}
	t.transaction = perfschema.Transaction{}
}

// isolation is ISOLATION_LEVEL, empty for the database's default.
func isolation(level driver.IsolationLevel) string {
	if l := sql.IsolationLevel(level); l != sql.LevelDefault {
		return strings.ToUpper(l.String())
	}
	return ""
}
