package dolt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/diff"
	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/dsess"
	"github.com/dolthub/go-mysql-server/sql"
)

// dolt_checkout of tables replaces them by those of a commit, or of what is staged. Dolt takes tables whose
// names differ only in case, and a table that was renamed since, for the table that is named: it would be
// gone, with rows that were committed to no branch, although no statement named it.

// allTables stands for all tables of the session among the arguments of dolt_checkout.
const allTables = "."

// checkedTables wraps dolt_checkout so that it replaces tables only by those of the same name.
func (p provider) checkedTables(name string, run procedure) procedure {
	if name != "dolt_checkout" {
		return run
	}
	return func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		if err := p.refuseTables(ctx, args); err != nil {
			return nil, err
		}
		return run(ctx, args...)
	}
}

// refuseTables returns the error of a dolt_checkout that replaces a table by one of another name; nil if it
// does not, or if Dolt tells what is wrong with it.
func (p provider) refuseTables(ctx *sql.Context, args []string) error {
	named, separator := positional(args)
	session, ok := ctx.Session.(interface {
		GetRoots(ctx *sql.Context, database string) (doltdb.Roots, bool)
	})
	if !ok || len(named) == 0 || slices.ContainsFunc(args, func(arg string) bool { return hasOption(arg, "bBt") }) {
		return nil
	}
	roots, ok := session.GetRoots(ctx, ctx.GetCurrentDatabase())
	if !ok {
		return nil
	}
	working, err := tableNames(ctx, roots.Working)
	if err != nil {
		return err
	}
	var known []string // tables that dolt_checkout without a commit knows beside those
	for _, root := range [...]doltdb.RootValue{roots.Staged, roots.Head} {
		names, err := tableNames(ctx, root)
		if err != nil {
			return err
		}
		known = append(known, names...)
	}
	first := named[0]
	isTable := first == allTables || findName(working, first) != "" || findName(known, first) != ""
	switch {
	case separator == 0, separator < 0 && isTable && !(len(named) == 1 && p.isBranch(ctx, first)):
		return otherTable(working, known, named)
	case len(named) == 1:
		return nil // a branch
	}
	commit := rootOf(ctx, first)
	if commit == nil {
		return nil
	}
	theirs, err := tableNames(ctx, commit)
	if err != nil {
		return err
	}
	if err := otherTable(working, theirs, named[1:]); err != nil {
		return err
	}
	deltas, err := diff.GetTableDeltas(ctx, roots.Working, commit)
	if err != nil {
		return fmt.Errorf("comparing the tables with those of %s: %w", first, err)
	}
	for _, d := range deltas {
		if d.IsRename() && slices.ContainsFunc(named[1:], func(table string) bool { return strings.EqualFold(table, d.ToName.Name) }) {
			return fmt.Errorf("dolt_checkout of %s would remove the table %s, which was renamed from it: rename it back, or drop it", d.ToName.Name, d.FromName.Name)
		}
	}
	return nil
}

// positional returns the arguments that are no options, and how many of them stand before "--"; -1 without one.
func positional(args []string) (named []string, separator int) {
	separator = -1
	for i, arg := range args {
		switch {
		case arg == "--":
			return append(named, args[i+1:]...), len(named)
		case !strings.HasPrefix(arg, "-"):
			named = append(named, arg)
		}
	}
	return named, separator
}

// otherTable returns the error of replacing a table of the first list by one of the second whose name
// differs from its own in case; nil if none of those named is.
func otherTable(own, others, named []string) error {
	if len(named) == 1 && named[0] == allTables {
		named = own
	}
	for _, name := range named {
		from, to := findName(others, name), findName(own, name)
		if from != "" && to != "" && from != to {
			return sql.ErrTableAlreadyExists.New(from)
		}
	}
	return nil
}

// findName returns the name of a list that is the same, or else the first that differs only in case; empty
// if there is none.
func findName(list []string, name string) (found string) {
	for _, n := range list {
		if n == name {
			return n
		}
		if found == "" && strings.EqualFold(n, name) {
			found = n
		}
	}
	return found
}

// storageOf returns the storage of the session's database; nil if there is none.
func (p provider) storageOf(ctx *sql.Context) *doltdb.DoltDB {
	name, _ := doltdb.SplitRevisionDbName(ctx.GetCurrentDatabase())
	db, ok := p.BaseDatabase(ctx, name)
	if !ok {
		return nil
	}
	return db.DbData().Ddb
}

func (p provider) isBranch(ctx *sql.Context, name string) bool {
	db := p.storageOf(ctx)
	if db == nil {
		return false
	}
	_, there, err := db.HasBranch(ctx, name)
	return err == nil && there
}

// rootOf returns the tables of a commit of the session's database; nil if there is no such commit.
func rootOf(ctx *sql.Context, commit string) doltdb.RootValue {
	session, ok := ctx.Session.(*dsess.DoltSession)
	if !ok {
		return nil
	}
	root, _, _, err := session.ResolveRootForRef(ctx, ctx.GetCurrentDatabase(), commit)
	if err != nil {
		return nil
	}
	return root
}
