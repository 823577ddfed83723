package dolt

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dolthub/dolt/go/libraries/doltcore/doltdb"
	"github.com/dolthub/dolt/go/libraries/doltcore/ref"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/server/dolt/datadir"
)

// Earlier servers made tables whose names differ only in case. Both of their names mean one of
// them to Dolt, so that a DROP TABLE would drop the other. Nothing is lost: statements that name
// one are refused until RENAME TABLE, which finds a table by its very name, has told them apart.

// ambiguous are names of tables in lower case, by databases in lower case.
type ambiguous map[string]map[string]bool

// logAmbiguous logs the tables of a database's branches whose names differ only in case, and adds
// them.
func (a ambiguous) logAmbiguous(ctx context.Context, name string, db *doltdb.DoltDB) error {
	return eachBranch(ctx, db, func(branch string, tables []string) {
		for _, same := range sameNames(tables) {
			logrus.Warn(ambiguousTables(name+", branch "+branch, same))
			key := strings.ToLower(name)
			if a[key] == nil {
				a[key] = make(map[string]bool)
			}
			a[key][strings.ToLower(same[0])] = true
		}
	})
}

// eachBranch calls a function with the tables of each branch of a database.
func eachBranch(ctx context.Context, db *doltdb.DoltDB, each func(branch string, tables []string)) error {
	branches, err := db.GetBranches(ctx)
	if err != nil {
		return fmt.Errorf("listing branches: %w", err)
	}
	for _, branch := range branches {
		set, err := ref.WorkingSetRefForHead(branch)
		if err != nil {
			return fmt.Errorf("branch %s: %w", branch.GetPath(), err)
		}
		working, err := db.ResolveWorkingSet(ctx, set)
		if errors.Is(err, doltdb.ErrWorkingSetNotFound) {
			continue
		}
		if err != nil {
			return fmt.Errorf("branch %s: %w", branch.GetPath(), err)
		}
		tables, err := working.WorkingRoot().GetTableNames(ctx, doltdb.DefaultSchemaName, false)
		if err != nil {
			return fmt.Errorf("listing tables: %w", err)
		}
		each(branch.GetPath(), tables)
	}
	return nil
}

// ambiguousTables is the line of the log about tables whose names differ only in case.
func ambiguousTables(of string, tables []string) string {
	database, _, _ := strings.Cut(of, ",")
	return fmt.Sprintf("database %s: tables %s have names that differ only in case. Their rows are kept, but no statement that names one is carried out, "+
		"until they are renamed: RENAME TABLE `%s`.`%s` TO `%s`.another_name", of, strings.Join(tables, ", "), database, tables[0], database)
}

// sameNames returns the names of a list that differ only in case, those of one kind together.
func sameNames(names []string) (same [][]string) {
	byLower := make(map[string][]string, len(names))
	for _, name := range names {
		lower := strings.ToLower(name)
		byLower[lower] = append(byLower[lower], name)
	}
	for _, lower := range slices.Sorted(maps.Keys(byLower)) {
		if list := byLower[lower]; len(list) > 1 {
			same = append(same, list)
		}
	}
	return same
}

// checkNames refuses a data directory with two databases whose names differ only in case: Dolt
// would serve one of them.
func checkNames(dirs []string) error {
	names := make([]string, len(dirs))
	for i, dir := range dirs {
		names[i] = filepath.Base(dir)
	}
	for _, same := range sameNames(names) {
		return datadir.SameName(dirs[slices.Index(names, same[0])], same)
	}
	return nil
}

// Ambiguous refuses a statement that names a table, if two tables have the name in different
// letter case: see [gms.Contention]. Names are in lower case. It asks for one word where the
// start has found none.
func Ambiguous(ctx *sql.Context, database, table string) error {
	b := beginningOf(ctx.Session)
	if b == nil || b.storage == nil {
		return nil
	}
	found := b.storage.ambiguous.Load()
	if found == nil {
		return nil
	}
	base, _ := doltdb.SplitRevisionDbName(database)
	if !(*found)[base][table] {
		return nil
	}
	roots, ok := ctx.Session.(interface {
		GetRoots(ctx *sql.Context, database string) (doltdb.Roots, bool)
	}).GetRoots(ctx, database)
	if !ok {
		return nil
	}
	names, err := tableNames(ctx, roots.Working)
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.EqualFold(name, table) })
	if len(names) < 2 {
		return nil // renamed since
	}
	return mysql.NewSQLError(mysql.ERNonUniqTable, "42000", "Tables '%s' have names that differ only in case: rename one by RENAME TABLE", strings.Join(names, "', '"))
}
