package sqlerr

import (
	"errors"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
	goerrors "gopkg.in/src-d/go-errors.v1"

	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// Errors that the engine and the storage make without a kind, or with a kind that
// they keep to themselves.
var (
	errPrimaryOrdinals = goerrors.NewKind("incorrect number of primary key ordinals: expected '%d', found '%d'")
	errNotView         = goerrors.NewKind("'%%!'(string=%s) is not VIEW")
	errUnbound         = goerrors.NewKind("bind variable not provided: '%s'")
	errIntervalUnit    = goerrors.NewKind("invalid interval unit: %s")
	errOrdinal         = goerrors.NewKind("column ordinal out of range: %d")
	errOrdinalTooSmall = goerrors.NewKind("expected positive integer order by literal")
	errAlterView       = goerrors.NewKind("expected resolved table: %s")
	errAnalyzeView     = goerrors.NewKind("can only update statistics for base tables, found %s: %s")
	errInsertView      = goerrors.NewKind("expected insert destination to be resolved or unresolved table")
	errEmpty           = goerrors.NewKind("empty statement")
	errLimitName       = goerrors.NewKind("limit expression expected to be numeric or procedure parameter, found invalid column: %s")
	errNumber          = goerrors.NewKind("strconv.ParseFloat: parsing %q: invalid syntax")
	errNumberRange     = goerrors.NewKind("strconv.ParseFloat: parsing %q: value out of range")
	errTooManyBits     = goerrors.NewKind("%v is beyond the maximum value that can be held by %v bits")
)

// systemVariableError is that of a system variable which is not there: the engine
// names it with its scope.
func systemVariableError(_ *Statement, parts []string) *mysql.SQLError {
	name := strings.TrimPrefix(parts[1], "@@")
	for _, scope := range []string{"global.", "session.", "local.", "persist.", "persist_only."} {
		if len(name) > len(scope) && strings.EqualFold(name[:len(scope)], scope) {
			name = name[len(scope):]
			break
		}
	}
	return mysql.NewSQLError(mysql.ERUnknownSystemVariable, StateGeneral, "Unknown system variable '%s'", name)
}

// unknownPrepared is that of a name of which no statement is prepared. The engine's tells
// what it has looked for, a zero, the name in small letters and a semicolon.
func unknownPrepared(of *Statement, parts []string) *mysql.SQLError {
	name, given := strings.TrimSuffix(strings.TrimPrefix(parts[1], "\x00"), ";"), "EXECUTE"
	switch s := of.statement().(type) {
	case *ast.Execute:
		name = s.Name
	case *ast.Deallocate:
		name, given = s.Name, "DEALLOCATE PREPARE"
	}
	return mysql.NewSQLError(ERUnknownStatement, StateGeneral, "Unknown prepared statement handler (%s) given to %s", name, given)
}

// setValueError is that of a value which a set does not have: of a column, which is
// told where a row is written, or of a variable.
func setValueError(of *Statement, parts []string) *mysql.SQLError {
	set, ok := of.statement().(*ast.Set)
	if !ok {
		return nil
	}
	for _, e := range set.Exprs {
		v, ok := e.Expr.(*ast.SQLVal)
		if len(set.Exprs) == 1 || ok && strings.Contains(string(v.Val), parts[1]) {
			_, name := splitName(e.Name.Name.String())
			return mysql.NewSQLError(ERWrongValue, StateAccess, "Variable '%s' can't be set to the value of '%s'", name, parts[1])
		}
	}
	return nil
}

// variableValueError is that of a value which a variable does not take.
func variableValueError(_ *Statement, parts []string) *mysql.SQLError {
	return VariableValue(parts[1], parts[2])
}

// timeZoneError is that of a time zone that nobody knows, or of none.
func timeZoneError(_ *Statement, parts []string) *mysql.SQLError {
	if strings.Contains(parts[1], noValue) {
		return VariableValue("time_zone", noValue)
	}
	return mysql.NewSQLError(mysql.ERUnknownTimeZone, StateGeneral, "Unknown or incorrect time zone: '%s'", parts[1])
}

// noValue is NULL in the engine's messages.
const noValue = "<nil>"

// VariableValue is the error of a value that a system variable does not take, as the engine
// writes it. To a variable that holds a number, whatever is none is of the wrong type.
func VariableValue(name, value string) *mysql.SQLError {
	if known, _, ok := sql.SystemVariables.GetGlobal(name); ok {
		if !isNumberFor(known.GetType(), value) {
			return mysql.NewSQLError(mysql.ERWrongTypeForVar, StateAccess, "Incorrect argument type to variable '%s'", known.GetName())
		}
	}
	if value == noValue {
		value = "NULL"
	}
	return mysql.NewSQLError(ERWrongValue, StateAccess, "Variable '%s' can't be set to the value of '%s'", name, value)
}

// isNumberFor says of a value that it is a number such as variables of the type hold, or
// that these hold no numbers.
func isNumberFor(t sql.Type, value string) bool {
	number, ok := t.(sql.NumberType)
	if _, isBool := t.(types.SystemBoolType); !ok || isBool {
		return true
	}
	var err error
	if number.IsFloat() {
		_, err = strconv.ParseFloat(value, 64)
	} else {
		_, err = strconv.ParseInt(value, 10, 64)
	}
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// mostRounds is how often the engine computes a recursive table at most, whatever
// cte_max_recursion_depth says.
const mostRounds = 10001

// recursionError is that of a common table expression that does not end.
func recursionError(of *Statement, _ []string) *mysql.SQLError {
	if of.Session == nil {
		return nil
	}
	v, _ := of.Session.GetSessionVariable(of.context(), "cte_max_recursion_depth") // nil if it fails
	depth, ok := v.(int64)
	if !ok {
		return nil
	}
	if depth >= mostRounds {
		return mysql.NewSQLError(ERRecursionOfCTE, StateGeneral, "Recursive query aborted after %d iterations, the most that there may be", mostRounds)
	}
	return mysql.NewSQLError(ERRecursionOfCTE, StateGeneral, "Recursive query aborted after %d iterations. Try increasing @@cte_max_recursion_depth to a larger value.", depth+1)
}

// argumentCountError is that of a function with more or fewer arguments than it
// takes, under the name that the statement gives it.
func argumentCountError(of *Statement, parts []string) *mysql.SQLError {
	if unread := aggregateArguments(of); unread != nil {
		return unread
	}
	name := parts[1]
	bare := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }
	tokens := words.Scanner{Text: of.Query}
	for t := tokens.Next(); t.Kind != words.End; t = tokens.Next() {
		if t.Kind == words.Word && bare(t.Of(of.Query)) == bare(name) {
			name = t.Of(of.Query)
			break
		}
	}
	return mysql.NewSQLError(ERArgumentCount, StateAccess, "Incorrect parameter count in the call to native function '%s'", name)
}

// uuidError is that of a text which is no UUID: the statement says for which
// function, if it calls but one.
func uuidError(of *Statement, parts []string) *mysql.SQLError {
	text := strings.ToLower(of.Query)
	to, from := strings.Contains(text, "uuid_to_bin"), strings.Contains(text, "bin_to_uuid")
	if to == from {
		return nil
	}
	function := "uuid_to_bin"
	if from {
		function = "bin_to_uuid"
	}
	return mysql.NewSQLError(1411, StateGeneral, "Incorrect string value: '%s' for function %s", parts[1], function)
}

// intervalUnitError is that of a unit there is none of, which MySQL's parser does
// not read.
func intervalUnitError(of *Statement, parts []string) *mysql.SQLError {
	tokens := words.Scanner{Text: of.Query}
	for t := tokens.Next(); t.Kind != words.End; t = tokens.Next() {
		if t.Kind == words.Word && strings.EqualFold(t.Of(of.Query), parts[1]) {
			e, _ := Numbered(nearError(of.Query, t.Start)).(*mysql.SQLError) //nolint:errorlint // as it is made
			return e
		}
	}
	return nil
}

// grantError is that of a grant there is none of. MySQL names the host that is meant
// where a statement gives none.
func grantError(_ *Statement, parts []string) *mysql.SQLError {
	host := parts[2]
	if host == "" {
		host = "%"
	}
	return mysql.NewSQLError(ERNoSuchGrant, StateAccess, "There is no such grant defined for user '%s' on host '%s'", parts[1], host)
}

// operandError is that of rows of different lengths, or of a view with more or fewer
// names than columns.
func operandError(of *Statement, parts []string) *mysql.SQLError {
	if ddl, ok := of.statement().(*ast.DDL); ok && ddl.ViewSpec != nil && len(ddl.ViewSpec.Columns) > 0 {
		return mysql.NewSQLError(1353, StateGeneral, "In definition of view, derived table or common table expression, SELECT list and column names list have different column counts")
	}
	return mysql.NewSQLError(mysql.EROperandColumns, StateCardinality, "Operand should contain %s column(s)", parts[1])
}

// groupError is that of a column beside aggregates, or, where the engine does not say which,
// of a window function beside them.
func groupError(of *Statement, parts []string) *mysql.SQLError {
	if strings.Contains(parts[1], "MISSING") {
		return mysql.NewSQLError(mysql.ERNotSupportedYet, StateAccess, "This version doesn't yet support '%s'",
			"window functions beside these aggregates: select them from a derived table that has the aggregates")
	}
	return mysql.NewSQLError(mysql.ERMixOfGroupFuncAndFields, StateAccess, "%s", of.fill(
		"In aggregated query without GROUP BY, expression #$1 of SELECT list contains nonaggregated column '$in.$2'; this is incompatible with sql_mode=only_full_group_by", parts))
}

// ordinalError is that of a GROUP BY with the number of a column below 1.
func ordinalError(of *Statement, _ []string) *mysql.SQLError {
	number := ""
	_ = syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
		s, ok := n.(*ast.Select)
		if !ok {
			return true, nil
		}
		for _, e := range s.GroupBy {
			v, ok := e.(*ast.SQLVal)
			if !ok || v.Type != ast.IntVal || number != "" {
				continue
			}
			if i, err := strconv.ParseInt(string(v.Val), 10, 64); err == nil && i < 1 {
				number = string(v.Val)
			}
		}
		return true, nil
	}, of.statement())
	if number == "" {
		return nil
	}
	return mysql.NewSQLError(mysql.ERBadFieldError, stateNoColumn, "Unknown column '%s' in 'group statement'", number)
}

