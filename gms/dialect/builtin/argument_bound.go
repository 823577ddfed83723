package builtin

import (
	"math"
	"slices"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/moment"
	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/planwalk"
)

// Some of the engine's functions panic when an argument is a number beyond any string's
// length, or of another type than they expect. They get one that means the same and that
// they can take.

// argumentBound gives the value that stands for another, as an argument.
type argumentBound func(ctx *sql.Context, v any) any

// argumentBounds are the functions' arguments by their places.
var argumentBounds = map[string]map[int]argumentBound{
	"substring":  {1: boundLength, 2: boundLength},
	"substr":     {1: boundLength, 2: boundLength},
	"mid":        {1: boundLength, 2: boundLength},
	"insert":     {1: boundLength, 2: boundLength},
	"format":     {2: operand.BoundText},
	"inet6_aton": {0: operand.BoundText},
	"rand":       {0: boundSeed},
	"timediff":   {0: boundMoment, 1: boundMoment},
	"datetime":   {0: boundMoment},
	// A string of bytes is no date to the engine.
	"unix_timestamp": {0: boundBytes},
}

// boundLength is a number that is at most the largest length of a string, or minus that.
func boundLength(ctx *sql.Context, v any) any {
	n, _, err := types.Int64.Convert(ctx, v)
	i, ok := n.(int64)
	if err != nil || !ok || -math.MaxInt32 <= i && i <= math.MaxInt32 {
		return v // the engine says what is wrong with it, if anything is
	}
	return min(max(i, -math.MaxInt32), math.MaxInt32)
}

// boundBytes is a string of bytes as one of characters, and all else as it is.
func boundBytes(_ *sql.Context, v any) any {
	if b, ok := v.([]byte); ok {
		return string(b)
	}
	return v
}

// boundMoment is as much of a text as can be a date or a time.
func boundMoment(_ *sql.Context, v any) any {
	if text, ok := v.(string); ok {
		return moment.Begin(text)
	}
	return v
}

// boundSeed is 0 for NULL, as in MySQL.
func boundSeed(_ *sql.Context, v any) any {
	if v == nil {
		return int64(0)
	}
	return v
}

// boundArguments gives the arguments of a function with those that have to be bounded. An
// integer that need not be is left as it is, and so is what is no long text of TIMEDIFF() and DATETIME().
func boundArguments(name string, args []sql.Expression) []sql.Expression {
	cloned := false
	for i, bound := range argumentBounds[name] {
		if i >= len(args) {
			continue
		}
		if l, ok := args[i].(*expression.Literal); ok {
			if _, integer := operand.IntegerOf(l.Value()); integer && bound(nil, l.Value()) == l.Value() {
				continue
			}
		}
		if (name == "timediff" || name == "datetime") && !mayBeLongText(args[i]) {
			continue
		}
		if _, done := args[i].(*bounded); done {
			continue
		}
		if !cloned {
			args, cloned = slices.Clone(args), true
		}
		args[i] = &bounded{planwalk.StandIn{Child: args[i]}, bound}
	}
	return args
}

// mayBeLongText reports whether an argument may be a text that [boundMoment] cuts: it is one, or is
// not known yet. How many digits of a second others have is told by what they are.
func mayBeLongText(e sql.Expression) bool {
	if !e.Resolved() {
		return true
	}
	if l, ok := e.(*expression.Literal); ok {
		text, ok := l.Value().(string)
		return ok && moment.Begin(text) != text
	}
	return types.IsText(e.Type())
}

// boundCall is a call with such arguments.
func boundCall(name string, call sql.Expression) (sql.Expression, transform.TreeIdentity, error) {
	args := call.Children()
	bound := boundArguments(name, args)
	if &bound[0] == &args[0] {
		return call, transform.SameTree, nil
	}
	e, err := call.WithChildren(bound...)
	return e, transform.NewTree, err
}

// bounded is an argument that is.
type bounded struct {
	planwalk.StandIn
	bound argumentBound
}

var (
	_ sql.Expression         = (*bounded)(nil)
	_ sql.CollationCoercible = (*bounded)(nil)
)

// Eval implements sql.Expression.
func (b *bounded) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	v, err := b.Child.Eval(ctx, row)
	if err != nil {
		return nil, err
	}
	return b.bound(ctx, v), nil
}

// Type implements sql.Expression.
func (b *bounded) Type() sql.Type { return b.Child.Type() }

// WithChildren implements sql.Expression.
func (b *bounded) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(b, len(children), 1)
	}
	return &bounded{planwalk.StandIn{Child: children[0]}, b.bound}, nil
}

// CollationCoercibility implements sql.CollationCoercible.
func (b *bounded) CollationCoercibility(ctx *sql.Context) (sql.CollationID, byte) {
	return sql.GetCoercibility(ctx, b.Child)
}
