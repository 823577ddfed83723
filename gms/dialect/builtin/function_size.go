package builtin

import (
	"math"
	"strings"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
)

// errResultTooLarge is ER_WARN_ALLOWED_PACKET_OVERFLOWED.
const errResultTooLarge = 1301

// sizedFunctions are the functions whose result may be much larger than their
// arguments, with what says how large it will be. What does not fit into
// max_allowed_packet is NULL, with a warning, as in MySQL, and never made.
var sizedFunctions = map[string]func(a *arguments) int64{
	"concat":    func(a *arguments) int64 { return a.sum(0) },
	"concat_ws": func(a *arguments) int64 { return plus(a.sum(1), operand.Times(int64(a.count()-1), a.length(0))) },
	"export_set": func(a *arguments) int64 {
		return plus(operand.Times(64, max(a.length(1), a.length(2))), operand.Times(64, a.length(3)))
	},
	"from_base64":    func(a *arguments) int64 { return a.length(0) },
	"hex":            func(a *arguments) int64 { return operand.Times(2, a.length(0)) },
	"insert":         func(a *arguments) int64 { return plus(a.length(0), a.length(3)) },
	"json_quote":     func(a *arguments) int64 { return a.length(0) },
	"lpad":           func(a *arguments) int64 { return a.number(1) },
	"make_set":       func(a *arguments) int64 { return plus(a.sum(1), int64(a.count())) },
	"regexp_replace": func(a *arguments) int64 { return a.replacedByPattern() },
	"repeat":         func(a *arguments) int64 { return operand.Times(a.length(0), a.number(1)) },
	"replace":        func(a *arguments) int64 { return a.replaced() },
	"rpad":           func(a *arguments) int64 { return a.number(1) },
	"space":          func(a *arguments) int64 { return a.number(0) },
	"to_base64":      func(a *arguments) int64 { return encodedSize(a.length(0)) },
}

// evenSized are computed here where the engine fails, takes quadratic time, or counts bytes.
var evenSized = map[string]func(a *arguments) any{
	"lpad":   (*arguments).padded,
	"rpad":   (*arguments).padded,
	"repeat": func(a *arguments) any { return strings.Repeat(a.text(0), int(max(a.number(1), 0))) },
	"space":  func(a *arguments) any { return strings.Repeat(" ", int(max(a.number(0), 0))) },
}

// EngineFunctions are the engine's own of these.
var EngineFunctions = func() map[string]sql.Function {
	own := make(map[string]sql.Function, len(sizedFunctions))
	for _, f := range function.BuiltIns {
		name := f.FunctionName()
		_, sized := sizedFunctions[name]
		_, reads := documentArguments[name]
		if sized || reads || checkedFunction(name) != nil {
			own[name] = f
		}
	}
	return own
}()

// sizedFunction is an engine's function whose calls look at the size of their
// result first.
type sizedFunction struct{ sql.Function }

// findSized gives the function of a name, in lower case.
func findSized(name string) (sql.Function, bool) {
	f, ok := EngineFunctions[name]
	if _, reads := documentArguments[name]; reads {
		return documentFunction{f}, ok
	}
	return sizedFunction{f}, ok
}

// NewInstance implements sql.Function.
func (f sizedFunction) NewInstance(args []sql.Expression) (sql.Expression, error) {
	e, err := f.Function.NewInstance(args)
	if err != nil {
		return nil, err
	}
	return sizeCall(f.FunctionName(), e)
}

// sizedCall is a call of one: the engine's call as everybody sees it, and once
// more over the fields of a row that its arguments make, so that they are
// computed once.
type sizedCall struct {
	sql.FunctionExpression
	name string
	over sql.Expression

	compiled atomic.Pointer[compiledRegexp] // by which the last long text was matched
}

var (
	_ sql.FunctionExpression = (*sizedCall)(nil)
	_ sql.CollationCoercible = (*sizedCall)(nil)
	_ sql.Disposable         = (*sizedCall)(nil)
)

func sizeCall(name string, e sql.Expression) (sql.Expression, error) {
	call, ok := e.(sql.FunctionExpression)
	if !ok {
		return e, nil
	}
	children := call.Children()
	fields := make([]sql.Expression, len(children))
	for i, c := range children {
		typ := sql.Type(types.LongText)
		if c.Resolved() {
			typ = c.Type()
		}
		fields[i] = expression.NewGetField(i, typ, "", true)
	}
	over, err := call.WithChildren(fields...)
	if err != nil {
		return nil, err
	}
	return &sizedCall{FunctionExpression: call, name: name, over: over}, nil
}

// WithChildren implements sql.Expression.
func (c *sizedCall) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	e, err := c.FunctionExpression.WithChildren(children...)
	if err != nil {
		return nil, err
	}
	return sizeCall(c.name, e)
}

// CollationCoercibility implements sql.CollationCoercible.
func (c *sizedCall) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, c.FunctionExpression)
}

// Dispose implements sql.Disposable.
func (c *sizedCall) Dispose() {
	if d, ok := c.FunctionExpression.(sql.Disposable); ok {
		d.Dispose()
	}
}

// IsNullable implements sql.Expression.
func (c *sizedCall) IsNullable() bool { return true }

