package sqlerr

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
	goerrors "gopkg.in/src-d/go-errors.v1"
)

// Errors of JSON that the engine makes without a kind.
var (
	errJSONPath      = goerrors.NewKind("failed to extract from expression '%s'; Invalid JSON path expression. %s")
	errJSONPathShort = goerrors.NewKind("failed to extract from expression '%s'; invalid JSON path expression %s")
	errJSONPathBare  = goerrors.NewKind("Invalid JSON path expression. %s")
	errJSONVacuous   = goerrors.NewKind("The path expression '$' is not allowed in this context.")
	errJSONOneOrAll  = goerrors.NewKind("The oneOrAll argument to %s may take these values: 'one' or 'all'")
	errJSONOneOrNone = goerrors.NewKind("the oneOrAll argument to %s may take these values: 'one' or 'all'")
	errJSONCell      = goerrors.NewKind("Path expression is not a path to a cell in an array: %s")
	errJSONCellAt    = goerrors.NewKind("A path expression is not a path to a cell in an array at character %s of %s")
	errJSONCast      = goerrors.NewKind("expression '%s': couldn't convert to json: Invalid JSON text: %s")
	errJSONCharacter = goerrors.NewKind("invalid character %s looking for %s")
	errJSONEnd       = goerrors.NewKind("unexpected end of JSON input")
	errJSONQuoted    = goerrors.NewKind("invalid type: %s")
)

// jsonTexts are the errors of JSON that clients meet.
func jsonTexts() []errorText {
	const oneOrAll = "The oneOrAll argument to $1 may take these values: 'one' or 'all'."
	const cell = "A path expression is not a path to a cell in an array."
	return []errorText{
		{kind: errJSONPath, number: 3143, state: StateAccess, tell: jsonPathError},
		{kind: errJSONPathShort, number: 3143, state: StateAccess, tell: jsonPathError},
		{kind: errJSONPathBare, number: 3143, state: StateAccess, tell: jsonPathError},
		{kind: errJSONVacuous, number: 3153, state: StateAccess, text: "The path expression '$' is not allowed in this context."},
		{kind: errJSONOneOrAll, number: 3154, state: StateAccess, text: oneOrAll},
		{kind: errJSONOneOrNone, number: 3154, state: StateAccess, text: oneOrAll},
		{kind: errJSONCell, number: 3165, state: StateAccess, text: cell},
		{kind: errJSONCellAt, number: 3165, state: StateAccess, text: cell},
		{kind: errJSONCast, number: 3141, state: StateJSON, tell: jsonCastError},
		{kind: errJSONCharacter, number: 3141, state: StateJSON, tell: jsonTableError},
		{kind: errJSONEnd, number: 3141, state: StateJSON, tell: jsonTableError},
		{kind: errJSONQuoted, number: 3064, state: StateGeneral, tell: jsonQuoteError},
	}
}

// jsonTextError is that of an argument which is no JSON document. The engine tells
// its text, MySQL what is wrong with it and where.
func jsonTextError(_ *Statement, parts []string) *mysql.SQLError {
	_, text, _ := strings.Cut(parts[0], ": \"") // as it is, with the quotes that are its own
	what, at := jsonFault(strings.TrimSuffix(text, "\""))
	if what == "" {
		return nil
	}
	return mysql.NewSQLError(3141, StateJSON, "Invalid JSON text in argument %s to function %s: \"%s\" at position %d.", parts[1], parts[2], what, at)
}

// JSONColumn is the error of a value which is no JSON document, for a column; nil if
// it is one.
func JSONColumn(table, column string, v any) *mysql.SQLError {
	var text string
	switch v := v.(type) {
	case string:
		text = v
	case []byte:
		text = string(v)
	default:
		return nil
	}
	what, at := jsonFault(text)
	if what == "" {
		return nil
	}
	return mysql.NewSQLError(3140, StateJSON, "Invalid JSON text: \"%s\" at position %d in value for column '%s.%s'.", what, at, table, column)
}

// jsonCastError is that of a text which is cast to JSON; told where the statement
// casts one constant.
func jsonCastError(of *Statement, _ []string) *mysql.SQLError {
	var cast []string
	for e := range nodesOf[*ast.ConvertExpr](of.statement()) {
		if e.Type == nil || !strings.EqualFold(e.Type.Type, "json") {
			continue
		}
		v, ok := e.Expr.(*ast.SQLVal)
		if !ok || v.Type != ast.StrVal {
			return nil
		}
		cast = append(cast, string(v.Val))
	}
	if len(cast) != 1 {
		return nil
	}
	what, at := jsonFault(cast[0])
	if what == "" {
		return nil
	}
	return mysql.NewSQLError(3141, StateJSON, "Invalid JSON text in argument 1 to function cast_as_json: \"%s\" at position %d.", what, at)
}

