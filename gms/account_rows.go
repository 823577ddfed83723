package gms

import (
	"errors"
	"io"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// The tables of the schema mysql are views of the accounts that the engine has in memory. It would
// take changes of their rows: it does not write them to the file of accounts, so that rights that
// were taken away are back after a restart, and an UPDATE leaves an account twice or loses what is
// in no column. So rows of these tables are not changed. A change that finds no row does nothing,
// as in scripts that remove accounts which a fresh server lacks.

// changeOfAccounts carries out a change of rows of mysql that finds none, and refuses others. ok is
// false for all other nodes.
func (b *operatorBuilder) changeOfAccounts(ctx *sql.Context, x *execution, n sql.Node, r sql.Row) (rows sql.RowIter, ok bool, err error) {
	var source sql.Node
	switch n := n.(type) {
	case *plan.InsertInto:
		if node.DatabaseName(n.Database()) != mysqlDatabase {
			return nil, false, nil
		}
		return nil, true, refusedAccounts(n.Destination)
	case *plan.Update:
		source = n.Child
	case *plan.DeleteFrom:
		source = n.Child
	case *plan.Truncate:
		source = n.Child
	default:
		return nil, false, nil
	}
	target := accountsTarget(n)
	if target == nil {
		return nil, false, nil
	}
	rows, err = b.build(ctx, x, source, r, true)
	if err != nil {
		return nil, true, err
	}
	_, err = rows.Next(ctx)
	if closing := rows.Close(ctx); closing != nil {
		return nil, true, closing
	}
	switch {
	case errors.Is(err, io.EOF):
		var none types.OkResult
		if _, updates := n.(*plan.Update); updates {
			none.Info = plan.UpdateInfo{}
		}
		return sql.RowsToRowIter(sql.NewRow(none)), true, nil
	case err != nil:
		return nil, true, err
	}
	return nil, true, refusedAccounts(target)
}

// accountsTarget returns the table of mysql that a node changes; nil if it changes none.
func accountsTarget(n sql.Node) sql.Node {
	var targets []sql.Node
	switch n := n.(type) {
	case *plan.Update:
		if join, ok := n.Child.(*plan.UpdateJoin); ok {
			for _, t := range join.UpdateTargets {
				targets = append(targets, t)
			}
		} else if t := changedTable(n.Child); t == nil || node.DatabaseName(t.Database()) != mysqlDatabase {
			return nil
		} else {
			targets = []sql.Node{n}
		}
	case *plan.DeleteFrom:
		targets = n.GetDeleteTargets()
	case *plan.Truncate:
		targets = []sql.Node{n.Child}
	}
	for _, t := range targets {
		if table := changedTable(t); table != nil && node.DatabaseName(table.Database()) == mysqlDatabase {
			return t
		}
	}
	return nil
}

// changedTable returns the first table below a node; nil if there is none. It allocates nothing
// for a change of one table.
func changedTable(n sql.Node) (t sql.TableNode) {
	for found := false; !found; {
		switch below := n.(type) {
		case *plan.UpdateSource:
			n = below.Child
		case *plan.Filter:
			n = below.Child
		case *plan.TableAlias:
			n = below.Child
		case *plan.IndexedTableAccess:
			return below
		case *plan.ResolvedTable:
			return below
		default:
			found = true
		}
	}
	transform.Inspect(n, func(n sql.Node) bool {
		if at, ok := n.(sql.TableNode); ok && t == nil {
			t = at
		}
		return t == nil
	})
	return t
}

// refusedAccounts is the error of changing rows of a table of mysql.
func refusedAccounts(target sql.Node) error {
	name := mysqlDatabase
	if t := changedTable(target); t != nil {
		name += "." + strings.ToLower(t.UnderlyingTable().Name())
	}
	return sqlerr.NotSupportedYet("changing rows of " + name + ": use CREATE USER, ALTER USER, DROP USER, GRANT and REVOKE")
}