// Eval implements sql.Expression.
func (c *sizedCall) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	children := c.Children()
	a := arguments{ctx: ctx, call: c, values: make(sql.Row, len(children))}
	for i, child := range children {
		v, err := child.Eval(ctx, row)
		if err != nil {
			return nil, err
		}
		if v, err = sql.UnwrapAny(ctx, v); err != nil {
			return nil, err
		}
		a.values[i] = v
	}
	if check := checkedFunction(c.name); check != nil {
		if err := check(&a); err != nil {
			return nil, err
		}
		if strings.HasPrefix(c.name, "regexp_") {
			if v, done, err := c.matchLong(&a); done || err != nil {
				return v, err
			}
			return c.FunctionExpression.Eval(ctx, row)
		}
		return c.over.Eval(ctx, a.values)
	}
	if c.name == "regexp_replace" {
		if a.text(0) == "" && !a.null && a.number(3) > 1 { // of which the engine panics
			return nil, outOfBounds()
		}
		if v, done, err := c.matchLong(&a); done || err != nil {
			return v, err
		}
	}
	limit := operand.LargestResult(ctx)
	if size := sizedFunctions[c.name](&a); size > limit && !a.null {
		return tooLarge(ctx, c.name, limit)
	}
	if own := evenSized[c.name]; own != nil {
		if a.null {
			return nil, a.err
		}
		v := own(&a)
		return v, a.err
	}
	over := c.over
	if c.name == "regexp_replace" { // it keeps what it has compiled for its own arguments
		over, a.values = c.FunctionExpression, row
	}
	v, err := over.Eval(ctx, a.values)
	if lengthOf(v) > limit { // what was asked for was the least
		return tooLarge(ctx, c.name, limit)
	}
	return v, err
}

func tooLarge(ctx *sql.Context, name string, limit int64) (any, error) {
	ctx.Warn(errResultTooLarge, "Result of %s() was larger than max_allowed_packet (%d) - truncated", name, limit)
	return nil, nil
}

// arguments are those of one call.
type arguments struct {
	ctx    *sql.Context
	call   *sizedCall
	values sql.Row
	null   bool // one that was asked for is NULL
	err    error
}

func (a *arguments) count() int { return len(a.values) }

// text is an argument as a string, "" of one that is not there.
func (a *arguments) text(i int) string {
	if i >= len(a.values) {
		return ""
	}
	switch v := a.values[i].(type) {
	case nil:
		a.null = true
		return ""
	case string:
		return v
	case []byte:
		return string(v)
	}
	v, _, err := types.LongText.Convert(a.ctx, a.values[i])
	if err != nil {
		a.err = err
		return ""
	}
	return operand.TextOf(v)
}

func (a *arguments) length(i int) int64 {
	if i < len(a.values) {
		if n := lengthOf(a.values[i]); n > 0 {
			return n
		}
	}
	return int64(len(a.text(i)))
}

// encodedSize is how long n bytes are in base 64: four characters for three, and a line's end
// after each 76.
func encodedSize(n int64) int64 {
	const group, line = 3, 76
	text := operand.Times(4, n/group+min(n%group, 1))
	return plus(text, max(text-1, 0)/line)
}

// sum is the length of the arguments from i on. NULL is as long as nothing.
func (a *arguments) sum(i int) (n int64) {
	null := a.null
	for ; i < len(a.values); i++ {
		n = plus(n, a.length(i))
	}
	a.null = null
	return n
}

// number is an argument as an integer.
func (a *arguments) number(i int) int64 {
	if i >= len(a.values) {
		return 0
	}
	if a.values[i] == nil {
		a.null = true
		return 0
	}
	v, inRange, err := types.Int64.Convert(a.ctx, a.values[i])
	n, ok := v.(int64)
	switch {
	case sql.ErrTruncatedIncorrect.Is(err):
		a.ctx.Warn(1292, "%s", err.Error()) // of a text that only begins as one
	case err != nil:
		a.err = err
	case inRange == sql.Overflow:
		return math.MaxInt64
	case inRange == sql.Underflow:
		return math.MinInt64
	}
	if !ok {
		return 0
	}
	return n
}

// replaced is the size of what REPLACE() makes.
func (a *arguments) replaced() int64 {
	text, from := a.text(0), a.text(1)
	to := a.length(2)
	if from == "" || to <= int64(len(from)) {
		return int64(len(text))
	}
	if operand.Times(int64(len(text)/len(from)+1), to) < sysvar.DefaultMaxPacket/64 {
		return int64(len(text)) // small, however often
	}
	return plus(int64(len(text)), operand.Times(int64(strings.Count(text, from)), to-int64(len(from))))
}

// replacedByPattern is the most that REGEXP_REPLACE() makes. How often the
// pattern matches is found by having each match replaced by nothing, and by one
// character.
func (a *arguments) replacedByPattern() int64 {
	text, to := a.length(0), a.text(2)
	groups := operand.Times(int64(strings.Count(to, "$")+strings.Count(to, `\`)), text) // a match in place of each
	most := plus(plus(text, groups), operand.Times(text+1, int64(len(to))))
	if a.null || most <= operand.LargestResult(a.ctx) {
		return 0
	}
	lengths := [2]int64{}
	for i, with := range []string{"", "x"} {
		literals := make([]sql.Expression, len(a.values))
		for j, c := range a.call.Children() {
			literals[j] = expression.NewLiteral(a.values[j], c.Type())
		}
		literals[2] = expression.NewLiteral(with, types.LongText)
		e, err := function.NewRegexpReplace(literals...)
		var v any
		if err == nil {
			v, err = e.Eval(a.ctx, nil)
		}
		if err != nil {
			a.err = err
			return 0
		}
		lengths[i] = lengthOf(v)
	}
	return plus(plus(text, groups), operand.Times(lengths[1]-lengths[0], int64(len(to))))
}

func lengthOf(v any) int64 {
	switch v := v.(type) {
	case string:
		return int64(len(v))
	case []byte:
		return int64(len(v))
	}
	return 0
}

func plus(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
