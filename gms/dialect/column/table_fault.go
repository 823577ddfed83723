package column

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// What CREATE TABLE and ALTER TABLE name twice, or name though it is not there, the engine
// takes, or refuses with an error that names something else. It drops the last column of a
// table, and columns that foreign keys of other tables refer to, and leaves tables that
// nothing can read.

// primaryKey is the name of a primary key, which no other has.
const primaryKey = "PRIMARY"

// CreateFaults is the error of a table that is made with two things of one name, or with a foreign key
// that it cannot have.
func CreateFaults(s *sqlparser.DDL) error {
	if s.Action != sqlparser.CreateStr || s.TableSpec == nil {
		return nil
	}
	primary := 0
	keys, checks := map[string]bool{}, map[string]bool{}
	for _, index := range s.TableSpec.Indexes {
		if index.Info.Primary {
			primary++
			continue
		}
		name := index.Info.Name.String()
		switch {
		case name == "":
			continue
		case strings.EqualFold(name, primaryKey):
			return sqlerr.IndexName(name)
		case keys[strings.ToLower(name)]:
			return sqlerr.DuplicateKeyName(name)
		}
		keys[strings.ToLower(name)] = true
	}
	for _, c := range s.TableSpec.Columns {
		if c.Type.KeyOpt == columnPrimary {
			primary++
		}
	}
	if primary > 1 {
		return sqlerr.TwoPrimaryKeys()
	}
	for _, c := range namedChecks(s.TableSpec) {
		if checks[strings.ToLower(c.Name)] {
			return sqlerr.DuplicateCheck(c.Name)
		}
		checks[strings.ToLower(c.Name)] = true
	}
	if err := keysOfNewTable(s); err != nil {
		return err
	}
	return checksOfOthers(s)
}

// keysOfNewTable refuses foreign keys of a temporary table, since the engine would fail and leave the
// table without them, and of a table made of a query, since the engine does not compare its rows with
// the parents.
func keysOfNewTable(s *sqlparser.DDL) error {
	for range foreignKeys(s.TableSpec) {
		switch {
		case s.Temporary:
			return sqlerr.CannotAddForeignKey()
		case s.OptSelect != nil:
			return sqlerr.ForeignKeyOfQuery()
		}
	}
	return nil
}

// namedChecks are the checks of a table that have a name.
func namedChecks(t *sqlparser.TableSpec) (checks []*sqlparser.ConstraintDefinition) {
	for _, c := range ConstraintsOf(t) {
		_, check := c.Details.(*sqlparser.CheckConstraintDefinition)
		if check && c.Name != "" && !slices.Contains(checks, c) { // the parser has what stands with a column twice
			checks = append(checks, c)
		}
	}
	return checks
}

// checksOfOthers refuses a check that stands with a column and is of another.
func checksOfOthers(s *sqlparser.DDL) error {
	unnamed := 0
	for _, column := range s.TableSpec.Columns {
		c := column.Type.Constraint
		if c == nil {
			continue
		}
		check, ok := c.Details.(*sqlparser.CheckConstraintDefinition)
		if !ok {
			continue
		}
		name := c.Name
		if name == "" {
			unnamed++
			name = checkName(s.Table.Name.String(), unnamed)
		}
		other := false
		_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
			if of, ok := n.(*sqlparser.ColName); ok && !of.Name.Equal(column.Name) {
				other = other || slices.ContainsFunc(s.TableSpec.Columns, func(c *sqlparser.ColumnDefinition) bool { return c.Name.Equal(of.Name) })
			}
			return !other, nil
		}, check.Expr)
		if other {
			return sqlerr.CheckOfOther(name)
		}
	}
	return nil
}

// alteredTable is a table that is altered, as it was before.
type alteredTable struct {
	sql.Table
	ctx *sql.Context
}

// AlterFaults is the error of an ALTER TABLE, of a table as it was before, that names what the
// table has not, or has already, or that leaves it without what it must have. Foreign keys
// that are dropped go first, as in MySQL, and what changes nothing is left out.
func AlterFaults(ctx *sql.Context, t sql.Table, s *sqlparser.AlterTable) error {
	a := alteredTable{t, ctx}
	if err := a.columnFaults(s.Statements); err != nil {
		return err
	}
	if err := a.keyFaults(s); err != nil {
		return err
	}
	if err := a.checkFaults(s.Statements); err != nil {
		return err
	}
	slices.SortStableFunc(s.Statements, func(x, y *sqlparser.DDL) int {
		switch drops, after := droppedForeignKey(x) != "", droppedForeignKey(y) != ""; {
		case drops && !after:
			return -1
		case after && !drops:
			return 1
		}
		return 0
	})
	return nil
}

// droppedForeignKey is the name of the foreign key that a part drops, or may drop.
func droppedForeignKey(part *sqlparser.DDL) string {
	if part.ConstraintAction != sqlparser.DropStr || part.TableSpec == nil || len(part.TableSpec.Constraints) != 1 {
		return ""
	}
	if c := part.TableSpec.Constraints[0]; c.Details != nil {
		if _, ok := c.Details.(*sqlparser.ForeignKeyDefinition); ok {
			return c.Name
		}
	}
	return ""
}

