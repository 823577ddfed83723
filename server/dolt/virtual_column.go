package dolt

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/dolthub/dolt/go/cmd/dolt/cli"
	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/env"
	"github.com/dolthub/dolt/go/libraries/doltcore/schema"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
)

// Dolt counts what a merge changes in a table's rows on a goroutine of its own, by the places of columns.
// It takes VIRTUAL columns for stored ones: where one stands before a stored column the count panics, and
// the process ends. Rows of a table without a primary key are counted without a look at their columns. So no merge comes to count such a table: a transaction that would need one is rolled
// back to be run again, and a procedure that merges is refused.
//
// A merge counts a table if ours is as the common ancestor's and theirs is another. A procedure is refused if
// two of the roots that it may merge have different versions of a table, and one of the versions cannot be
// counted.

// merging returns the roots that a procedure with these arguments may merge, which may be the session's own. A
// root may be nil.
type merging = func(ctx *sql.Context, session *dsess.DoltSession, own doltdb.Roots, args []string) ([]doltdb.RootValue, error)

// merges returns what a procedure of a name merges, and nil for a procedure that merges nothing. A cherry-pick,
// and a rebase, which is one of several commits, merges without counting.
func (p provider) merges(name string) merging {
	switch name {
	case "dolt_merge":
		return namedRoots
	case "dolt_revert":
		return revertedRoots
	case "dolt_stash":
		return stashedRoots
	case "dolt_pull":
		return p.pulledRoots
	case "dolt_verify_constraints":
		return func(_ *sql.Context, _ *dsess.DoltSession, own doltdb.Roots, _ []string) ([]doltdb.RootValue, error) {
			return []doltdb.RootValue{own.Working, own.Head}, nil
		}
	}
	return nil
}

// countedMerge refuses a procedure that may come to count a table that cannot be counted.
func (p provider) countedMerge(name string, run procedure) procedure {
	roots := p.merges(name)
	if roots == nil {
		return run
	}
	return func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		if session, ok := ctx.Session.(*dsess.DoltSession); ok {
			if err := refuseMerge(ctx, session, args, roots); err != nil {
				return nil, err
			}
		}
		return run(ctx, args...)
	}
}

// refuseMerge returns error 1235 if the roots that a procedure may merge have a table that cannot be counted.
func refuseMerge(ctx *sql.Context, session *dsess.DoltSession, args []string, named merging) error {
	own, ok := session.GetRoots(ctx, ctx.GetCurrentDatabase())
	if !ok {
		return nil // Dolt says that there is no database
	}
	roots, err := named(ctx, session, own, args)
	if err != nil {
		return err
	}
	table, err := uncounted(ctx, roots)
	if err != nil {
		return err
	}
	if table != "" {
		return errUncounted(table)
	}
	return nil
}

// namedRoots returns the roots of all arguments that name a commit which is merged, and the session's.
func namedRoots(ctx *sql.Context, session *dsess.DoltSession, own doltdb.Roots, args []string) (roots []doltdb.RootValue, err error) {
	for _, arg := range args {
		merged, err := isMerged(ctx, session, arg)
		if err != nil {
			return nil, err
		}
		if merged {
			roots = append(roots, rootOf(ctx, arg), own.Working, own.Head)
		}
	}
	return roots, nil
}

// isMerged reports whether a name is of a commit beside the session's: one that is behind it, or that it is moved
// to, is not merged.
func isMerged(ctx *sql.Context, session *dsess.DoltSession, name string) (bool, error) {
	theirs := commitOf(ctx, session, ctx.GetCurrentDatabase(), name)
	if theirs == nil {
		return false, nil
	}
	ours, err := session.GetHeadCommit(ctx, ctx.GetCurrentDatabase())
	if err != nil {
		return false, fmt.Errorf("the last commit of a branch: %w", err)
	}
	switch moved, err := ours.CanFastForwardTo(ctx, theirs); {
	case errors.Is(err, doltdb.ErrIsAhead), errors.Is(err, doltdb.ErrUpToDate):
		return false, nil
	case err != nil:
		return false, nil //nolint:nilerr // Dolt says that they have no commit in common
	default:
		return !moved, nil
	}
}

// revertedRoots returns the roots of commits and of their parents, and the session's.
func revertedRoots(ctx *sql.Context, _ *dsess.DoltSession, own doltdb.Roots, args []string) (roots []doltdb.RootValue, err error) {
	for _, arg := range args {
		roots = append(roots, rootOf(ctx, arg), rootOf(ctx, arg+"~1"))
	}
	return append(roots, own.Working), nil
}

// stashedRoots returns the roots that dolt_stash pop and apply merge: the committed working set, of which the
// session's transaction may not know yet, and that of the stash.
func stashedRoots(ctx *sql.Context, session *dsess.DoltSession, own doltdb.Roots, args []string) ([]doltdb.RootValue, error) {
	named, _ := positional(args)
	data, ok := session.GetDbData(ctx, ctx.GetCurrentDatabase())
	if !ok || len(named) < 2 || named[0] != "pop" && named[0] != "apply" {
		return nil, nil
	}
	index := 0
	if len(named) > 2 {
		var err error
		if index, err = strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(named[2], "stash@{"), "}")); err != nil {
			return nil, nil //nolint:nilerr // Dolt refuses it
		}
	}
	stash, _, _, err := data.Ddb.GetStashRootAndHeadCommitAtIdx(ctx, index, named[1])
	if err != nil {
		return nil, nil //nolint:nilerr // Dolt says that there is no such stash
	}
	set, err := env.WorkingSet(ctx, data.Ddb, data.Rsr)
	if err != nil {
		return nil, fmt.Errorf("the working set of a branch: %w", err)
	}
	return []doltdb.RootValue{stash, set.WorkingRoot(), own.Working}, nil
}

