package query

import (
	"math"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The engine converts a parameter of LIMIT or OFFSET to BIGINT, ignores an error of that, and
// panics on NULL. So MySQL's checks are made here, once the parameter has its value.

// errOutOfRange is ER_DATA_OUT_OF_RANGE, and stateOutOfRange its SQLSTATE.
const (
	errOutOfRange   = 1690
	stateOutOfRange = "22003"
)

// limitParameter is a parameter of LIMIT or OFFSET.
type limitParameter struct {
	byName bool // of a statement of PREPARE, which takes integers alone
}

// LimitParametersRule is the rule limit-parameters.
var LimitParametersRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "limit-parameters", Changes: rule.Tree, About: rule.Prepared,
		Why:      "The engine panics at a NULL parameter of LIMIT and ignores that another is no number; MySQL checks it.",
		NeededBy: rule.Data, Golden: "prepared",
	},
	Apply: step.TreeStep{Sought: step.SoughtLimit | step.SoughtParameter, Apply: limitParametersIn},
}

// limitParametersIn marks the parameters of LIMIT and OFFSET in a statement.
func limitParametersIn(n sqlparser.SQLNode) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if l, ok := n.(*sqlparser.Limit); ok && l != nil {
			l.Rowcount, l.Offset = markParameter(l.Rowcount), markParameter(l.Offset)
		}
		return true, nil
	}, queryOf(n))
}

// queryOf returns the query that an EXPLAIN explains, and other statements themselves.
func queryOf(n sqlparser.SQLNode) sqlparser.SQLNode {
	if e, ok := n.(*sqlparser.Explain); ok {
		return e.Statement
	}
	return n
}

func markParameter(e sqlparser.Expr) sqlparser.Expr {
	v, ok := e.(*sqlparser.SQLVal)
	if !ok || v.Type != sqlparser.ValArg {
		return e
	}
	return sqlparser.InjectedExpr{
		Auth:       sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE},
		Expression: &limitParameter{}, Children: sqlparser.Exprs{v},
	}
}

// PreparedByName has the parameters of a statement follow the rules of EXECUTE. Without it they
// follow those of the client protocol.
func PreparedByName(stmt sqlparser.Statement) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if l, ok := n.(*sqlparser.Limit); ok && l != nil {
			for _, e := range [...]sqlparser.Expr{l.Rowcount, l.Offset} {
				if marked, ok := e.(sqlparser.InjectedExpr); ok {
					if p, ok := marked.Expression.(*limitParameter); ok {
						p.byName = true
					}
				}
			}
		}
		return true, nil
	}, queryOf(stmt))
}

// String writes the parameter as the statement does.
func (*limitParameter) String() string { return "?" }

// WithResolvedChildren implements sqlparser.Injectable. The result is a literal of BIGINT, or
// the parameter itself while it has no value.
func (p *limitParameter) WithResolvedChildren(children []any) (any, error) {
	value, ok := children[0].(*expression.Literal)
	if !ok {
		return children[0], nil
	}
	rows, err := p.rows(value)
	if err != nil {
		return nil, err
	}
	return expression.NewLiteral(rows, types.Int64), nil
}

// rows converts a value. NULL is 0, and more than the engine counts is the most it does.
func (p *limitParameter) rows(l *expression.Literal) (int64, error) {
	value := l.Value()
	if value == nil {
		return 0, nil
	}
	if n, ok := operand.IntegerOf(value); ok && !types.IsTextBlob(l.Type()) {
		if n.High != 0 {
			return 0, p.negative()
		}
		return int64(min(n.Low, math.MaxInt64)), nil
	}
	if p.byName {
		return 0, mysql.NewSQLError(mysql.ERWrongArguments, sqlerr.StateGeneral, "Incorrect arguments to EXECUTE")
	}
	switch text := value.(type) {
	case string:
		return countOfText(text), nil
	case []byte:
		return countOfText(string(text)), nil
	}
	return 0, mysql.NewSQLError(mysql.ERWrongArguments, sqlerr.StateGeneral, "Incorrect arguments to mysqld_stmt_execute")
}

func (p *limitParameter) negative() error {
	if p.byName {
		return mysql.NewSQLError(errOutOfRange, stateOutOfRange, "unsigned integer value is out of range in 'EXECUTE'")
	}
	return mysql.NewSQLError(errOutOfRange, stateOutOfRange, "SIGNED INTEGER value is out of range in 'mysqld_stmt_execute'")
}

// countOfText returns the integer that a text begins with, 0 if it begins with none. A negative
// one stands for as many rows as there are, as in MySQL.
func countOfText(text string) int64 {
	digits := strings.TrimLeft(text, " \t\n\v\f\r")
	negative := strings.HasPrefix(digits, "-")
	if negative || strings.HasPrefix(digits, "+") {
		digits = digits[1:]
	}
	end := 0
	for end < len(digits) && step.IsDigit(digits[end]) {
		end++
	}
	n, err := strconv.ParseUint(digits[:end], 10, 64)
	switch {
	case end == 0:
		return 0
	case err != nil, n > math.MaxInt64, negative && n > 0:
		return math.MaxInt64
	}
	return int64(n)
}

// LimitOfVariable returns the value of a program's variable as LIMIT takes it: NULL is 0, and a
// negative number stands for as many rows as there are. Other expressions come back as they are.
func LimitOfVariable(e sqlparser.Expr) sqlparser.Expr {
	switch e := e.(type) {
	case *sqlparser.NullVal:
		return sqlparser.NewIntVal([]byte("0"))
	case *sqlparser.SQLVal:
		if e.Type == sqlparser.IntVal && strings.HasPrefix(string(e.Val), "-") {
			return sqlparser.NewIntVal([]byte(everyRow))
		}
		if n, err := strconv.ParseUint(string(e.Val), 10, 64); e.Type == sqlparser.IntVal && err == nil && n > math.MaxInt64 {
			return sqlparser.NewIntVal([]byte(everyRow))
		}
	}
	return e
}
