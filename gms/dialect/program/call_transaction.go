package program

import "github.com/dolthub/go-mysql-server/sql"

// CallTransaction keeps the client's transaction for a procedure. The engine takes it
// away while a procedure runs, so that its first statement begins another one, by which
// the storage forgets what the client has changed and not committed.
type CallTransaction struct {
	open sql.Transaction // the client's; nil if CALL is not in one
	left sql.Transaction // what the procedure has left in its place
	ran  bool            // it has, or none
	// part: CALL is part of what is a transaction by itself: a statement, by a trigger.
	part bool
}

// NewCallTransaction returns what a CALL has to keep; open is nil if it is not in a transaction, and
// part reports that it is part of a statement.
func NewCallTransaction(open sql.Transaction, part bool) CallTransaction {
	return CallTransaction{open: open, left: open, part: part}
}

// Enter is called before the first statement of the procedure; what it gives after the
// last.
func (t *CallTransaction) Enter(ctx *sql.Context) (leave func()) {
	if t.open != nil {
		ctx.SetTransaction(t.open)
	}
	if t.part {
		ctx.SetIgnoreAutoCommit(true) // or the procedure's statements would commit it
	}
	return func() {
		t.left, t.ran = ctx.GetTransaction(), true
		if t.part {
			ctx.SetIgnoreAutoCommit(false)
		}
	}
}

// Restore is called when the engine has put back what it took away: the procedure may
// have ended it, and begun another. One that was begun for the CALL alone is of no use once
// its statements have committed themselves: it would commit anew, behind others, what they
// have, and knows of no database that they have made.
func (t *CallTransaction) Restore(ctx *sql.Context) {
	if t.open != nil || t.ran {
		ctx.SetTransaction(t.left)
	}
}
