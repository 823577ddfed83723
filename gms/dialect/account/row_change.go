package account

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// The tables of the schema mysql are views of the accounts that the engine has in memory. It would
// take changes of their rows: it does not write them to the file of accounts, so that rights that
// were taken away are back after a restart, and an UPDATE leaves an account twice or loses what is
// in no column. So rows of these tables are not changed. A change that finds no row does nothing,
// as in scripts that remove accounts which a fresh server lacks.

// RowChange is a change of rows of mysql.
type RowChange struct {
	node, target sql.Node
	// Source gives the rows that are to be changed; nil if the change is refused whatever they are.
	Source sql.Node
}

// RowChangeOf returns what of accounts a node changes; ok is false for all other nodes.
func RowChangeOf(n sql.Node) (c RowChange, ok bool) {
	switch n := n.(type) {
	case *plan.InsertInto:
		return RowChange{node: n, target: n.Destination}, node.DatabaseName(n.Database()) == computed.MySQL
	case *plan.Update:
		c.Source = n.Child
	case *plan.DeleteFrom:
		c.Source = n.Child
	case *plan.Truncate:
		c.Source = n.Child
	default:
		return RowChange{}, false
	}
	c.node, c.target = n, accountsTarget(n)
	return c, c.target != nil
}

// Refusal is the error of the change.
func (c RowChange) Refusal() error { return refusedAccounts(c.target) }

// CarryOut carries out a change of the rows that source has given, which it closes: nothing is
// changed if there are none.
func (c RowChange) CarryOut(ctx *sql.Context, rows sql.RowIter) (sql.RowIter, error) {
	_, err := rows.Next(ctx)
	if closing := rows.Close(ctx); closing != nil {
		return nil, closing //nolint:wrapcheck // the engine's own
	}
	switch {
	case errors.Is(err, io.EOF):
		var none types.OkResult
		if _, updates := c.node.(*plan.Update); updates {
			none.Info = plan.UpdateInfo{}
		}
		return sql.RowsToRowIter(sql.NewRow(none)), nil
	case err != nil:
		return nil, err //nolint:wrapcheck // the engine's own
	}
	return nil, c.Refusal()
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
	return t != nil && node.DatabaseName(t.Database()) == computed.MySQL
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
	name := computed.MySQL
	if t := changedTable(target); t != nil {
		name += "." + strings.ToLower(t.UnderlyingTable().Name())
	}
	return sqlerr.NotSupportedYet("changing rows of " + name + ": use CREATE USER, ALTER USER, DROP USER, GRANT and REVOKE")
}
