package metalock

import (
	"strings"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/effect"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
)

// errReadOnly is ER_OPTION_PREVENTS_STATEMENT.
const errReadOnly = 1290

// The variables that keep clients from changing anything.
const (
	ReadOnlyVariable      = "read_only"
	SuperReadOnlyVariable = "super_read_only"
)

// The bits of [readOnlyMode].
const (
	readOnlyBit      uint32 = 1 << iota // nobody without CONNECTION_ADMIN
	superReadOnlyBit                    // nobody
)

// readOnlyMode is what the two variables say. It is the process's, as they are. A change
// reads it after it has noted that it runs ([Changing]), and SET changes it while it has
// the read lock: so a change that was let in has ended before SET has.
var readOnlyMode atomic.Uint32

// SettleReadOnly brings the mode up to date with the variables, which a SET may have
// changed.
func SettleReadOnly() {
	var mode uint32
	if sysvar.IsGlobalOn(ReadOnlyVariable) {
		mode |= readOnlyBit
	}
	if sysvar.IsGlobalOn(SuperReadOnlyVariable) {
		mode |= superReadOnlyBit
	}
	readOnlyMode.Store(mode)
}

// Enter is called before a statement, or one within it, changes or commits something: it
// waits for the read lock to be released, and refuses what may not be changed. What has
// entered stays so until its statement ends, for that is when it commits.
func (k *Locks) Enter(ctx *sql.Context, c *Changing, n sql.Node) error {
	before := c.in
	if err := k.pass(ctx, c, n); err != nil {
		return err
	}
	mode := readOnlyMode.Load()
	if mode == 0 {
		if c.own != nil && !effect.IsCommit(n) {
			c.own = nil
		}
		return nil
	}
	if lock, ok := n.(*plan.LockTables); ok && locksForWriting(lock) && !k.exempt(ctx, mode) {
		return refusedReadOnly(mode)
	}
	if effect.IsCommit(n) {
		if c.in == nil || !effect.SameTransaction(c.in, ctx.GetTransaction()) || effect.SameTransaction(c.own, c.in) || k.exempt(ctx, mode) {
			return nil
		}
		if err := k.host.RollBack(ctx); err != nil {
			return err
		}
		return refusedReadOnly(mode)
	}
	switch {
	case effect.KeepsData(ctx, n):
		c.in = before
		return nil
	case effect.OwnTables(n):
		if before == nil || !effect.SameTransaction(before, c.in) {
			c.own = c.in // which may be committed
		}
		return nil
	case k.exempt(ctx, mode):
		return nil
	}
	c.in = before
	return refusedReadOnly(mode)
}

// exempt reports whether the mode does not concern who runs a statement.
func (k *Locks) exempt(ctx *sql.Context, mode uint32) bool {
	return mode&superReadOnlyBit == 0 && k.host.IsConnectionAdmin(ctx)
}

// refusedReadOnly is the error of a change that a mode keeps from being made.
func refusedReadOnly(mode uint32) error {
	option := "--read-only"
	if mode&superReadOnlyBit != 0 {
		option = "--super-read-only"
	}
	return mysql.NewSQLError(errReadOnly, sqlerr.StateGeneral, "The MySQL server is running with the %s option so it cannot execute this statement", option)
}

// locksForWriting says of LOCK TABLES that it would keep others from a table that the
// mode keeps everybody from changing.
func locksForWriting(n *plan.LockTables) bool {
	for _, l := range n.Locks {
		if l.Write && !effect.OwnTable(l.Table) {
			return true
		}
	}
	return false
}

// IsReadOnlyVariable reports whether a variable is one of the two.
func IsReadOnlyVariable(name string) bool {
	return strings.EqualFold(name, ReadOnlyVariable) || strings.EqualFold(name, SuperReadOnlyVariable)
}
