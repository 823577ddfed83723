package operand

import (
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/collate"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// A string where MySQL wants a number is the number that it begins with, clipped to what a
// double or a BIGINT has room for, with warning 1292. The engine refuses some such strings,
// takes infinity, 0 or the hexadecimal value of others, or says nothing. So what is
// not the text of a number, or is not known before it is computed, becomes one
// by a CAST.

// TextNumber is the number of a string. It prints as the string.
type TextNumber struct{ *Cast }

var _ sql.CollationCoercible = (*TextNumber)(nil)

// Casts that are meant.
const (
	ToDouble  = "double"
	toWhole   = "signed"
	toDecimal = "decimal"
)

// FromUnixtime and SEC_TO_TIME read decimals, with room for any time.
const (
	secondsDigits = 30
	secondsScale  = 6
)

// String implements sql.Expression.
func (n *TextNumber) String() string { return n.Child.String() }

// DebugString implements sql.DebugStringer.
func (n *TextNumber) DebugString() string { return sql.DebugString(n.Child) }

// WithChildren implements sql.Expression.
func (n *TextNumber) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(n, len(children), 1)
	}
	return &TextNumber{NewCast(children[0], n.CastTo)}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (n *TextNumber) CollationCoercibility(*sql.Context) (sql.CollationID, byte) {
	return sql.Collation_binary, 5
}

// wholeArguments are the positions of a function's arguments that are whole numbers; those
// that numberArguments has besides are doubles.
var wholeArguments = map[string][]int{
	"bin": {0}, "bit_and": {all}, "bit_or": {all}, "bit_xor": {all}, "bit_count": {all}, "char": {all}, "conv": {1, 2}, "last_insert_id": {all}, "elt": {0}, "export_set": {0, 4},
	"format": {1}, "from_days": {all}, "inet_ntoa": {all}, "insert": {1, 2}, "left": {1}, "locate": {2}, "lpad": {1}, "make_set": {0},
	"mid": {1, 2}, "ntile": {all}, "period_add": {all}, "period_diff": {all}, "rand": {all}, "random_bytes": {all}, "regexp_instr": {2, 3, 4},
	"regexp_replace": {3, 4}, "regexp_substr": {2, 3}, "repeat": {1}, "right": {1}, "round": {1}, "rpad": {1}, "sha2": {1}, "space": {all}, "substr": {1, 2},
	"substring": {1, 2}, "substring_index": {2}, "truncate": {1}, "uuid_to_bin": {1}, "bin_to_uuid": {1}, "week": {1}, "yearweek": {1}, "benchmark": {0},
	"makedate": {all}, "maketime": {0, 1}, step.InverseName: {0}, step.BitsName: {0},
}

// numberOfArgument is what MySQL makes of a function's argument that is a string where it
// wants a number; empty if it wants none.
func numberOfArgument(name string, i int, args []sql.Expression) string {
	has := func(positions []int) bool {
		return len(positions) > 0 && (positions[0] == all || slices.Contains(positions, i))
	}
	switch {
	case (name == "from_unixtime" || name == "sec_to_time") && i == 0, name == "maketime" && i == 2:
		return toDecimal
	case has(wholeArguments[name]):
		return toWhole
	case name == "interval", has(numberArguments[name]), name == "field" && slices.ContainsFunc(args, isNumberValued):
		return ToDouble
	}
	return ""
}

// readsMoments are functions of numbers that read dates themselves, or by their text.
var readsMoments = map[string]bool{"bin": true, "conv": true, "from_unixtime": true, "round": true, "truncate": true}