// columnFaults are those of columns.
func (a alteredTable) columnFaults(parts []*sqlparser.DDL) error {
	schema := a.Schema()
	gone, dropped := map[string]bool{}, []string(nil) // gone are those that are renamed, too
	stays := false
	for _, part := range parts {
		name := part.Column.Lowered()
		switch part.ColumnAction {
		case sqlparser.DropStr:
			if schema.IndexOfColName(name) < 0 || gone[name] {
				return nil // the engine tells
			}
			gone[name], dropped = true, append(dropped, part.Column.String())
		case sqlparser.AddStr:
			stays = true
		case sqlparser.RenameStr, sqlparser.ChangeStr:
			gone[name] = true
		}
	}
	if len(dropped) == len(schema) && !stays {
		return sqlerr.NoColumnsLeft()
	}
	for _, part := range parts {
		if part.ColumnAction != sqlparser.ChangeStr || part.TableSpec == nil || len(part.TableSpec.Columns) != 1 {
			continue
		}
		to := part.TableSpec.Columns[0].Name
		if schema.IndexOfColName(part.Column.Lowered()) >= 0 && schema.IndexOfColName(to.Lowered()) >= 0 && !gone[to.Lowered()] {
			return sqlerr.DuplicateColumn(to.String())
		}
	}
	return a.referredColumns(parts, dropped)
}

// referredColumns refuses to drop columns that a foreign key refers to which stays.
func (a alteredTable) referredColumns(parts []*sqlparser.DDL, dropped []string) error {
	keyed, ok := a.Table.(sql.ForeignKeyTable)
	if !ok || len(dropped) == 0 {
		return nil
	}
	keys, err := keyed.GetReferencedForeignKeys(a.ctx)
	if err != nil {
		return nil //nolint:nilerr // the engine tells
	}
	isDropped := func(columns []string) int {
		return slices.IndexFunc(columns, func(c string) bool {
			return slices.ContainsFunc(dropped, func(d string) bool { return strings.EqualFold(c, d) })
		})
	}
	for _, key := range keys {
		own := strings.EqualFold(key.Table, a.Name()) && strings.EqualFold(key.Database, key.ParentDatabase)
		if own && slices.ContainsFunc(parts, func(p *sqlparser.DDL) bool { return strings.EqualFold(droppedForeignKey(p), key.Name) }) {
			continue
		}
		if own {
			if at := isDropped(key.Columns); at >= 0 {
				return sqlerr.ColumnOfForeignKey(key.Columns[at], key.Name)
			}
		}
		if at := isDropped(key.ParentColumns); at >= 0 {
			return sqlerr.ColumnReferredTo(key.ParentColumns[at], key.Name, key.Table)
		}
	}
	return nil
}

// keyFaults are those of indexes that are renamed.
func (a alteredTable) keyFaults(s *sqlparser.AlterTable) error {
	for i, part := range s.Statements {
		if part.IndexSpec == nil || part.IndexSpec.Action != sqlparser.RenameStr {
			continue
		}
		from, to := part.IndexSpec.FromName, part.IndexSpec.ToName
		switch {
		case strings.EqualFold(to.String(), primaryKey):
			return sqlerr.IndexName(to.String())
		case !a.hasKey(from.String()):
			return sqlerr.NoKey(from.String(), a.Name())
		case from.String() == to.String():
			s.Statements[i] = &sqlparser.DDL{Action: sqlparser.AlterStr, Table: part.Table, Auth: part.Auth}
		}
	}
	return nil
}

// hasKey says whether the table has a key of a name.
func (a alteredTable) hasKey(name string) bool {
	indexed, ok := a.Table.(sql.IndexAddressable)
	if !ok {
		return true
	}
	indexes, err := indexed.GetIndexes(a.ctx)
	return err != nil || slices.ContainsFunc(indexes, func(x sql.Index) bool { return strings.EqualFold(x.ID(), name) })
}

// checkFaults are those of checks, which are dropped before others are added.
func (a alteredTable) checkFaults(parts []*sqlparser.DDL) error {
	var have map[string]bool
	for _, action := range [...]string{sqlparser.DropStr, sqlparser.AddStr} {
		for _, part := range parts {
			if part.ConstraintAction != action || part.TableSpec == nil {
				continue
			}
			for _, c := range namedChecks(part.TableSpec) {
				if have == nil {
					if have = a.checks(); have == nil {
						return nil
					}
				}
				name := strings.ToLower(c.Name)
				switch {
				case action == sqlparser.DropStr && !have[name]:
					return sqlerr.NoCheck(c.Name)
				case action == sqlparser.AddStr && have[name]:
					return sqlerr.DuplicateCheck(c.Name)
				}
				have[name] = action == sqlparser.AddStr
			}
		}
	}
	return nil
}

// checks are the names of the table's checks, in small letters; nil if they cannot be told.
func (a alteredTable) checks() map[string]bool {
	checked, ok := a.Table.(sql.CheckTable)
	if !ok {
		return nil
	}
	list, err := checked.GetChecks(a.ctx)
	if err != nil {
		return nil
	}
	names := map[string]bool{}
	for _, c := range list {
		names[strings.ToLower(c.Name)] = true
	}
	return names
}
