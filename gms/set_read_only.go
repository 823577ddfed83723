package gms

import (
	"fmt"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/internal/metalock"
)

// buildReadOnly carries out a SET of who may change anything while nothing is changed or committed, for which it
// waits as long as FLUSH TABLES WITH READ LOCK does. The engine sets variables while it
// builds.
func (b *operatorBuilder) buildReadOnly(ctx *sql.Context, x *execution, n *plan.Set, r sql.Row) (iter sql.RowIter, err error) {
	conn, k := x.connection, b.lifecycle.readLock
	if conn.changing.Tables && !conn.changing.HasAll() || conn.inTransaction(conn.transactionSettings(ctx).autoCommit) {
		return nil, metalock.LockedOrOpen()
	}
	if !conn.changing.HasAll() {
		if err := k.LockGlobal(ctx, &conn.changing); err != nil {
			return nil, err
		}
		defer k.UnlockGlobal(ctx.Session.ID())
	}
	conn.changing.Sets = true
	defer func() {
		conn.changing.Sets = false
		metalock.SettleReadOnly()
	}()
	before := sysvar.IsGlobalOn(metalock.SuperReadOnlyVariable)
	if iter, err = b.build(ctx, x, n, r, true); err != nil {
		return nil, err
	}
	return iter, conn.pairReadOnly(ctx, before)
}

// pairReadOnly has the two variables agree: nobody may change anything only where those
// without CONNECTION_ADMIN may not. before says what super_read_only was.
func (conn *connection) pairReadOnly(ctx *sql.Context, before bool) error {
	if !sysvar.IsGlobalOn(metalock.SuperReadOnlyVariable) || sysvar.IsGlobalOn(metalock.ReadOnlyVariable) {
		return nil
	}
	name, value := metalock.ReadOnlyVariable, int8(1)
	if before {
		name, value = metalock.SuperReadOnlyVariable, 0
	}
	if err := sql.SystemVariables.SetGlobal(ctx, name, value); err != nil {
		return err
	}
	conn.setGlobal(name)
	return nil
}

// SettleVariables is to be called when the variables that the server starts with have been
// set, and before it serves: the general log is opened where they say so, and nobody may change
// anything only where those without CONNECTION_ADMIN may not.
func (a *Adapter) SettleVariables(ctx *sql.Context) error {
	if sysvar.IsGlobalOn(metalock.SuperReadOnlyVariable) && !sysvar.IsGlobalOn(metalock.ReadOnlyVariable) {
		if err := sql.SystemVariables.SetGlobal(ctx, metalock.ReadOnlyVariable, int8(1)); err != nil {
			return fmt.Errorf("gms: %s: %w", metalock.ReadOnlyVariable, err)
		}
	}
	metalock.SettleReadOnly()
	a.lifecycle.general.settle(false)
	return nil
}
