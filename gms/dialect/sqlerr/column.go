package sqlerr

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/kind"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// unknownColumn is MySQL's error of a column that is not where it is looked for.
func unknownColumn(column, clause string) *mysql.SQLError {
	return mysql.NewSQLError(mysql.ERBadFieldError, stateNoColumn, "Unknown column '%s' in '%s'", column, clause)
}

// UnknownColumn is the error of a column that a clause, as MySQL calls it, names in vain.
func UnknownColumn(column, clause string) error { return unknownColumn(column, clause) }

// columnError is that of a column for which the engine has searched all tables, or
// those of one name; of a statement without tables it may be a variable.
func columnError(of *Statement, parts []string) *mysql.SQLError {
	table, name := splitName(parts[1])
	if _, ok := of.statement().(*ast.Set); ok && table == "" && isAssigned(of.statement(), name) {
		return mysql.NewSQLError(mysql.ERUnknownSystemVariable, StateGeneral, "Unknown system variable '%s'", name)
	}
	for _, t := range []string{table, ""} {
		if use := of.columnUse(t, name, false); use != nil {
			return unknownColumn(use.written, use.clause)
		}
	}
	if _, ok := of.statement().(*ast.Show); ok {
		return unknownColumn(name, whereClause)
	}
	return definedColumnError(of, name, parts[0])
}

// definedColumnError is that of a column which the expression of another, or of a
// constraint, names in the statement that makes them.
func definedColumnError(of *Statement, name, message string) *mysql.SQLError {
	mentions := func(e ast.SQLNode) (found bool) {
		_ = syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
			c, ok := n.(*ast.ColName)
			found = found || ok && c.Name.EqualString(name)
			return !found, nil
		}, e)
		return found
	}
	for _, c := range of.definitions() {
		if c.Type.GeneratedExpr != nil && mentions(c.Type.GeneratedExpr) {
			return unknownColumn(name, "generated column function")
		}
	}
	for _, c := range of.constraints() {
		check, ok := c.Details.(*ast.CheckConstraintDefinition)
		switch {
		case !ok || !mentions(check.Expr):
		case c.Name == "": // MySQL would make one up
			return mysql.NewSQLError(3820, StateGeneral, "%s", message)
		default:
			return mysql.NewSQLError(3820, StateGeneral, "Check constraint '%s' refers to non-existing column '%s'.", c.Name, name)
		}
	}
	return nil
}

// tableColumnError is that of a column which the table does not have: of a query,
// or of a statement that changes the table.
func tableColumnError(of *Statement, parts []string) *mysql.SQLError {
	table, name := parts[1], parts[2]
	if told := of.foreignKeyColumnError(table, name, parts[0]); told != nil {
		return told
	}
	if alter, ok := of.statement().(*ast.AlterTable); ok {
		return alteredColumn(alter, table, name)
	}
	if use := of.columnUse(table, name, false); use != nil {
		return unknownColumn(use.written, use.clause)
	}
	return nil
}

// alteredColumn is the error of an ALTER TABLE that names a column the table lacks.
func alteredColumn(alter *ast.AlterTable, table, name string) *mysql.SQLError {
	for _, ddl := range alter.Statements {
		if ddl.ColumnAction == ast.DropStr && ddl.Column.EqualString(name) {
			return cannotDrop(ddl.Column.String())
		}
		if spec := ddl.IndexSpec; spec != nil {
			for _, column := range spec.Columns {
				if column.Column.EqualString(name) {
					return mysql.NewSQLError(mysql.ERKeyColumnDoesNotExist, StateAccess, "Key column '%s' doesn't exist in table", column.Column.String())
				}
			}
		}
	}
	if t := alter.Table.Name.String(); strings.EqualFold(t, table) {
		return unknownColumn(name, t)
	}
	return nil
}

func cannotDrop(name string) *mysql.SQLError {
	return mysql.NewSQLError(mysql.ERCantDropFieldOrKey, StateAccess, "Can't DROP '%s'; check that column/key exists", name)
}

// unknownColumnError is that of a column of INSERT, or of NEW and OLD in a trigger;
// in others the engine says where.
func unknownColumnError(of *Statement, parts []string) *mysql.SQLError {
	column, clause := parts[1], parts[2]
	switch strings.ToLower(clause) {
	case "new", "old":
		return unknownColumn(column, strings.ToUpper(clause))
	case "from clause":
		return unknownColumn(column, clause)
	}
	if insert, ok := of.statement().(*ast.Insert); ok {
		for _, c := range insert.Columns {
			if c.EqualString(column) {
				return unknownColumn(c.String(), "field list")
			}
		}
	}
	return nil
}

// ambiguousError is that of a column which more than one table has.
func ambiguousError(of *Statement, parts []string) *mysql.SQLError {
	table, name := splitName(parts[1])
	use := of.columnUse(table, name, true)
	if use == nil {
		return nil
	}
	return mysql.NewSQLError(mysql.ERNonUniq, StateDuplicate, "Column '%s' in %s is ambiguous", use.written, use.clause)
}