// NumberTexts gives a function's arguments with its strings as numbers, where it wants
// such.
func NumberTexts(name string, args []sql.Expression) []sql.Expression {
	number := func(to string, e sql.Expression) (sql.Expression, bool) {
		if name == "if" && isShape(e) {
			return truthOf(e)
		}
		if n, changed := textAs(to, e); changed || readsMoments[name] {
			return n, changed
		}
		return temporalNumber(to, e)
	}
	var out []sql.Expression
	for i, e := range args {
		to := numberOfArgument(name, i, args)
		if i == 0 && name == "conv" {
			if l, ok := e.(*expression.Literal); ok {
				if n, ok := hexadecimal(l); ok {
					out = append([]sql.Expression{n}, args[1:]...)
					continue
				}
			}
		}
		if i == 0 && (name == "bin" || name == "conv") && IsSpanValued(e) {
			out = append([]sql.Expression{&spanHours{planwalk.StandIn{Child: e}}}, args[1:]...)
			continue
		}
		if to == "" {
			continue
		}
		changed := true // args must not be compared: a row of values cannot be
		if distinct, ok := e.(*expression.DistinctExpression); ok {
			var n sql.Expression
			if n, changed = number(to, distinct.Child); changed {
				e = expression.NewDistinctExpression(n)
			}
		} else if collate.IsEnumValued(e) {
			e = &enumNumber{planwalk.StandIn{Child: e}}
		} else {
			e, changed = number(to, e)
		}
		if !changed {
			continue
		}
		if out == nil {
			out = slices.Clone(args)
		}
		out[i] = e
	}
	if out == nil {
		return args
	}
	return out
}

// TextsAsNumbersRule is the rule texts-as-numbers.
var TextsAsNumbersRule = rule.Of[step.PlanStep]{
	Rule: rule.Rule{
		Name: "texts-as-numbers", Changes: rule.Plan, About: rule.Numbers,
		Why:      "The engine refuses some texts as numbers, takes others for 0 or infinity without a warning, and the bytes of a binary string for those of a number; MySQL takes the digits at the front with warning 1292.",
		NeededBy: rule.Data, Golden: "strict_changes",
	},
	Apply: step.PlanStep{Features: step.Texts, Apply: TextsAsNumbers, Change: step.Texts},
}

// TextsAsNumbers makes numbers of the strings that operators compute with, compare with
// a number or take for a truth value.
func TextsAsNumbers(_ *sql.Context, _ *analyzer.Analyzer, n sql.Node, _ *plan.Scope, _ analyzer.RuleSelector, _ *sql.QueryFlags) (sql.Node, transform.TreeIdentity, error) {
	return transform.NodeWithOpaque(n, func(n sql.Node) (sql.Node, transform.TreeIdentity, error) {
		n, same, err := transform.OneNodeExpressions(n, textOperands)
		if err != nil {
			return n, same, err
		}
		switch t := n.(type) {
		case *plan.ResolvedTable:
			return virtualTexts(t)
		case *plan.Filter:
			if e, changed := conditionOf(t.Expression); changed {
				return plan.NewFilter(e, t.Child), transform.NewTree, nil
			}
		case *plan.Having:
			if e, changed := conditionOf(t.Cond); changed {
				return plan.NewHaving(e, t.Child), transform.NewTree, nil
			}
		}
		return n, same, nil
	})
}

// virtualTexts does so in the expressions of a table's virtual columns, which are no expressions of a
// node.
func virtualTexts(t *plan.ResolvedTable) (sql.Node, transform.TreeIdentity, error) {
	virtual, ok := t.Table.(*plan.VirtualColumnTable)
	if !ok {
		return t, transform.SameTree, nil
	}
	projections, same := slices.Clone(virtual.Projections), transform.SameTree
	for i, e := range projections {
		out, unchanged, err := transform.Expr(e, textOperands)
		if err != nil {
			return t, transform.SameTree, err
		}
		projections[i], same = out, same && unchanged
	}
	if same {
		return t, transform.SameTree, nil
	}
	out, err := t.ReplaceTable(plan.NewVirtualColumnTable(virtual.Table, projections))
	return out, transform.NewTree, err
}