// pulledRoots fetches what dolt_pull would, and is namedRoots of the branch that it would merge. What
// dolt_pull finds new by itself is what the remote got meanwhile.
func (p provider) pulledRoots(ctx *sql.Context, session *dsess.DoltSession, own doltdb.Roots, args []string) ([]doltdb.RootValue, error) {
	parsed, err := cli.CreatePullArgParser().Parse(args)
	data, ok := session.GetDbData(ctx, ctx.GetCurrentDatabase())
	if err != nil || !ok || parsed.NArg() > 2 {
		return nil, nil //nolint:nilerr // Dolt refuses it
	}
	named := append(parsed.Args[:parsed.NArg():parsed.NArg()], "", "")
	spec, err := env.NewPullSpec(ctx, data.Rsr, named[0], named[1], parsed.NArg() == 1)
	if err != nil {
		return nil, err //nolint:wrapcheck // as Dolt says it
	}
	fetched := []string{spec.Remote.Name}
	if user, ok := parsed.GetValue(cli.UserFlag); ok {
		fetched = append(fetched, "--"+cli.UserFlag, user)
	}
	details, err := p.DoltDatabaseProvider.ExternalStoredProcedure(ctx, "dolt_fetch", len(fetched))
	if err != nil || details == nil {
		return nil, err //nolint:wrapcheck // the storage's own
	}
	fetch, ok := details.Function.(procedure)
	if !ok {
		return nil, fmt.Errorf("the storage has an unexpected dolt_fetch, %T", details.Function)
	}
	if _, err := fetch(ctx, fetched...); err != nil {
		return nil, err
	}
	var tracking []string
	for _, s := range spec.RefSpecs {
		if r := s.DestRef(spec.Branch); r != nil {
			tracking = append(tracking, r.String())
		}
	}
	return namedRoots(ctx, session, own, tracking)
}

// uncounted returns a table of which two of the roots have different versions, one of which cannot be counted;
// empty if there is none. Roots that are nil are left out.
func uncounted(ctx *sql.Context, roots []doltdb.RootValue) (table string, err error) {
	seen := make(map[doltdb.TableName]bool)
	for _, root := range roots {
		if root == nil {
			continue
		}
		names, err := root.GetAllTableNames(ctx, false)
		if err != nil {
			return "", fmt.Errorf("the tables of a commit: %w", err)
		}
		for _, name := range names {
			if seen[name] {
				continue
			}
			seen[name] = true
			if not, err := isUncounted(ctx, name, roots); err != nil || not {
				return name.Name, err
			}
		}
	}
	return "", nil
}

// isUncounted reports whether two of the roots have different versions of a table, and one of the versions
// cannot be counted.
func isUncounted(ctx *sql.Context, name doltdb.TableName, roots []doltdb.RootValue) (bool, error) {
	var versions []*doltdb.Table
	for _, root := range roots {
		if root == nil {
			continue
		}
		t, ok, err := root.GetTable(ctx, name)
		if err != nil {
			return false, fmt.Errorf("table %s: %w", name, err)
		}
		if ok {
			versions = append(versions, t)
		}
	}
	return areUncounted(ctx, versions)
}

// areUncounted reports whether two versions of a table differ, and one of the versions cannot be counted.
func areUncounted(ctx *sql.Context, versions []*doltdb.Table) (bool, error) {
	differ, not := false, false
	for _, t := range versions {
		same, err := isSame(versions[0], t)
		if err != nil {
			return false, err
		}
		sch, err := t.GetSchema(ctx)
		if err != nil {
			return false, fmt.Errorf("the definition of a table: %w", err)
		}
		differ, not = differ || !same, not || hasVirtualBefore(sch) && !schema.IsKeyless(sch)
	}
	return differ && not, nil
}

func isSame(a, b *doltdb.Table) (bool, error) {
	x, err := a.HashOf()
	if err != nil {
		return false, fmt.Errorf("the address of a table: %w", err)
	}
	y, err := b.HashOf()
	if err != nil {
		return false, fmt.Errorf("the address of a table: %w", err)
	}
	return x == y, nil
}

// hasVirtualBefore reports whether a VIRTUAL column of a table stands before a stored one that is no key.
func hasVirtualBefore(sch schema.Schema) bool {
	virtual, before := false, false
	_ = sch.GetNonPKCols().Iter(func(_ uint64, c schema.Column) (stop bool, err error) {
		virtual, before = virtual || c.Virtual, before || virtual && !c.Virtual
		return before, nil
	})
	return before
}

// errUncounted is error 1235 of a merge or a count that would come to such a table.
func errUncounted(table string) error {
	return mysql.NewSQLError(erNotSupportedYet, "42000", "This version of Dolt doesn't yet support table '%s', which has a VIRTUAL column before a stored one, in merges and in dolt_diff_stat(). Place such columns last, by ALTER TABLE ... MODIFY COLUMN ... AFTER, in all commits that are compared", table)
}
