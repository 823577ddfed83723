package dolt

import (
	"fmt"
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/schema"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
)

// Dolt counts what a merge changes in a table's rows on a goroutine of its own, by the places of columns.
// It takes VIRTUAL columns for stored ones: where one stands before a stored column the count panics, and
// the process ends. So no merge comes to count such a table: a transaction that would need one is rolled
// back to be run again, and a procedure that merges branches is refused.

// merging are the procedures that merge.
var merging = map[string]bool{"dolt_merge": true, "dolt_pull": true, "dolt_rebase": true, "dolt_cherry_pick": true, "dolt_revert": true}

// hasVirtualBefore reports whether a VIRTUAL column of a table stands before a stored one that is no key.
func hasVirtualBefore(sch schema.Schema) bool {
	virtual, before := false, false
	_ = sch.GetNonPKCols().Iter(func(_ uint64, c schema.Column) (stop bool, err error) {
		virtual, before = virtual || c.Virtual, before || virtual && !c.Virtual
		return before, nil
	})
	return before
}

// uncounted returns a table of a root whose rows a merge cannot count; empty if there is none.
func uncounted(ctx *sql.Context, root doltdb.RootValue) (table string, err error) {
	names, err := root.GetAllTableNames(ctx, false)
	if err != nil {
		return "", fmt.Errorf("the tables of a branch: %w", err)
	}
	for _, name := range names {
		t, ok, err := root.GetTable(ctx, name)
		if err != nil || !ok {
			return "", err //nolint:wrapcheck // the storage's own
		}
		sch, err := t.GetSchema(ctx)
		if err != nil {
			return "", fmt.Errorf("the definition of table %s: %w", name, err)
		}
		if hasVirtualBefore(sch) {
			return name.Name, nil
		}
	}
	return "", nil
}

// errUncounted is error 1235 of a merge or a count that would come to such a table.
func errUncounted(table string) error {
	return mysql.NewSQLError(erNotSupportedYet, "42000", "This version of Dolt doesn't yet support table '%s', which has a VIRTUAL column before a stored one, in merges and in dolt_diff_stat(). Place such columns last, by ALTER TABLE ... MODIFY COLUMN ... AFTER, in all commits that are compared", table)
}

// countedMerge refuses a procedure that merges while the session's branch has a table that cannot be
// counted.
func countedMerge(name string, run procedure) procedure {
	if !merging[name] {
		return run
	}
	return func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		session, ok := ctx.Session.(*dsess.DoltSession)
		if !ok {
			return run(ctx, args...)
		}
		roots, ok := session.GetRoots(ctx, ctx.GetCurrentDatabase())
		if !ok {
			return run(ctx, args...)
		}
		table, err := uncounted(ctx, roots.Working)
		if err != nil {
			return nil, err
		}
		if table != "" {
			return nil, errUncounted(table)
		}
		return run(ctx, args...)
	}
}

// countedDiff is dolt_diff_stat(), which counts as a merge does. It refuses roots with a table that cannot be
// counted.
type countedDiff struct{ sql.TableFunction }

// NewInstance implements sql.TableFunction.
func (f countedDiff) NewInstance(ctx *sql.Context, db sql.Database, args []sql.Expression) (sql.Node, error) {
	session, ok := ctx.Session.(*dsess.DoltSession)
	if ok && db != nil {
		refs := []string{doltdb.Working, doltdb.Staged}
		for _, arg := range args {
			if v, err := arg.Eval(ctx, nil); err == nil {
				if text, ok := v.(string); ok {
					refs = append(refs, strings.FieldsFunc(text, func(r rune) bool { return r == '.' })...) // a..b
				}
			}
		}
		for _, name := range refs {
			root, _, _, err := session.ResolveRootForRef(ctx, db.Name(), name)
			if err != nil || root == nil {
				continue // a table's name, or the function says what is wrong with it
			}
			if table, err := uncounted(ctx, root); err != nil {
				return nil, err
			} else if table != "" {
				return nil, errUncounted(table)
			}
		}
	}
	return f.TableFunction.NewInstance(ctx, db, args) //nolint:wrapcheck // the storage's own
}

// countable reports whether a merge can count the rows of a table that the transaction has changed.
func (c *committing) countable(name doltdb.TableName) (bool, error) {
	t, ok, err := c.own.GetTable(c.ctx, name)
	if err != nil || !ok {
		return true, err //nolint:wrapcheck // the storage's own
	}
	sch, err := t.GetSchema(c.ctx)
	if err != nil {
		return false, fmt.Errorf("the definition of table %s: %w", name, err)
	}
	return !hasVirtualBefore(sch), nil
}
