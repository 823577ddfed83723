package gms

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
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
		join, ok := n.Child.(*plan.UpdateJoin)
		if !ok {
			if isOfAccounts(n.Child) {
				return n
			}
			return nil
		}
		for _, t := range join.UpdateTargets {
			targets = append(targets, t)
		}
	case *plan.DeleteFrom:
		targets = n.GetDeleteTargets()
	case *plan.Truncate:
		targets = []sql.Node{n.Child}
	}
	if i := slices.IndexFunc(targets, isOfAccounts); i >= 0 {
		return targets[i]
	}
	return nil
}

// isOfAccounts reports whether the first table below a node is one of mysql.
func isOfAccounts(n sql.Node) bool {
	t := changedTable(n)
	return t != nil && node.DatabaseName(t.Database()) == mysqlDatabase
}

// changedTable returns the first table below a node; nil if there is none. It allocates nothing
// for a change of one table.
func changedTable(n sql.Node) sql.TableNode {
	switch n := n.(type) {
	case nil:
		return nil
	case *plan.UpdateSource:
		return changedTable(n.Child)
	case *plan.Filter:
		return changedTable(n.Child)
	case *plan.TableAlias:
		return changedTable(n.Child)
	case sql.TableNode:
		return n
	}
	for _, child := range n.Children() {
		if t := changedTable(child); t != nil {
			return t
		}
	}
	return nil
}

// refusedAccounts is the error of changing rows of a table of mysql.
func refusedAccounts(target sql.Node) error {
	name := mysqlDatabase
	if t := changedTable(target); t != nil {
		name += "." + strings.ToLower(t.UnderlyingTable().Name())
	}
	return sqlerr.NotSupportedYet("changing rows of " + name + ": use CREATE USER, ALTER USER, DROP USER, GRANT and REVOKE")
}