// textOperands wraps those of one expression.
func textOperands(e sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
	if d, ok := e.(*function.TimestampDiff); ok {
		out, changed := momentsApart(d)
		return out, transform.TreeIdentity(!changed), nil
	}
	if !WantsNumbers(e) {
		return e, transform.SameTree, nil
	}
	if exact, err := longTexts(e); exact != nil || err != nil {
		if err == nil && WantsNumbers(exact) {
			exact, _, err = textOperands(exact)
		}
		return exact, transform.NewTree, err
	}
	if comparesMoment(e) {
		out, err := momentsForNumbers(e)
		return out, transform.NewTree, err
	}
	children := slices.Clone(e.Children())
	changed, to, as := false, ToDouble, textAs
	switch e.(type) {
	case *expression.BitOp:
		to = toWhole
	case *expression.Not, *expression.And, *expression.Or, *expression.Xor, *expression.IsTrue:
		as = truthAs
	}
	wrap := func(i int) {
		var did bool
		if children[i], did = as(to, children[i]); !did && takesDigits(e, children[i]) {
			children[i], did = digitsOf(to, children[i]), true
		}
		changed = changed || did
	}
	switch e := e.(type) {
	case *expression.InTuple:
		list := slices.Clone(e.Right().(expression.Tuple))
		if IsTextValued(e.Left()) {
			wrap(0)
		} else {
			for i := range list {
				var did bool
				list[i], did = textAs(ToDouble, list[i])
				changed = changed || did
			}
			children[1] = expression.NewTuple(list...)
		}
	case *expression.Case:
		if e.Expr == nil {
			return textConditions(e)
		}
		wrap(0)
	default:
		for i := range children {
			wrap(i)
		}
	}
	if !changed {
		return e, transform.SameTree, nil
	}
	if _, compares := e.(expression.Comparer); compares {
		for i, c := range children {
			if list, ok := c.(expression.Tuple); ok {
				doubles := slices.Clone(list)
				for i, c := range doubles {
					doubles[i] = decimalAsDouble(c)
				}
				children[i] = expression.NewTuple(doubles...)
			} else {
				children[i] = decimalAsDouble(c)
			}
		}
	}
	out, err := e.WithChildren(children...)
	return out, transform.NewTree, err
}

// decimalAsDouble is a decimal that is compared with a double, of which the engine would
// make a decimal.
func decimalAsDouble(e sql.Expression) sql.Expression {
	if !types.IsDecimal(e.Type()) {
		return e
	}
	return &TextNumber{NewCast(e, CastTo{To: ToDouble, Length: -1, Scale: -1})}
}

// textConditions wraps the conditions of a CASE.
func textConditions(c *expression.Case) (sql.Expression, transform.TreeIdentity, error) {
	branches, changed := slices.Clone(c.Branches), false
	for i, b := range branches {
		var did bool
		branches[i].Cond, did = truthOf(b.Cond)
		changed = changed || did
	}
	if !changed {
		return c, transform.SameTree, nil
	}
	return expression.NewCase(nil, branches, c.Else), transform.NewTree, nil
}

