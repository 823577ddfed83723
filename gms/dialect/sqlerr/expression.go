package sqlerr

import (
	"errors"
	"iter"
	"regexp/syntax"
	"strings"

	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
	goerrors "gopkg.in/src-d/go-errors.v1"

	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// Errors of expressions that the engine makes without a kind, or with one that it
// keeps to itself.
var (
	errRegexp        = goerrors.NewKind("the given regular expression is invalid")
	errRegexpEmpty   = goerrors.NewKind("Illegal argument to regular expression.")
	errRegexpOutside = goerrors.NewKind("Index out of bounds for regular expression search.")
	errNameConst     = goerrors.NewKind("incorrect arguments to: %s")
	errNoPoint       = goerrors.NewKind("%s received non-point type")
)

// expressionTexts are the errors of expressions that clients meet.
func expressionTexts() []errorText {
	return []errorText{
		{kind: errRegexp, number: 3685, state: StateGeneral, tell: regexpError},
		{kind: errRegexpEmpty, number: 3685, state: StateGeneral, text: "Illegal argument to regular expression."},
		{kind: errRegexpOutside, number: ERRegexpBounds, state: StateGeneral, text: "Index out of bounds in regular expression search."},
		{kind: errNameConst, number: mysql.ERWrongArguments, state: StateGeneral, text: "Incorrect arguments to $1"},
		{kind: errNoPoint, number: 3037, state: "22023", text: "Invalid GIS data provided to function $1."},
	}
}

// nodesOf are the nodes of a kind in a statement, which may be nil.
func nodesOf[N ast.SQLNode](stmt ast.Statement) iter.Seq[N] {
	return func(yield func(N) bool) {
		if stmt == nil {
			return
		}
		ended := errors.New("ended")
		_ = syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
			if n, ok := n.(N); ok && !yield(n) {
				return false, ended
			}
			return true, nil
		}, stmt)
	}
}

// only is the one node that there is; nil if there is none, or more.
func only[N ast.SQLNode](stmt ast.Statement, is func(N) bool) (found N, ok bool) {
	for n := range nodesOf[N](stmt) {
		if !is(n) {
			continue
		}
		if ok {
			return found, false
		}
		found, ok = n, true
	}
	return found, ok
}

func arithmetic(operator string) bool {
	switch operator {
	case ast.PlusStr, ast.MinusStr, ast.MultStr, ast.DivStr, ast.IntDivStr, ast.ModStr:
		return true
	}
	return false
}

// outOfRange is the error of an expression; nil if its text is not MySQL's.
func (of *Statement) outOfRange(what string, e ast.Expr) *mysql.SQLError {
	text, ok := of.shown(e)
	if !ok {
		return nil
	}
	return mysql.NewSQLError(mysql.ERDataOutOfRange, stateRange, "%s value is out of range in '%s'", what, text)
}

// infiniteError is that of a DOUBLE too large: a sum or product, of which the
// statement has one.
func infiniteError(of *Statement, parts []string) *mysql.SQLError {
	if parts[2] != "double" || !strings.HasSuffix(parts[1], "Inf") {
		return nil
	}
	e, ok := only(of.statement(), func(e *ast.BinaryExpr) bool { return arithmetic(e.Operator) })
	if !ok {
		return nil
	}
	return of.outOfRange("DOUBLE", e)
}

// intDivError is that of a quotient which is no BIGINT.
func intDivError(of *Statement, _ []string) *mysql.SQLError {
	e, ok := only(of.statement(), func(e *ast.BinaryExpr) bool { return strings.EqualFold(e.Operator, ast.IntDivStr) })
	if !ok {
		return nil
	}
	return of.outOfRange("BIGINT", e)
}

// functionRangeError is that of a function whose value is no DOUBLE.
func functionRangeError(of *Statement, parts []string) *mysql.SQLError {
	e, ok := only(of.statement(), func(e *ast.FuncExpr) bool { return e.Name.EqualString(parts[1]) })
	if !ok {
		return nil
	}
	return of.outOfRange("DOUBLE", e)
}

// negatedError is that of the smallest BIGINT, of which there is no opposite.
func negatedError(of *Statement, _ []string) *mysql.SQLError {
	e, ok := only(of.statement(), func(e *ast.UnaryExpr) bool { return e.Operator == ast.UMinusStr })
	if !ok {
		return nil
	}
	return of.outOfRange("BIGINT", e)
}

