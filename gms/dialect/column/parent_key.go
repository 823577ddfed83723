package column

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// ParentKeysRule describes [NameParentKeys].
var ParentKeysRule = rule.Rule{
	Name: "parent-keys", Changes: rule.Plan, About: rule.Tables,
	Why:      "The engine lacks foreign keys that name no columns of their parents; in MySQL these refer to the primary key.",
	NeededBy: rule.Data, Golden: "column_references",
	Before: []rule.Link{{Name: ForeignKeyRule.Name, Because: "it compares the columns with the parent's keys"}},
}

// NameParentKeys replaces [words.ParentKey] in the foreign keys that a plan makes by the columns of the
// parent's primary key. The plan is new for each execution: a prepared statement finds the key that the
// parent has by then. Call it once the account may refer to the parents: the error depends on their keys.
func NameParentKeys(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node) error {
	switch n := n.(type) {
	case *plan.CreateTable:
		for _, key := range n.ForeignKeys() {
			if !lacksColumns(key) {
				continue
			}
			if n.IfNotExists() && findTable(ctx, a, n.Database().Name(), n.Name()) != nil {
				return nil
			}
			if err := nameParentKey(ctx, a, key); err != nil {
				return err
			}
		}
	case *plan.CreateForeignKey:
		if lacksColumns(n.FkDef) {
			return nameParentKey(ctx, a, n.FkDef)
		}
	case *plan.Block: // of an ALTER TABLE
		for _, child := range n.Children() {
			if err := NameParentKeys(ctx, a, child); err != nil {
				return err
			}
		}
	}
	return nil
}

// lacksColumns reports whether a foreign key names no columns of its parent.
func lacksColumns(key *sql.ForeignKeyConstraint) bool {
	return len(key.ParentColumns) == 1 && strings.EqualFold(key.ParentColumns[0], words.ParentKey)
}

func nameParentKey(ctx *sql.Context, a *analyzer.Analyzer, key *sql.ForeignKeyConstraint) error {
	columns := primaryColumns(findTable(ctx, a, key.ParentDatabase, key.ParentTable))
	if len(columns) != len(key.Columns) {
		return keyMismatch(key.Name)
	}
	key.ParentColumns = columns
	return nil
}

// primaryColumns returns the columns of a table's primary key; nil if there is no such table or key.
func primaryColumns(t sql.Table) (columns []string) {
	keyed, ok := t.(sql.PrimaryKeyTable)
	if !ok {
		return nil
	}
	schema := keyed.PrimaryKeySchema()
	for _, at := range schema.PkOrdinals {
		columns = append(columns, schema.Schema[at].Name)
	}
	return columns
}

// findTable returns the table of a name; nil if there is none.
func findTable(ctx *sql.Context, a *analyzer.Analyzer, database, name string) sql.Table {
	t, _, err := a.Catalog.Table(ctx, database, name)
	if err != nil {
		return nil
	}
	return t
}

// keyMismatch returns the error of a foreign key that has another number of columns than the parent's key.
func keyMismatch(name string) error {
	if name == "" {
		name = "foreign key without name"
	}
	return mysql.NewSQLError(errKeyMismatch, sqlerr.StateAccess, "Incorrect foreign key definition for '%s': Key reference and table reference don't match", name)
}

// errKeyMismatch is ER_WRONG_FK_DEF.
const errKeyMismatch = 1239