// insertViewError is that of an INSERT into a view, which the engine cannot do.
func insertViewError(of *Statement, _ []string) *mysql.SQLError {
	insert, ok := of.statement().(*ast.Insert)
	if !ok {
		return nil
	}
	return mysql.NewSQLError(1471, StateGeneral, "The target table %s of the INSERT is not insertable-into", insert.Table.Name.String())
}

// droppedViewError is that of DROP TABLE, where a name is not a table's. Of a view the
// engine tells which table it is of.
func droppedViewError(of *Statement, parts []string) *mysql.SQLError {
	name := parts[1]
	if ddl, ok := of.statement().(*ast.DDL); ok {
		for _, t := range ddl.FromTables {
			if of.table(t.DbQualifier.String(), t.Name.String()) == nil {
				name = t.Name.String()
				break
			}
		}
	}
	return mysql.NewSQLError(mysql.ERBadTable, "42S02", "Unknown table '%s'", of.qualified(name))
}

// droppedTableError is that of DROP VIEW, where a name is not a view's.
func droppedTableError(of *Statement, parts []string) *mysql.SQLError {
	if of.table(parts[1], parts[2]) != nil {
		return NotView(parts[1], parts[2])
	}
	return mysql.NewSQLError(mysql.ERBadTable, "42S02", "Unknown table '%s.%s'", parts[1], parts[2])
}

