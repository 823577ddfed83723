package dolt

import (
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/ref"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/go-mysql-server/sql"
)

// checkedMove wraps dolt_checkout. With --move it carries the changes that are not committed to
// another branch, and has emptied the one that they come from before it commits: a refusal then,
// because a name differs from another one only in case, would lose them. So they are looked at
// before. Other procedures are returned as they are.
func (p provider) checkedMove(details *sql.ExternalStoredProcedureDetails) *sql.ExternalStoredProcedureDetails {
	run, ok := details.Function.(func(*sql.Context, ...string) (sql.RowIter, error))
	if !ok || !strings.EqualFold(details.Name, "dolt_checkout") {
		return details
	}
	checked := *details
	checked.Function = func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		if branch := movedTo(args); branch != "" {
			if err := p.refuseMove(ctx, branch); err != nil {
				return nil, err
			}
		}
		return run(ctx, args...)
	}
	return &checked
}

// movedTo returns the branch that dolt_checkout moves changes to; empty if it moves none, or to a
// branch that it makes.
func movedTo(args []string) (branch string) {
	moves := false
	for _, arg := range args {
		switch {
		case arg == "--move", arg == "-m":
			moves = true
		case branch == "" && !strings.HasPrefix(arg, "-"):
			branch = arg
		}
	}
	if !moves {
		return ""
	}
	return branch
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