// shown is an expression as MySQL's messages show it: columns by database and table,
// functions in small letters, operators in parentheses. It knows numbers, texts,
// columns of a statement of one table or with the table's name, the operators of
// arithmetic and functions.
func (of *Statement) shown(e ast.Expr) (text string, ok bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return of.shown(e.Expr)
	case *ast.SQLVal:
		switch e.Type {
		case ast.IntVal, ast.FloatVal:
			return string(e.Val), true
		case ast.StrVal:
			return "'" + string(e.Val) + "'", true
		}
	case *ast.NullVal:
		return "NULL", true
	case *ast.ColName:
		table, database := e.Qualifier.Name.String(), e.Qualifier.DbQualifier.String()
		of1, ok := only(of.statement(), func(t *ast.AliasedTableExpr) bool {
			name, isName := t.Expr.(ast.TableName)
			return isName && (table == "" || t.As.String() == table || t.As.IsEmpty() && name.Name.String() == table)
		})
		if !ok {
			return "", false
		}
		name := of1.Expr.(ast.TableName)
		if table = name.Name.String(); !of1.As.IsEmpty() {
			table = of1.As.String()
		}
		if database == "" {
			database = name.DbQualifier.String()
		}
		if database == "" {
			database = of.database()
		}
		return "`" + database + "`.`" + table + "`.`" + e.Name.String() + "`", true
	case *ast.UnaryExpr:
		if in, ok := of.shown(e.Expr); ok && e.Operator == ast.UMinusStr {
			if _, number := e.Expr.(*ast.SQLVal); number {
				return "-" + in, true
			}
			return "-(" + in + ")", true
		}
	case *ast.BinaryExpr:
		left, ok1 := of.shown(e.Left)
		right, ok2 := of.shown(e.Right)
		if ok1 && ok2 && arithmetic(e.Operator) {
			operator := e.Operator
			if strings.EqualFold(operator, ast.IntDivStr) {
				operator = "DIV"
			}
			return "(" + left + " " + operator + " " + right + ")", true
		}
	case *ast.FuncExpr:
		var list []string
		for _, x := range e.Exprs {
			a, isExpr := x.(*ast.AliasedExpr)
			if !isExpr || e.Distinct || e.Over != nil {
				return "", false
			}
			in, ok := of.shown(a.Expr)
			if !ok {
				return "", false
			}
			list = append(list, in)
		}
		return e.Name.Lowered() + "(" + strings.Join(list, ",") + ")", true
	}
	return "", false
}

// regexpError is that of a pattern that cannot be read; the statement has it as a
// constant, if but one of its patterns is wrong.
func regexpError(of *Statement, _ []string) *mysql.SQLError {
	var told *mysql.SQLError
	try := func(e ast.Expr) {
		v, ok := e.(*ast.SQLVal)
		if !ok || v.Type != ast.StrVal {
			return
		}
		if t := patternError(string(v.Val)); t != nil && told == nil {
			told = t
		}
	}
	for n := range nodesOf[ast.SQLNode](of.statement()) {
		switch n := n.(type) {
		case *ast.ComparisonExpr:
			if n.Operator == ast.RegexpStr || n.Operator == ast.NotRegexpStr {
				try(n.Right)
			}
		case *ast.FuncExpr:
			if name := n.Name.Lowered(); strings.HasPrefix(name, "regexp_") && len(n.Exprs) > 1 {
				if a, ok := n.Exprs[1].(*ast.AliasedExpr); ok {
					try(a.Expr)
				}
			}
		}
	}
	if told == nil {
		return mysql.NewSQLError(3685, StateGeneral, "Illegal argument to regular expression.")
	}
	return told
}

// patternError is MySQL's error of a pattern; nil if Go reads it.
func patternError(pattern string) *mysql.SQLError {
	_, err := syntax.Parse(pattern, syntax.Perl)
	var wrong *syntax.Error
	if !errors.As(err, &wrong) {
		return nil
	}
	number, text := 3687, "Internal error in the regular expression library."
	switch wrong.Code {
	case syntax.ErrMissingParen, syntax.ErrUnexpectedParen:
		number, text = 3691, "Mismatched parenthesis in regular expression."
	case syntax.ErrMissingBracket:
		number, text = 3696, "The regular expression contains an unclosed bracket expression."
	case syntax.ErrInvalidCharRange:
		if strings.HasPrefix(wrong.Expr, "[:") {
			number, text = 3685, "Illegal argument to regular expression."
		} else {
			number, text = 3697, "The regular expression contains an [x-y] character range where x comes after y."
		}
	case syntax.ErrInvalidRepeatSize:
		number, text = 3693, "The maximum is less than the minimum in a {min,max} interval."
		if !backward(wrong.Expr) {
			number, text = 3692, "Incorrect description of a {min,max} interval."
		}
	case syntax.ErrTrailingBackslash, syntax.ErrInvalidEscape:
		number, text = 3689, "Unrecognized escape sequence in regular expression."
	case syntax.ErrInvalidUTF8:
		number, text = 3685, "Illegal argument to regular expression."
	case syntax.ErrMissingRepeatArgument, syntax.ErrInvalidRepeatOp:
		return syntaxErrorIn(pattern, wrong.Expr)
	case syntax.ErrInvalidNamedCapture, syntax.ErrInvalidPerlOp:
		number, text = 3690, "The regular expression contains a feature that is not implemented in this library version."
	case syntax.ErrLarge, syntax.ErrNestingDepth:
		number, text = 3700, "The regular expression pattern exceeds limits on size or complexity."
	}
	return mysql.NewSQLError(number, StateGeneral, "%s", text)
}

// backward says whether of a repetition such as {2,1} the second number is smaller.
func backward(repeat string) bool {
	first, second, ok := strings.Cut(strings.Trim(repeat, "{}"), ",")
	return ok && second != "" && (len(second) < len(first) || len(second) == len(first) && second < first)
}

// syntaxErrorIn is that of what stands where it may not, at the end of it.
func syntaxErrorIn(pattern, at string) *mysql.SQLError {
	before, _, _ := strings.Cut(pattern, at)
	line := 1 + strings.Count(before, "\n")
	character := len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + len(at)
	return mysql.NewSQLError(3688, StateGeneral, "Syntax error in regular expression on line %d, character %d.", line, character)
}