// tableError is that of a table which is not there: MySQL says it otherwise of one
// that is to be dropped, and of one that only a column is said to be of.
func tableError(of *Statement, parts []string) *mysql.SQLError {
	name := parts[1]
	_, last := splitName(name)
	switch kind.OfWords(of.Query) {
	case "drop_table", "drop_view":
		return mysql.NewSQLError(mysql.ERBadTable, "42S02", "Unknown table '%s'", of.qualified(name))
	}
	switch stmt := of.statement().(type) {
	case *ast.DDL:
		if column := triggerColumn(of, stmt, last); column != "" {
			return unknownColumn(column, strings.ToUpper(last))
		}
	case *ast.Delete:
		for _, target := range stmt.Targets {
			if strings.EqualFold(target.Name.String(), last) && !namesTable(stmt.TableExprs, last) {
				return mysql.NewSQLError(mysql.ERUnknownTable, "42S02", "Unknown table '%s' in MULTI DELETE", target.Name.String())
			}
		}
	}
	for _, k := range of.foreignKeys() {
		if t := k.ReferencedTable.Name.String(); strings.EqualFold(t, last) {
			return mysql.NewSQLError(1824, StateGeneral, "Failed to open the referenced table '%s'", t)
		}
	}
	if stmt := of.statement(); stmt != nil && !namesTable(stmt, last) {
		if use := of.columnUse(last, "", false); use != nil {
			if use.star {
				return mysql.NewSQLError(mysql.ERBadTable, "42S02", "Unknown table '%s'", use.written)
			}
			return unknownColumn(use.written, use.clause)
		}
	}
	name = of.qualified(name)
	if database, table := splitName(name); strings.EqualFold(database, sql.InformationSchemaDatabaseName) {
		return mysql.NewSQLError(mysql.ERUnknownTable, "42S02", "Unknown table '%s' in information_schema", strings.ToUpper(table))
	}
	return mysql.NewSQLError(mysql.ERNoSuchTable, "42S02", "Table '%s' doesn't exist", name)
}

// databaseError is that of a database which is not there.
func databaseError(of *Statement, parts []string) *mysql.SQLError {
	if kind.OfWords(of.Query) == "drop_db" {
		return mysql.NewSQLError(mysql.ERDbDropExists, StateGeneral, "Can't drop database '%s'; database doesn't exist", parts[1])
	}
	return mysql.NewSQLError(mysql.ERBadDb, StateAccess, "Unknown database '%s'", parts[1])
}

// valueCountError is that of an INSERT of which a row has more or fewer values than
// there are columns.
func valueCountError(of *Statement, _ []string) *mysql.SQLError {
	insert, ok := of.statement().(*ast.Insert)
	if !ok {
		return nil
	}
	row := 1
	if values, ok := insert.Rows.(*ast.AliasedValues); ok {
		columns := len(insert.Columns)
		if columns == 0 {
			t := of.table(insert.Table.DbQualifier.String(), insert.Table.Name.String())
			if t == nil {
				return nil
			}
			columns = len(t.Schema())
		}
		for i, v := range values.Values {
			if len(v) != columns {
				row = i + 1
				break
			}
		}
	}
	return mysql.NewSQLError(mysql.ERWrongValueCountOnRow, "21S01", "Column count doesn't match value count at row %d", row)
}

// isAssigned says whether a SET assigns to that name.
func isAssigned(stmt ast.Statement, name string) bool {
	set, _ := stmt.(*ast.Set)
	for _, e := range set.Exprs {
		if e.Name.Name.EqualString(name) {
			return true
		}
	}
	return false
}

// namesTable says whether a table of that name, or alias, is one a statement reads
// or changes.
func namesTable(stmt ast.SQLNode, name string) bool {
	found := false
	_ = syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *ast.AliasedTableExpr:
			t, _ := n.Expr.(ast.TableName)
			found = found || strings.EqualFold(t.Name.String(), name) || strings.EqualFold(n.As.String(), name)
		case *ast.ColName, *ast.StarExpr:
			return false, nil
		case ast.TableName:
			found = found || strings.EqualFold(n.Name.String(), name)
		}
		return !found, nil
	}, stmt)
	return found
}

// splitName is the last part of a name with points, and the part before it.
func splitName(name string) (table, column string) {
	parts := strings.Split(strings.ReplaceAll(name, "`", ""), ".")
	if len(parts) > 1 {
		table = parts[len(parts)-2]
	}
	return table, parts[len(parts)-1]
}

// columnsOf are the names of a table's columns, in lower case; nil if they cannot
// be had.
func (of *Statement) columnsOf(t ast.TableName) map[string]bool {
	table := of.table(t.DbQualifier.String(), t.Name.String())
	if table == nil {
		return nil
	}
	return names(table.Schema())
}

func names(schema sql.Schema) map[string]bool {
	set := make(map[string]bool, len(schema))
	for _, c := range schema {
		set[strings.ToLower(c.Name)] = true
	}
	return set
}
