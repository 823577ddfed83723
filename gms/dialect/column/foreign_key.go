package column

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// A foreign key refers to columns of which a unique key has all and no others, unless
// restrict_fk_on_non_standard_key is off; then it is deprecated. To the engine any index will do.

// errNonUniqueKey is ER_FK_NO_UNIQUE_INDEX_PARENT, warnNonUniqueKey what is said instead where
// such keys are allowed.
const (
	errNonUniqueKey  = 6125
	warnNonUniqueKey = 6124
)

// ForeignKeyRule describes [CheckForeignKeys].
var ForeignKeyRule = rule.Rule{
	Name: "foreign-key-parents", Changes: rule.Plan, About: rule.Tables,
	Why:      "To the engine a foreign key may refer to any index; MySQL wants a unique key of these columns alone.",
	NeededBy: rule.Client, Golden: "foreign_keys",
}

// CheckForeignKeys refuses a plan that makes one that does not, or where such are allowed
// calls deprecated with a warning of each.
func CheckForeignKeys(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node, deprecated func(number int, text string)) error {
	switch n := n.(type) {
	case *plan.CreateTable:
		unnamed := 0
		for _, key := range n.ForeignKeys() {
			if key.Name == "" {
				unnamed++
			}
			if leavesComputed(n.PkSchema().Schema, key) {
				return sqlerr.CannotAddForeignKey()
			}
			unique := uniqueKeys(n.PkSchema(), n.Indexes())
			if !strings.EqualFold(key.ParentTable, n.Name()) || !strings.EqualFold(key.ParentDatabase, n.Database().Name()) {
				var err error
				if unique, err = uniqueKeysOf(ctx, a, key); err != nil || unique == nil {
					return err
				}
			}
			if !hasKey(unique, key.ParentColumns) {
				if err := nonUniqueKey(ctx, key, n.Name(), unnamed, deprecated); err != nil {
					return err
				}
			}
		}
	case *plan.Block: // ALTER TABLE of several parts, which may make the unique key, too
		for _, part := range n.Children() {
			if err := checkComputed(ctx, a, part, n.Children()); err != nil {
				return err
			}
		}
	case *plan.AddColumn, *plan.ModifyColumn:
		return checkComputed(ctx, a, n, nil)
	case *plan.CreateForeignKey:
		if err := checkComputed(ctx, a, n, nil); err != nil {
			return err
		}
		unique, err := uniqueKeysOf(ctx, a, n.FkDef)
		if err != nil || unique == nil || hasKey(unique, n.FkDef.ParentColumns) {
			return err
		}
		number := 1
		if t, _, err := a.Catalog.Table(ctx, n.FkDef.Database, n.FkDef.Table); err == nil {
			if t, ok := t.(sql.ForeignKeyTable); ok {
				declared, _ := t.GetDeclaredForeignKeys(ctx)
				for _, key := range declared {
					var of int
					if _, err := fmt.Sscanf(strings.ToLower(key.Name), strings.ToLower(strings.ReplaceAll(n.FkDef.Table, "%", "%%"))+"_ibfk_%d", &of); err == nil {
						number = max(number, of+1)
					}
				}
			}
		}
		return nonUniqueKey(ctx, n.FkDef, n.FkDef.Table, number, deprecated)
	}
	return nil
}

// leavesComputed reports whether a foreign key may change a column that a STORED column is computed from. The
// engine leaves the STORED column as it was; MySQL refuses the key.
func leavesComputed(schema sql.Schema, key *sql.ForeignKeyConstraint) bool {
	if !changesColumn(key.OnUpdate) && (!changesColumn(key.OnDelete) || key.OnDelete == sql.ForeignKeyReferentialAction_Cascade) {
		return false
	}
	for _, c := range schema {
		if c.Generated == nil || c.Virtual {
			continue
		}
		made := strings.ToLower(c.Generated.String())
		for _, column := range key.Columns {
			if namesColumn(c.Generated.Expr, column) || strings.Contains(made, "`"+strings.ToLower(column)+"`") {
				return true
			}
		}
	}
	return false
}

// checkComputed refuses a part of ALTER TABLE by which a foreign key may change a column that a STORED column is
// computed from. The part adds the one or the other; beside are all parts.
func checkComputed(ctx *sql.Context, a *analyzer.Analyzer, part sql.Node, beside []sql.Node) error {
	switch n := part.(type) {
	case *plan.CreateForeignKey:
		if t, _, err := a.Catalog.Table(ctx, n.FkDef.Database, n.FkDef.Table); err == nil && leavesComputed(t.Schema(), n.FkDef) {
			return sqlerr.CannotAddForeignKey()
		}
	case *plan.AddColumn:
		return checkStored(ctx, n.Table, n.Column(), beside)
	case *plan.ModifyColumn:
		return checkStored(ctx, n.Table, n.NewColumn(), beside)
	}
	return nil
}

// checkStored is checkComputed for a column of a table.
func checkStored(ctx *sql.Context, of sql.Node, c *sql.Column, beside []sql.Node) error {
	t, ok := of.(*plan.ResolvedTable)
	if !ok || c.Generated == nil || c.Virtual {
		return nil
	}
	keyed := node.TableAs[sql.ForeignKeyTable](t.Table) // a table with VIRTUAL columns is wrapped
	if keyed == nil {
		return nil
	}
	keys, err := keyed.GetDeclaredForeignKeys(ctx)
	if err != nil {
		return fmt.Errorf("list the foreign keys of %s: %w", t.Name(), err)
	}
	for _, key := range keys {
		dropped := slices.ContainsFunc(beside, func(n sql.Node) bool {
			drop, ok := n.(*plan.DropForeignKey)
			return ok && strings.EqualFold(drop.Name, key.Name)
		})
		if !dropped && leavesComputed(sql.Schema{c}, &key) {
			return sqlerr.CannotAddForeignKey()
		}
	}
	return nil
}

func changesColumn(by sql.ForeignKeyReferentialAction) bool {
	switch by {
	case sql.ForeignKeyReferentialAction_Cascade, sql.ForeignKeyReferentialAction_SetNull, sql.ForeignKeyReferentialAction_SetDefault:
		return true
	}
	return false
}

// namesColumn reports whether an expression has a column of a name.
func namesColumn(e sql.Expression, name string) (has bool) {
	sql.Inspect(e, func(e sql.Expression) bool {
		if field, ok := e.(*expression.GetField); ok {
			has = has || strings.EqualFold(field.Name(), name)
		}
		return !has
	})
	return has
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

// nonUniqueKey is MySQL's error or warning of a foreign key, the one of a number of its table's
// if it has no name.
func nonUniqueKey(ctx *sql.Context, key *sql.ForeignKeyConstraint, table string, number int, deprecated func(number int, text string)) error {
	name := key.Name
	if name == "" {
		name = fmt.Sprintf("%s_ibfk_%d", table, number)
	}
	if !restrictsKeys(ctx) {
		deprecated(warnNonUniqueKey, fmt.Sprintf("Foreign key '%s' refers to non-unique key or partial key. This is deprecated and will be removed in a future release.", name))
		return nil
	}
	return mysql.NewSQLError(errNonUniqueKey, sqlerr.StateGeneral,
		"Failed to add the foreign key constraint. Missing unique key for constraint '%s' in the referenced table '%s'", name, key.ParentTable)
}