// jsonAssignError is that of a value which is no JSON document and which no row tells
// of: a constant that an UPDATE of one table assigns.
func jsonAssignError(of *Statement, _ []string) *mysql.SQLError {
	update, ok := of.statement().(*ast.Update)
	if !ok || len(update.TableExprs) != 1 {
		return nil
	}
	table, ok := update.TableExprs[0].(*ast.AliasedTableExpr)
	if !ok {
		return nil
	}
	name, ok := table.Expr.(ast.TableName)
	if !ok {
		return nil
	}
	written := of.table(name.DbQualifier.String(), name.Name.String())
	if written == nil {
		return nil
	}
	schema := written.Schema()
	var told *mysql.SQLError
	for _, e := range update.Exprs {
		v, isValue := e.Expr.(*ast.SQLVal)
		at := schema.IndexOfColName(e.Name.Name.String())
		if !isValue || v.Type != ast.StrVal || at < 0 || !types.IsJSON(schema[at].Type) {
			continue
		}
		if wrong := JSONColumn(name.Name.String(), e.Name.Name.String(), string(v.Val)); wrong != nil && told == nil {
			told = wrong
		}
	}
	return told
}

// jsonTableError is that of a text which JSON_TABLE reads; told where the statement
// has one constant for it.
func jsonTableError(of *Statement, _ []string) *mysql.SQLError {
	e, ok := only(of.statement(), func(*ast.JSONTableExpr) bool { return true })
	if !ok {
		return nil
	}
	v, ok := e.Data.(*ast.SQLVal)
	if !ok || v.Type != ast.StrVal {
		return nil
	}
	what, at := jsonFault(string(v.Val))
	if what == "" {
		return nil
	}
	return mysql.NewSQLError(3141, StateJSON, "Invalid JSON text in argument 1 to function json_table: \"%s\" at position %d.", what, at)
}

// jsonQuoteError is that of a value which is no text and is to be put in quotes, or
// taken out of them; told where the statement does but one of both.
func jsonQuoteError(of *Statement, _ []string) *mysql.SQLError {
	called := map[string]bool{}
	for f := range nodesOf[*ast.FuncExpr](of.statement()) {
		if f.Name.EqualString("json_quote") || f.Name.EqualString("json_unquote") {
			called[f.Name.Lowered()] = true
		}
	}
	if len(called) != 1 {
		return nil
	}
	for name := range called {
		return mysql.NewSQLError(3064, StateGeneral, "Incorrect type for argument 1 in function %s.", name)
	}
	return nil
}

// jsonPathError is that of a path: one that cannot be read, of which the engine does
// not say where, or one with a wildcard where there may be none. It is told where the
// statement has one such path.
func jsonPathError(of *Statement, _ []string) *mysql.SQLError {
	var wrong []int
	wild, fixed := false, false
	try := func(e ast.Expr, one bool) {
		v, ok := e.(*ast.SQLVal)
		if !ok || v.Type != ast.StrVal {
			return
		}
		at, wildcard, ok := jsonPathFault(string(v.Val))
		if !ok {
			wrong = append(wrong, at)
		} else if wildcard && one {
			wild = true
		}
	}
	for n := range nodesOf[ast.SQLNode](of.statement()) {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Operator == ast.JSONExtractOp || n.Operator == ast.JSONUnquoteExtractOp {
				try(n.Right, false)
			}
		case *ast.FuncExpr:
			name := n.Name.Lowered()
			first, step, one := 1, 1, false
			switch name {
			case "json_set", "json_insert", "json_replace", "json_array_append", "json_array_insert":
				step, one = 2, true
			case "json_remove":
				one = true
			case "json_extract", "json_keys", "json_length":
				one = name != "json_extract"
			case "json_value":
				one = true
			case "json_contains", "json_contains_path":
				first = 2
				one = name == "json_contains"
			case "json_search":
				first = 4
			default:
				continue
			}
			fixed = fixed || one
			for i := first; i < len(n.Exprs); i += step {
				if a, ok := n.Exprs[i].(*ast.AliasedExpr); ok {
					try(a.Expr, one)
				}
			}
		}
	}
	switch {
	case len(wrong) == 1:
		return mysql.NewSQLError(3143, StateAccess, "Invalid JSON path expression. The error is around character position %d.", wrong[0])
	case len(wrong) == 0 && wild && fixed:
		return mysql.NewSQLError(3149, StateAccess, "In this situation, path expressions may not contain the * and ** tokens or an array range.")
	}
	return nil
}