// WantsNumbers says of an expression that some of its operands are strings, and are to be
// numbers, or numbers beside dates.
func WantsNumbers(e sql.Expression) bool {
	if comparesMoment(e) {
		return true
	}
	switch e := e.(type) {
	case *expression.Equals:
		return compareAsNumbers(e.LeftChild, e.RightChild)
	case *expression.NullSafeEquals, *expression.LessThan, *expression.LessThanOrEqual, *expression.GreaterThan, *expression.GreaterThanOrEqual:
		c := e.(expression.Comparer)
		return compareAsNumbers(c.Left(), c.Right())
	case *expression.Between:
		return compareAsNumbers(e.Val, e.Lower, e.Upper)
	case *expression.InTuple:
		list, ok := e.Right().(expression.Tuple)
		if !ok || len(list) == 0 {
			return false
		}
		if IsTextValued(e.Left()) {
			return !slices.ContainsFunc(list, func(r sql.Expression) bool { return !compareAsNumbers(e.Left(), r) })
		}
		return slices.ContainsFunc(list, func(r sql.Expression) bool { return IsTextValued(r) && compareAsNumbers(e.Left(), r) })
	case *expression.Case:
		if e.Expr == nil {
			return slices.ContainsFunc(e.Branches, func(b expression.CaseBranch) bool { return NeedsTruth(b.Cond) || IsSpanValued(b.Cond) })
		}
		return IsTextValued(e.Expr) && !slices.ContainsFunc(e.Branches, func(b expression.CaseBranch) bool { return !compareAsNumbers(e.Expr, b.Cond) })
	case *function.TimestampDiff:
		_, changed := momentsApart(e)
		return changed
	case *expression.UnaryMinus:
		return wantsNumber(e, e.Child)
	case *expression.Not:
		return wantsNumber(e, e.Child)
	case *expression.Arithmetic:
		return wantsNumber(e, e.LeftChild) || wantsNumber(e, e.RightChild)
	case *expression.And:
		return wantsNumber(e, e.LeftChild) || wantsNumber(e, e.RightChild)
	case *expression.Or:
		return wantsNumber(e, e.LeftChild) || wantsNumber(e, e.RightChild)
	case *expression.Xor, *expression.Div, *expression.IntDiv, *expression.Mod, *expression.BitOp, *expression.IsTrue:
		return slices.ContainsFunc(e.Children(), func(operand sql.Expression) bool { return wantsNumber(e, operand) })
	}
	return false
}

// wantsNumber says of an operand of what computes or takes truth values that it is to be a
// number, and is none.
func wantsNumber(e, operand sql.Expression) bool {
	switch e.(type) {
	case *expression.Not, *expression.And, *expression.Or, *expression.Xor, *expression.IsTrue:
		return NeedsTruth(operand) || takesDigits(e, operand)
	}
	return IsNumbered(operand) || takesDigits(e, operand)
}

// compareAsNumbers says whether strings among what is compared are compared as numbers:
// with numbers alone, and with no column where the string is one, since the engine finds
// such rows by keys.
func compareAsNumbers(operands ...sql.Expression) bool {
	texts, numbers := 0, 0
	for _, e := range operands {
		switch {
		case IsTextValued(e):
			texts++
		case isPlainNumber(e):
			numbers++
		default:
			return false
		}
	}
	if texts == 0 || numbers == 0 {
		return false
	}
	columns := 0
	for _, e := range operands {
		if hasColumn(e) {
			columns++
		}
	}
	return columns < 2
}

// isPlainNumber says of an operand that it is a number, and none that stands for something
// else.
func isPlainNumber(e sql.Expression) bool {
	switch e := e.(type) {
	case *expression.GetField, *expression.Literal:
	default:
		if !e.Resolved() {
			return false
		}
	}
	t := e.Type()
	return t != nil && types.IsNumber(t) && !types.IsYear(t) && !types.IsBit(t)
}

func hasColumn(e sql.Expression) (has bool) {
	switch e.(type) {
	case *expression.Literal:
		return false
	case *expression.GetField, *cell:
		return true
	}
	sql.Inspect(e, func(e sql.Expression) bool {
		switch e.(type) {
		case *expression.GetField, *plan.Subquery:
			has = true
		}
		return !has
	})
	return has
}

// NullIf is NULLIF() of a string and a number, which are compared as numbers; ok is false
// for others.
func NullIf(args []sql.Expression) (e sql.Expression, ok bool) {
	if len(args) != 2 || !IsTextValued(args[0]) || !isPlainNumber(args[1]) {
		return nil, false
	}
	number, ok := textAs(ToDouble, args[0])
	if !ok {
		return nil, false
	}
	equal := expression.NewEquals(number, args[1])
	return expression.NewCase(nil, []expression.CaseBranch{{Cond: equal, Value: expression.NewLiteral(nil, types.Null)}}, args[0]), true
}

// TextFunction is a function of ours that is given its strings as numbers.
func TextFunction(name string, f func(...sql.Expression) (sql.Expression, error)) func(...sql.Expression) (sql.Expression, error) {
	return func(args ...sql.Expression) (sql.Expression, error) {
		return f(TemporalArguments(name, NumberTexts(name, args))...)
	}
}
