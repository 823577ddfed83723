package column

import (
	"slices"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// The engine ignores REFERENCES of a column, and looks for the parent of a foreign key in the current
// database. In MySQL REFERENCES of a column is a foreign key, and the parent is in the database of the table.

// MoveReferences makes foreign keys of the table out of REFERENCES of the columns that a CREATE or ALTER
// TABLE defines, before other foreign keys of a new table and behind all other parts of an ALTER TABLE,
// and has parents without a database be in that of the table.
func MoveReferences(stmt sqlparser.Statement) error {
	switch s := stmt.(type) {
	case *sqlparser.DDL:
		if s.Action != sqlparser.CreateStr || s.TableSpec == nil {
			return nil
		}
		if moved := takeReferences(s.TableSpec); moved != nil {
			s.TableSpec.Constraints = append(moved, s.TableSpec.Constraints...)
		}
		qualifyParents(s.TableSpec, s.Table.DbQualifier)
	case *sqlparser.AlterTable:
		var keys []*sqlparser.DDL
		for _, part := range s.Statements {
			if part.TableSpec == nil {
				continue
			}
			moved := takeReferences(part.TableSpec)
			if moved != nil && part.ColumnAction != sqlparser.AddStr { // MySQL has no such syntax
				return sqlerr.Syntax("REFERENCES", 1)
			}
			for _, key := range moved {
				keys = append(keys, implied(&sqlparser.DDL{
					Action: sqlparser.AlterStr, Table: part.Table, ConstraintAction: sqlparser.AddStr,
					Auth:      sqlparser.AuthInformation{AuthType: sqlparser.AuthType_FOREIGN_KEY, TargetType: sqlparser.AuthTargetType_SingleTableIdentifier, TargetNames: part.Auth.TargetNames},
					TableSpec: &sqlparser.TableSpec{Constraints: []*sqlparser.ConstraintDefinition{key}},
				}))
			}
		}
		last := slices.IndexFunc(s.Statements, func(part *sqlparser.DDL) bool { return part.Action == sqlparser.RenameStr && part.ColumnAction == "" })
		if last < 0 {
			last = len(s.Statements)
		}
		s.Statements = slices.Insert(s.Statements, last, keys...) // what renames the table comes behind
		for _, part := range s.Statements {
			if part.TableSpec != nil {
				qualifyParents(part.TableSpec, s.Table.DbQualifier)
			}
		}
	}
	return nil
}

// takeReferences takes REFERENCES away from columns and returns the foreign keys that these mean.
func takeReferences(spec *sqlparser.TableSpec) (keys []*sqlparser.ConstraintDefinition) {
	for _, c := range spec.Columns {
		if key := c.Type.ForeignKeyDef; key != nil {
			c.Type.ForeignKeyDef = nil
			key.Source = sqlparser.Columns{c.Name}
			keys = append(keys, &sqlparser.ConstraintDefinition{Details: key})
		}
	}
	return keys
}

func qualifyParents(spec *sqlparser.TableSpec, database sqlparser.TableIdent) {
	for key := range foreignKeys(spec) {
		if key.ReferencedTable.DbQualifier.IsEmpty() {
			key.ReferencedTable.DbQualifier = database
		}
	}
}

// foreignKeys yields the foreign keys of a definition with their names, empty for those without one.
func foreignKeys(spec *sqlparser.TableSpec) func(yield func(key *sqlparser.ForeignKeyDefinition, name string) bool) {
	return func(yield func(*sqlparser.ForeignKeyDefinition, string) bool) {
		if spec == nil {
			return
		}
		for _, c := range spec.Constraints {
			if key, ok := c.Details.(*sqlparser.ForeignKeyDefinition); ok && !yield(key, c.Name) {
				return
			}
		}
	}
}

// impliedPart is the position that tells a part of ALTER TABLE that stands for no part of the text.
const impliedPart = -1

// implied marks a part of ALTER TABLE that a part of the text means beside its own.
func implied(part *sqlparser.DDL) *sqlparser.DDL {
	part.SubStatementPositionEnd = impliedPart
	return part
}

// written returns the parts of ALTER TABLE that stand in its text, in the text's order.
func written(parts []*sqlparser.DDL) []*sqlparser.DDL {
	return slices.DeleteFunc(slices.Clone(parts), func(part *sqlparser.DDL) bool { return part.SubStatementPositionEnd == impliedPart })
}
