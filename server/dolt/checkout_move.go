package dolt

import (
	"fmt"
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/ref"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/go-mysql-server/sql"
)

// checkedMove wraps dolt_checkout. With --move it carries the changes that are not committed to
// another branch, and empties the branch that they come from before it commits. If it then refused a
// name that differs from another only in case, the changes would be lost, so their names are checked
// first.
func (p provider) checkedMove(name string, run procedure) procedure {
	if name != "dolt_checkout" {
		return run
	}
	return func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		branch, moves := movedTo(args)
		if branch != "" {
			if err := p.refuseMove(ctx, branch); err != nil {
				return nil, err
			}
		}
		if !moves {
			return run(ctx, args...)
		}
		if err := commitOpen(ctx); err != nil {
			return nil, err
		}
		rows, err := run(ctx, args...)
		if err != nil {
			return nil, err
		}
		return rows, commitOpen(ctx)
	}
}

// commitOpen commits what the session has open, and begins another transaction. It is called before
// changes are moved, as a transaction changes one branch, and after it: the branch that the changes
// come from is empty then, whatever becomes of the session's transaction, and a ROLLBACK would lose
// them.
func commitOpen(ctx *sql.Context) error {
	session, ok := ctx.Session.(sql.TransactionSession)
	if !ok || ctx.GetTransaction() == nil {
		return nil
	}
	if err := session.CommitTransaction(ctx, ctx.GetTransaction()); err != nil {
		return fmt.Errorf("committing what is open: %w", err)
	}
	return beginAnew(ctx)
}

// beginAnew has the session go on in a transaction that begins now.
func beginAnew(ctx *sql.Context) error {
	session, ok := ctx.Session.(sql.TransactionSession)
	if !ok {
		return nil
	}
	next, err := session.StartTransaction(ctx, sql.ReadWrite)
	if err != nil {
		return fmt.Errorf("beginning the next transaction: %w", err)
	}
	ctx.SetTransaction(next)
	return nil
}

// hasOption reports whether an argument is an option that has one of some letters. Dolt takes any
// number of dashes and several options in one, as -fm for -f and -m.
func hasOption(arg, letters string) bool {
	option, _, _ := strings.Cut(arg, "=")
	return strings.HasPrefix(option, "-") && strings.ContainsAny(option, letters)
}

// movedTo reports whether dolt_checkout moves changes, and returns its first argument that is no
// option: the branch that it moves them to. It reports true for some options more than -m and --move,
// which all make a branch and commit, as -bmain.
func movedTo(args []string) (branch string, moves bool) {
	for _, arg := range args {
		switch {
		case strings.HasPrefix(arg, "-"):
			moves = moves || hasOption(arg, "m")
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
