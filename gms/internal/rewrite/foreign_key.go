package rewrite

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/internal/sqlerr"
)

// A foreign key refers to columns of which a unique key has all and no others, unless
// restrict_fk_on_non_standard_key is off. To the engine any index will do.

// errNonUniqueKey is ER_FK_NO_UNIQUE_INDEX_PARENT.
const errNonUniqueKey = 6125

// CheckForeignKeys refuses a plan that makes one that does not.
func CheckForeignKeys(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node) error {
	switch n := n.(type) {
	case *plan.CreateTable:
		if len(n.ForeignKeys()) == 0 || !restrictsKeys(ctx) {
			return nil
		}
		for i, key := range n.ForeignKeys() {
			unique := uniqueKeys(n.PkSchema(), n.Indexes())
			if !strings.EqualFold(key.ParentTable, n.Name()) || !strings.EqualFold(key.ParentDatabase, n.Database().Name()) {
				var err error
				if unique, err = uniqueKeysOf(ctx, a, key); err != nil || unique == nil {
					return err
				}
			}
			if !hasKey(unique, key.ParentColumns) {
				return nonUniqueKey(key, n.Name(), i+1)
			}
		}
	case *plan.CreateForeignKey:
		if !restrictsKeys(ctx) {
			return nil
		}
		unique, err := uniqueKeysOf(ctx, a, n.FkDef)
		if err != nil || unique == nil || hasKey(unique, n.FkDef.ParentColumns) {
			return err
		}
		number := 1
		if t, _, err := a.Catalog.Table(ctx, n.FkDef.Database, n.FkDef.Table); err == nil {
			if t, ok := t.(sql.ForeignKeyTable); ok {
				declared, _ := t.GetDeclaredForeignKeys(ctx)
				number += len(declared)
			}
		}
		return nonUniqueKey(n.FkDef, n.FkDef.Table, number)
	}
	return nil
}

func restrictsKeys(ctx *sql.Context) bool {
	v, err := ctx.GetSessionVariable(ctx, "restrict_fk_on_non_standard_key")
	if err != nil {
		return false
	}
	on, err := sql.ConvertToBool(ctx, v)
	return err == nil && on
}

// uniqueKeysOf are the columns of the unique keys of the table that a foreign key refers to;
// nil if the table is not there, of which others tell.
func uniqueKeysOf(ctx *sql.Context, a *analyzer.Analyzer, key *sql.ForeignKeyConstraint) ([][]string, error) {
	t, _, err := a.Catalog.Table(ctx, key.ParentDatabase, key.ParentTable)
	if err != nil {
		return nil, nil //nolint:nilerr // no such table
	}
	for _, column := range key.ParentColumns {
		if t.Schema().IndexOfColName(column) < 0 {
			return nil, nil
		}
	}
	unique := [][]string{}
	if indexed, ok := t.(sql.IndexAddressableTable); ok {
		indexes, err := indexed.GetIndexes(ctx)
		if err != nil {
			return nil, fmt.Errorf("list the keys of %s: %w", key.ParentTable, err)
		}
		for _, index := range indexes {
			if !index.IsUnique() || len(index.PrefixLengths()) > 0 {
				continue
			}
			var columns []string
			for _, e := range index.Expressions() {
				columns = append(columns, e[strings.LastIndexByte(e, '.')+1:])
			}
			unique = append(unique, columns)
		}
	}
	return unique, nil
}

// uniqueKeys are those of a table that is being made.
func uniqueKeys(schema sql.PrimaryKeySchema, indexes sql.IndexDefs) [][]string {
	var primary []string
	for _, at := range schema.PkOrdinals {
		primary = append(primary, schema.Schema[at].Name)
	}
	unique := [][]string{primary}
	for _, index := range indexes {
		if !index.IsUnique() && !index.IsPrimary() {
			continue
		}
		var columns []string
		for _, c := range index.Columns {
			columns = append(columns, c.Name)
		}
		unique = append(unique, columns)
	}
	return unique
}

func hasKey(keys [][]string, columns []string) bool {
next:
	for _, key := range keys {
		if len(key) != len(columns) {
			continue
		}
		for i, c := range key {
			if !strings.EqualFold(c, columns[i]) {
				continue next
			}
		}
		return true
	}
	return false
}

// nonUniqueKey is MySQL's error of a foreign key, the one of a number of its table.
func nonUniqueKey(key *sql.ForeignKeyConstraint, table string, number int) error {
	name := key.Name
	if name == "" {
		name = fmt.Sprintf("%s_ibfk_%d", table, number)
	}
	return mysql.NewSQLError(errNonUniqueKey, sqlerr.StateGeneral,
		"Failed to add the foreign key constraint. Missing unique key for constraint '%s' in the referenced table '%s'", name, key.ParentTable)
}