// updateViewError and deleteViewError are those of a change of a view's rows.
func updateViewError(of *Statement, _ []string) *mysql.SQLError {
	if s, ok := of.statement().(*ast.Update); ok {
		return notUpdatable("UPDATE", s.TableExprs)
	}
	return nil
}

func deleteViewError(of *Statement, _ []string) *mysql.SQLError {
	if s, ok := of.statement().(*ast.Delete); ok {
		return notUpdatable("DELETE", s.TableExprs)
	}
	return nil
}

func notUpdatable(statement string, tables ast.TableExprs) *mysql.SQLError {
	if len(tables) == 0 {
		return nil
	}
	t, ok := tables[0].(*ast.AliasedTableExpr)
	if !ok {
		return nil
	}
	name := t.As.String()
	if named, ok := t.Expr.(ast.TableName); ok && name == "" {
		name = named.Name.String()
	}
	return mysql.NewSQLError(errNotUpdatable, StateGeneral, "The target table %s of the %s is not updatable", name, statement)
}

// rangeError is that of a number too large: for a column, which is told where a row
// is written, or within an expression, whose text the engine does not say.
// What the statement does not tell keeps the engine's words.
func rangeError(of *Statement, parts []string) *mysql.SQLError {
	switch of.statement().(type) {
	case ast.SelectStatement, *ast.Set:
		if parts[2] == "random_bytes" {
			return mysql.NewSQLError(mysql.ERDataOutOfRange, stateRange, "length value is out of range in 'random_bytes'")
		}
		told := negatedError
		if parts[1] == "DOUBLE" {
			told = functionRangeError
		}
		if e := told(of, parts[1:]); e != nil {
			return e
		}
		return mysql.NewSQLError(mysql.ERDataOutOfRange, stateRange, "%s", parts[0])
	}
	return nil
}

