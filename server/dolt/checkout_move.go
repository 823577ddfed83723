package dolt

import (
	"fmt"
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/ref"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/go-mysql-server/sql"
)

// checkedMove wraps dolt_checkout and dolt_branch, and returns other procedures as they are. With
// --move dolt_checkout carries the changes that are not committed to another branch, and empties the
// branch that they come from before it commits. If it then refused a name that differs from another
// only in case, the changes would be lost, so their names are checked first. With --move dolt_branch
// renames a branch.
func (p provider) checkedMove(details *sql.ExternalStoredProcedureDetails) *sql.ExternalStoredProcedureDetails {
	run, ok := details.Function.(func(*sql.Context, ...string) (sql.RowIter, error))
	if !ok {
		return details
	}
	checked := *details
	switch strings.ToLower(details.Name) {
	case "dolt_branch":
		checked.Function = func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
			if _, moves := movedTo(args); moves { // what is open would be of a branch that is gone
				if err := commitMoved(ctx); err != nil {
					return nil, err
				}
			}
			return run(ctx, args...)
		}
		return &checked
	case "dolt_checkout":
	default:
		return details
	}
	checked.Function = func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		branch, moves := movedTo(args)
		if branch != "" {
			if err := p.refuseMove(ctx, branch); err != nil {
				return nil, err
			}
		}
		if !moves {
			return run(ctx, args...)
		}
		if err := commitMoved(ctx); err != nil {
			return nil, err
		}
		rows, err := run(ctx, args...)
		if err != nil {
			return nil, err
		}
		return rows, commitMoved(ctx)
	}
	return &checked
}

// commitMoved commits what the session has open, and begins another transaction. It is called before
// a move, as a transaction changes one branch, and after it: the branch that the changes come from
// is empty then, whatever becomes of the session's transaction, and a ROLLBACK would lose them.
func commitMoved(ctx *sql.Context) error {
	session, ok := ctx.Session.(sql.TransactionSession)
	if !ok || ctx.GetTransaction() == nil {
		return nil
	}
	if err := session.CommitTransaction(ctx, ctx.GetTransaction()); err != nil {
		return fmt.Errorf("committing the changes that are moved: %w", err)
	}
	next, err := session.StartTransaction(ctx, sql.ReadWrite)
	if err != nil {
		return fmt.Errorf("beginning a transaction after changes are moved: %w", err)
	}
	ctx.SetTransaction(next)
	return nil
}

// mayMove reports whether an option is, or contains, -m or --move. Dolt takes any number of dashes and
// several options in one, as -fm. It reports true for some others, which all make or remove a branch
// and commit, as -bmain.
func mayMove(option string) bool {
	option, _, _ = strings.Cut(option, "=")
	return strings.Contains(option, "m")
}

// movedTo reports whether dolt_checkout moves changes or dolt_branch renames a branch, and returns
// their first argument that is no option: the branch that dolt_checkout moves to.
func movedTo(args []string) (branch string, moves bool) {
	for _, arg := range args {
		switch {
		case strings.HasPrefix(arg, "-"):
			moves = moves || mayMove(arg)
		case branch == "":
			branch = arg
		}
	}
	if !moves {
		return "", false
	}
	return branch, true
}

// refuseMove returns the error of a move of the session's tables to a branch after which two of
// them would have names that differ only in case; nil if none would, or if the branch is unknown,
// of which Dolt tells.
func (p provider) refuseMove(ctx *sql.Context, branch string) error {
	name := ctx.GetCurrentDatabase()
	session, ok := ctx.Session.(interface {
		GetRoots(ctx *sql.Context, database string) (doltdb.Roots, bool)
	})
	if !ok {
		return nil
	}
	db, err := p.DoltDatabaseProvider.Database(ctx, name)
	if err != nil {
		return nil //nolint:nilerr // Dolt tells
	}
	stored, ok := db.(dsess.SqlDatabase)
	roots, found := session.GetRoots(ctx, name)
	if !ok || !found {
		return nil
	}
	set, err := ref.WorkingSetRefForHead(ref.NewBranchRef(branch))
	if err != nil {
		return nil //nolint:nilerr // Dolt tells
	}
	working, err := stored.DbData().Ddb.ResolveWorkingSet(ctx, set)
	if err != nil {
		return nil //nolint:nilerr // Dolt tells
	}
	var names [3][]string // of the session, of its last commit, and of the branch
	for i, root := range [...]doltdb.RootValue{roots.Working, roots.Head, working.WorkingRoot()} {
		if names[i], err = tableNames(ctx, root); err != nil {
			return err
		}
	}
	if second := colliding(names[1], names[0], names[2]); second != "" {
		return sql.ErrTableAlreadyExists.New(second)
	}
	return nil
}
