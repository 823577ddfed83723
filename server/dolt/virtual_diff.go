package dolt

import (
	"fmt"
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/diff"
	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/merge"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dtablefunctions"
	"github.com/dolthub/go-mysql-server/sql"
)

// comparison is what the storage's functions of tables implement.
type comparison interface {
	sql.TableFunction
	sql.ExecSourceRel
	sql.AuthorizationCheckerNode
	DataLength(ctx *sql.Context) (uint64, error)
	RowCount(ctx *sql.Context) (uint64, bool, error)
}

// compared wraps a function that counts rows as a merge does, or that converts rows of two commits. It returns
// others as they are.
func compared(f sql.TableFunction) sql.TableFunction {
	inner, ok := f.(comparison)
	if !ok {
		return f
	}
	switch f.(type) {
	case *dtablefunctions.DiffStatTableFunction, *dtablefunctions.PreviewMergeConflictsSummaryTableFunction, *dtablefunctions.PreviewMergeConflictsTableFunction:
		return comparedTables{inner, errUncountedDelta}
	case *dtablefunctions.DiffTableFunction, *dtablefunctions.PatchTableFunction:
		return comparedTables{inner, errUnreadDelta}
	}
	return f
}

// errUncountedDelta returns error 1235 of a table whose rows cannot be counted.
func errUncountedDelta(ctx *sql.Context, d diff.TableDelta) error {
	if d.FromTable == nil || d.ToTable == nil {
		return nil
	}
	if not, err := areUncounted(ctx, []*doltdb.Table{d.FromTable, d.ToTable}); err != nil || !not {
		return err
	}
	return errUncounted(d.CurName())
}

// errUnreadDelta returns error 1235 of a table whose rows cannot be converted.
func errUnreadDelta(ctx *sql.Context, d diff.TableDelta) error {
	return errUnread(ctx, d.CurName(), d.FromTable, d.ToTable)
}

// comparedTables is a function that compares the tables of two commits. It refuses a table that has changed if
// the storage would end the process over it. It looks at the commits when it runs: a prepared statement is given
// its arguments then, and a branch may have moved since it was planned.
type comparedTables struct {
	comparison
	refused func(ctx *sql.Context, d diff.TableDelta) error
}

// NewInstance implements sql.TableFunction.
func (f comparedTables) NewInstance(ctx *sql.Context, db sql.Database, args []sql.Expression) (sql.Node, error) {
	return f.wrap(f.comparison.NewInstance(ctx, db, args))
}

// WithChildren implements sql.Node.
func (f comparedTables) WithChildren(children ...sql.Node) (sql.Node, error) {
	return f.wrap(f.comparison.WithChildren(children...))
}

// WithExpressions implements sql.Expressioner.
func (f comparedTables) WithExpressions(args ...sql.Expression) (sql.Node, error) {
	return f.wrap(f.comparison.WithExpressions(args...))
}

// WithDatabase implements sql.Databaser.
func (f comparedTables) WithDatabase(db sql.Database) (sql.Node, error) {
	return f.wrap(f.comparison.WithDatabase(db))
}

func (f comparedTables) wrap(n sql.Node, err error) (sql.Node, error) {
	inner, ok := n.(comparison)
	if err != nil || !ok {
		return n, err
	}
	return comparedTables{inner, f.refused}, nil
}

// RowIter implements sql.ExecSourceRel.
func (f comparedTables) RowIter(ctx *sql.Context, row sql.Row) (sql.RowIter, error) {
	if session, ok := ctx.Session.(*dsess.DoltSession); ok {
		if err := f.refuse(ctx, session); err != nil {
			return nil, err
		}
	}
	return f.comparison.RowIter(ctx, row) //nolint:wrapcheck // the storage's own
}

// refuse returns the error of a table that is compared and refused. Of arguments that name no commits the function
// tells what is wrong.
func (f comparedTables) refuse(ctx *sql.Context, session *dsess.DoltSession) error {
	named, err := f.arguments(ctx)
	if err != nil || len(named) == 0 {
		return err
	}
	from, to, table, err := f.roots(ctx, session, named)
	if err != nil || from == nil || to == nil {
		return err
	}
	deltas, err := diff.GetTableDeltas(ctx, from, to)
	if err != nil {
		return fmt.Errorf("comparing the tables of two commits: %w", err)
	}
	for _, d := range deltas {
		if table != "" && !strings.EqualFold(table, d.FromName.Name) && !strings.EqualFold(table, d.ToName.Name) {
			continue
		}
		if err := f.refused(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

// arguments returns what the function is called with but for options; nil if one of them is no text.
func (f comparedTables) arguments(ctx *sql.Context) (named []string, err error) {
	for _, arg := range f.Expressions() {
		v, err := arg.Eval(ctx, nil)
		if err != nil {
			return nil, err //nolint:wrapcheck // the engine's own
		}
		text, ok := v.(string)
		if !ok {
			return nil, nil
		}
		if !strings.HasPrefix(text, "-") {
			named = append(named, text)
		}
	}
	return named, nil
}

// roots returns what is compared, two arguments, or one that is a..b or a...b, which compares b with the commit
// that both began with; and the table that the next argument names, empty for all. Roots are nil if an argument
// names no commit.
func (f comparedTables) roots(ctx *sql.Context, session *dsess.DoltSession, named []string) (from, to doltdb.RootValue, table string, err error) {
	a, b, dots := strings.Cut(named[0], "...")
	rest := named[1:]
	switch x, y, two := strings.Cut(named[0], ".."); {
	case dots:
		if a, err = f.beginning(ctx, session, a, b); err != nil || a == "" {
			return nil, nil, "", err
		}
	case two:
		a, b = x, y
	case len(rest) == 0:
		return nil, nil, "", nil
	default:
		b, rest = rest[0], rest[1:]
	}
	if len(rest) > 0 {
		table = rest[0]
	}
	database := f.Database().Name()
	if from, _, _, err = session.ResolveRootForRef(ctx, database, a); err != nil {
		return nil, nil, "", nil //nolint:nilerr // the function says that there is no such commit
	}
	if to, _, _, err = session.ResolveRootForRef(ctx, database, b); err != nil {
		return nil, nil, "", nil //nolint:nilerr // the function says that there is no such commit
	}
	return from, to, table, nil
}

// beginning returns the commit that two began with; empty if one of them does not exist.
func (f comparedTables) beginning(ctx *sql.Context, session *dsess.DoltSession, a, b string) (string, error) {
	x, y := commitOf(ctx, session, f.Database().Name(), a), commitOf(ctx, session, f.Database().Name(), b)
	if x == nil || y == nil {
		return "", nil
	}
	base, err := merge.MergeBase(ctx, x, y)
	if err != nil {
		return "", fmt.Errorf("the commit that two branches began with: %w", err)
	}
	return base.String(), nil
}

// commitOf returns the commit of a name; nil if there is none.
func commitOf(ctx *sql.Context, session *dsess.DoltSession, database, name string) *doltdb.Commit {
	data, ok := session.GetDbData(ctx, database)
	if !ok {
		return nil
	}
	head, err := session.CWBHeadRef(ctx, database)
	if err != nil {
		return nil
	}
	spec, err := doltdb.NewCommitSpec(name)
	if err != nil {
		return nil
	}
	found, err := data.Ddb.Resolve(ctx, spec, head)
	if err != nil {
		return nil
	}
	commit, ok := found.ToCommit()
	if !ok {
		return nil
	}
	return commit
}
