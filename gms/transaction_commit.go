package gms

import (
	"errors"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/effect"
)

// A transaction that cannot be committed, as its COMMIT is killed while it waits for a lock, is
// rolled back, as in MySQL. The engine leaves it open: what the session changes next, and takes for
// committed, would be in it.

// commitOpen commits what a session has begun and not ended.
func (l *lifecycle) commitOpen(ctx *sql.Context) error {
	session, ok := ctx.Session.(sql.TransactionSession)
	tx := ctx.GetTransaction()
	if !ok || tx == nil {
		return nil
	}
	if err := session.CommitTransaction(ctx, tx); err != nil {
		return l.notCommitted(ctx, err)
	}
	ctx.SetIgnoreAutoCommit(false)
	ctx.SetTransaction(nil)
	return nil
}

// notCommitted rolls back what could not be committed; err is why. One that has lost is rolled
// back where that is found out.
func (l *lifecycle) notCommitted(ctx *sql.Context, err error) error {
	if lost := l.storage.Contention.Lost; lost != nil && lost(ctx.Session, err) {
		return err
	}
	return first(errors.Join(err, rollBackOpen(ctx)))
}

// endsTransaction says of a node that it commits what is open, or fails: of SET that it switches
// autocommit on.
func endsTransaction(ctx *sql.Context, n sql.Node) bool {
	set, ok := n.(*plan.Set)
	if !ok {
		return effect.IsCommit(n)
	}
	if sessionBool(ctx, sql.AutoCommitSessionVar) {
		return false
	}
	for _, e := range set.Exprs {
		if field, ok := e.(*expression.SetField); ok {
			v, of := field.LeftChild.(*expression.SystemVar)
			on, literal := field.RightChild.(*expression.Literal)
			if of && literal && strings.EqualFold(v.Name, sql.AutoCommitSessionVar) {
				switch value := on.Value().(type) {
				case string:
					return strings.EqualFold(value, "ON") || value == "1"
				default:
					truth, err := sql.ConvertToBool(ctx, value)
					return err == nil && truth
				}
			}
		}
	}
	return false
}
