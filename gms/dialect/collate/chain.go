package collate

import (
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/procedures"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The engine asks an operator of arithmetic for its type by asking its operands, and
// asks for the type of every operator at many places of planning, and for each row. For
// a chain of n operators that is n² questions: 3,000 additions took 20 seconds before
// their first row, and no KILL ended that. So an operand that is itself a chain of
// maxChain operators is wrapped in a function that gives it as it is and remembers its
// type.
//
// A division evaluates the operand furthest to its left twice, where that is no
// division: below some divisions nothing is wrapped. The questions of divisions take
// far more, so that there are fewer of them in one another.

// maxChain is how many operators lie in one another until the innermost are wrapped,
// maxAbove how many divisions there are around what is wrapped.
const (
	maxChain = 32
	maxAbove = 3
)

// maxDivisions is how many divisions may lie in one another, /, %, DIV and MOD.
const maxDivisions = 100

// chainName is the function's, which no statement names by chance: one that does, in
// backquotes, gets its argument back.
const chainName = "arithmetic chain"

// BoundChains wraps the chains of a statement, of which text is the text. It returns
// false where too many divisions lie in one another.
func BoundChains(stmt sqlparser.Statement, text string) bool {
	return !mayChain(text) || chainsIn(stmt)
}

// BoundProgram is BoundChains for the statements of a stored procedure.
func BoundProgram(operations []*procedures.InterpreterOperation, text string) bool {
	if !mayChain(text) {
		return true
	}
	for stmt := range syntaxtree.StatementsOf(operations) {
		if !chainsIn(stmt) {
			return false
		}
	}
	return true
}

// mayChain says whether a text may have a chain that is to be wrapped.
func mayChain(text string) bool {
	if len(text) < 4*maxChain {
		return false
	}
	found := 0
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '+', '-', '*', '/', '%', '|', '&', '^', '<', '>':
			found++
		case 'v', 'V', 'd', 'D': // DIV and MOD
			if before := text[i-1] | 0x20; before == 'i' || before == 'o' {
				found++
			}
		}
		if found > maxChain {
			return true
		}
	}
	return false
}

func chainsIn(nodes ...sqlparser.SQLNode) (ok bool) {
	w := chainWalk{ok: true}
	w.in(nodes...)
	return w.ok
}

// chainWalk goes through expressions.
type chainWalk struct {
	divisions int // around
	ok        bool
}

func (w *chainWalk) in(nodes ...sqlparser.SQLNode) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if e, ok := n.(*sqlparser.BinaryExpr); ok {
			w.of(e)
			return false, nil
		}
		return true, nil
	}, nodes...)
}

// of is how many operators of an expression lie in one another, once those too many
// are wrapped.
func (w *chainWalk) of(e sqlparser.Expr) int {
	switch e := e.(type) {
	case *sqlparser.ParenExpr:
		return w.of(e.Expr)
	case *sqlparser.UnaryExpr:
		return w.of(e.Expr)
	case *sqlparser.BinaryExpr:
		divides := false
		switch e.Operator {
		case sqlparser.DivStr, sqlparser.IntDivStr, sqlparser.ModStr:
			divides = true
			w.divisions++
			w.ok = w.ok && w.divisions <= maxDivisions
		}
		n := 1 + max(w.operand(&e.Left), w.operand(&e.Right))
		if divides {
			w.divisions--
		}
		return n
	case nil:
		return 0
	}
	around := w.divisions
	w.divisions = 0
	w.in(e)
	w.divisions = around
	return 0
}

func (w *chainWalk) operand(e *sqlparser.Expr) int {
	n := w.of(*e)
	if n < maxChain || w.divisions > maxAbove {
		return n
	}
	*e = &sqlparser.FuncExpr{
		Name:  sqlparser.NewColIdent(chainName),
		Exprs: sqlparser.SelectExprs{&sqlparser.AliasedExpr{Expr: *e}},
	}
	return 0
}

// Chain is an operand that is a chain of operators.
type Chain struct {
	sql.Expression
	typ      atomic.Pointer[sql.Type]
	nullable atomic.Int32 // 0 is not known, 1 no, 2 yes
	text     atomic.Pointer[string]
}

var (
	_ sql.FunctionExpression = (*Chain)(nil)
	_ sql.CollationCoercible = (*Chain)(nil)
)

// ChainFunction makes one.
var ChainFunction = sql.Function1{Name: chainName, Fn: func(e sql.Expression) sql.Expression { return &Chain{Expression: e} }}

// Type implements sql.Expression.
func (c *Chain) Type() sql.Type {
	if t := c.typ.Load(); t != nil {
		return *t
	}
	t := c.Expression.Type()
	if t != nil && !types.IsDeferredType(t) && c.Expression.Resolved() {
		c.typ.Store(&t)
	}
	return t
}

// IsNullable implements sql.Expression.
func (c *Chain) IsNullable() bool {
	if known := c.nullable.Load(); known != 0 {
		return known == 2
	}
	is := c.Expression.IsNullable()
	if c.Expression.Resolved() {
		known := int32(1)
		if is {
			known = 2
		}
		c.nullable.Store(known)
	}
	return is
}

// String implements sql.Expression.
func (c *Chain) String() string {
	if s := c.text.Load(); s != nil {
		return *s
	}
	s := c.Expression.String()
	if c.Expression.Resolved() {
		c.text.Store(&s)
	}
	return s
}

// FunctionName implements sql.FunctionExpression.
func (*Chain) FunctionName() string { return chainName }

// Description implements sql.FunctionExpression.
func (*Chain) Description() string { return "its operand" }

// Children implements sql.Expression.
func (c *Chain) Children() []sql.Expression { return []sql.Expression{c.Expression} }

// WithChildren implements sql.Expression.
func (c *Chain) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(c, len(children), 1)
	}
	return &Chain{Expression: children[0]}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (c *Chain) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, c.Expression)
}