// definitions are the columns that a statement defines.
func (of *Statement) definitions() (list []*ast.ColumnDefinition) {
	add := func(spec *ast.TableSpec) {
		if spec != nil {
			list = append(list, spec.Columns...)
		}
	}
	switch stmt := of.statement().(type) {
	case *ast.DDL:
		add(stmt.TableSpec)
	case *ast.AlterTable:
		for _, ddl := range stmt.Statements {
			add(ddl.TableSpec)
		}
	}
	return list
}

// defaultError is that of a default value which its column cannot have; told if but
// one of the statement's columns has a default.
func defaultError(of *Statement, _ []string) *mysql.SQLError {
	name := ""
	for _, c := range of.definitions() {
		if c.Type.Default == nil {
			continue
		}
		if name != "" {
			return nil
		}
		name = c.Name.String()
	}
	if name == "" {
		return nil
	}
	return mysql.NewSQLError(mysql.ERInvalidDefault, StateAccess, "Invalid default value for '%s'", name)
}

// lengthError is that of a type longer than there are.
func lengthError(of *Statement, parts []string) *mysql.SQLError {
	for _, c := range of.definitions() {
		if c.Type.Length != nil && string(c.Type.Length.Val) == parts[1] {
			return mysql.NewSQLError(mysql.ERTooBigFieldLength, StateAccess, "Column length too big for column '%s' (max = %s); use BLOB or TEXT instead", c.Name.String(), parts[2])
		}
	}
	return nil
}

// constraints are those that a statement defines. One without a name in the
// statement has an empty one.
func (of *Statement) constraints() (list []*ast.ConstraintDefinition) {
	for _, c := range of.definitions() {
		if c.Type.Constraint != nil {
			list = append(list, c.Type.Constraint)
		}
		if key := c.Type.ForeignKeyDef; key != nil { // as it is parsed; what runs has it among the table's
			ofColumn := *key
			ofColumn.Source = ast.Columns{c.Name}
			list = append(list, &ast.ConstraintDefinition{Details: &ofColumn})
		}
	}
	switch stmt := of.statement().(type) {
	case *ast.DDL:
		if stmt.TableSpec != nil {
			list = append(list, stmt.TableSpec.Constraints...)
		}
	case *ast.AlterTable:
		for _, ddl := range stmt.Statements {
			if ddl.TableSpec != nil {
				list = append(list, ddl.TableSpec.Constraints...)
			}
		}
	}
	return list
}

// foreignKeys are those among them, by their place.
func (of *Statement) foreignKeys() map[int]*ast.ForeignKeyDefinition {
	keys := map[int]*ast.ForeignKeyDefinition{}
	for i, c := range of.constraints() {
		if k, ok := c.Details.(*ast.ForeignKeyDefinition); ok {
			keys[i] = k
		}
	}
	return keys
}

// foreignKeyColumnError is that of a column which a foreign key names and its table,
// or the one it refers to, does not have; nil if no foreign key of the statement
// names it.
func (of *Statement) foreignKeyColumnError(table, name, message string) *mysql.SQLError {
	constraints := of.constraints()
	for i, k := range of.foreignKeys() {
		if strings.EqualFold(k.ReferencedTable.Name.String(), table) {
			for _, c := range k.ReferencedColumns {
				switch {
				case !c.EqualString(name):
				case constraints[i].Name == "": // MySQL would make one up
					return mysql.NewSQLError(3734, StateGeneral, "%s", message)
				default:
					return mysql.NewSQLError(3734, StateGeneral, "Failed to add the foreign key constraint. Missing column '%s' for constraint '%s' in the referenced table '%s'", c.String(), constraints[i].Name, table)
				}
			}
		}
		for _, c := range k.Source {
			if c.EqualString(name) {
				return mysql.NewSQLError(mysql.ERKeyColumnDoesNotExist, StateAccess, "Key column '%s' doesn't exist in table", c.String())
			}
		}
	}
	return nil
}

// triggerColumn is the column that a trigger gives to the new or old row and the
// table does not have; empty if there is none.
func triggerColumn(of *Statement, ddl *ast.DDL, row string) (name string) {
	if ddl.TriggerSpec == nil {
		return ""
	}
	columns := of.columnsOf(ddl.Table)
	if columns == nil {
		return ""
	}
	_ = syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
		if c, ok := n.(*ast.ColName); ok && strings.EqualFold(c.Qualifier.Name.String(), row) && !columns[c.Name.Lowered()] && name == "" {
			name = c.Name.String()
		}
		return true, nil
	}, ddl.TriggerSpec.Body)
	return name
}

// MisplacedReturn is ER_SP_BADRETURN.
func MisplacedReturn() error {
	return mysql.NewSQLError(errMisplacedReturn, StateAccess, "RETURN is only allowed in a FUNCTION")
}
