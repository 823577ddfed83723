package column

import (
	"fmt"
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// An index without a name has that of its first column, with a number behind it if another
// has that name. The engine does not see FULLTEXT indexes of the same statement for this,
// and names that of a column that ALTER TABLE makes UNIQUE without looking at others.

// NameIndexes names the indexes of a CREATE TABLE with FULLTEXT ones, and has UNIQUE of a
// column in ALTER TABLE be an index to add, which the engine names.
func NameIndexes(stmt sqlparser.Statement) {
	switch s := stmt.(type) {
	case *sqlparser.DDL:
		if s.Action == sqlparser.CreateStr && s.TableSpec != nil {
			nameIndexes(s.TableSpec)
		}
	case *sqlparser.AlterTable:
		var parts []*sqlparser.DDL
		for i, part := range s.Statements {
			index := uniqueOf(part)
			if index == nil {
				if parts != nil {
					parts = append(parts, part)
				}
				continue
			}
			if parts == nil {
				parts = append(parts, s.Statements[:i]...)
			}
			parts = append(parts, part, index)
		}
		if parts != nil {
			s.Statements = parts
		}
	}
}

func nameIndexes(spec *sqlparser.TableSpec) {
	full := false
	taken := make(map[string]bool)
	for _, x := range spec.Indexes {
		full = full || x.Info.Fulltext
		taken[x.Info.Name.Lowered()] = true
	}
	if !full {
		return
	}
	for _, c := range spec.Columns {
		if isUnique(c) {
			taken[c.Name.Lowered()] = true
		}
	}
	for _, x := range spec.Indexes {
		if x.Info.Primary || !x.Info.Name.IsEmpty() || len(x.Columns) == 0 {
			continue
		}
		column := x.Columns[0].Column.String()
		name := column
		for i := 2; taken[strings.ToLower(name)]; i++ {
			name = fmt.Sprintf("%s_%d", column, i)
		}
		taken[strings.ToLower(name)] = true
		x.Info.Name = sqlparser.NewColIdent(name)
	}
}

// Numbers of the parser's for UNIQUE and UNIQUE KEY of a column, which have no names
// outside of it.
const (
	columnUnique    sqlparser.ColumnKeyOption = 3
	columnUniqueKey sqlparser.ColumnKeyOption = 4
)

func isUnique(c *sqlparser.ColumnDefinition) bool {
	return c.Type.KeyOpt == columnUnique || c.Type.KeyOpt == columnUniqueKey
}

// uniqueOf takes UNIQUE away from the column that a part of ALTER TABLE defines, and gives
// the index that it asks for; nil for other parts.
func uniqueOf(part *sqlparser.DDL) *sqlparser.DDL {
	if part.ColumnAction == "" || part.TableSpec == nil || len(part.TableSpec.Columns) != 1 || !isUnique(part.TableSpec.Columns[0]) {
		return nil
	}
	c := part.TableSpec.Columns[0]
	c.Type.KeyOpt = 0
	return implied(&sqlparser.DDL{
		Action: sqlparser.AlterStr, Table: part.Table, Auth: part.Auth,
		IndexSpec: &sqlparser.IndexSpec{Action: sqlparser.CreateStr, Type: sqlparser.UniqueStr, Columns: []*sqlparser.IndexColumn{{Column: c.Name}}},
	})
}
