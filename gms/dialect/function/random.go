package function

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// RandomName is the name of the function that gives numbers at random.
const RandomName = "rand"

// randomModulus is what MySQL's numbers at random are told in parts of.
const randomModulus = 1<<30 - 1

// Random is a sequence of numbers of RAND(), as MySQL's follow from two seeds. The zero
// Random is one of two zeros; [NewRandom] seeds one at random. Its methods may be called from
// any goroutine, and allocate nothing.
type Random struct {
	mu    sync.Mutex
	seeds [2]uint64
}

// NewRandom is a sequence that nobody can foresee by its seeds.
func NewRandom() *Random {
	return &Random{seeds: [2]uint64{rand.Uint64N(randomModulus), rand.Uint64N(randomModulus)}}
}

// SetSeed sets a seed, 0 or 1: rand_seed1 and rand_seed2.
func (r *Random) SetSeed(i int, seed uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seeds[i] = seed
}

// seed begins the sequence of RAND(n).
func (r *Random) seed(n uint32) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n64 := uint64(n)
	r.seeds = [2]uint64{uint64(uint32(n64*0x10001+55555555)) % randomModulus, uint64(uint32(n64*0x10000001)) % randomModulus}
}

// Next is the next number: at least 0 and less than 1.
func (r *Random) Next() float64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seeds[0] = (r.seeds[0]*3 + r.seeds[1]) % randomModulus
	r.seeds[1] = (r.seeds[0] + r.seeds[1] + 33) % randomModulus
	return float64(r.seeds[0]) / randomModulus
}

// random is a call of RAND(). Without an argument it goes on with the session's sequence;
// with an argument that is the same for each row it has one of its own; any other argument
// begins one anew with each row.
type random struct {
	server *Server
	arg    sql.Expression
	own    *Random // of an argument that is the same for each row
	begun  *sync.Once
	apart  bool // the argument is another for each row
}

var (
	_ sql.FunctionExpression         = (*random)(nil)
	_ sql.NonDeterministicExpression = (*random)(nil)
	_ sql.CollationCoercible         = (*random)(nil)
)

// Random is RAND(), whose numbers are MySQL's for the same seed; the engine's give each row
// that has one seed the same.
func (s *Server) Random() sql.Function {
	return sql.FunctionN{Name: RandomName, Fn: func(args ...sql.Expression) (sql.Expression, error) {
		switch len(args) {
		case 0:
			return &random{server: s}, nil
		case 1:
			return &random{server: s, arg: args[0], own: new(Random), begun: new(sync.Once), apart: changes(args[0])}, nil
		}
		return nil, sql.ErrInvalidArgumentNumber.New(RandomName, "0 or 1", len(args))
	}}
}

// Eval implements sql.Expression.
func (r *random) Eval(ctx *sql.Context, row sql.Row) (any, error) {
	if r.arg == nil {
		if session := r.server.SessionRandom(ctx); session != nil {
			return session.Next(), nil
		}
		return rand.Float64(), nil //nolint:gosec // numbers of RAND() keep nothing secret
	}
	if r.apart {
		seed, err := r.seedOf(ctx, row)
		if err != nil {
			return nil, err
		}
		var once Random
		once.seed(seed)
		return once.Next(), nil
	}
	var err error
	r.begun.Do(func() {
		var seed uint32
		if seed, err = r.seedOf(ctx, row); err == nil {
			r.own.seed(seed)
		}
	})
	if err != nil {
		return nil, err
	}
	return r.own.Next(), nil
}

// changes says whether an argument may be another for each row, or each time that a
// statement of a program runs.
func changes(arg sql.Expression) bool {
	return transform.InspectExpr(arg, func(e sql.Expression) bool {
		switch e := e.(type) {
		case *expression.GetField, *expression.ProcedureParam, *plan.Subquery:
			return true
		case sql.NonDeterministicExpression:
			return e.IsNonDeterministic()
		}
		return false
	})
}

// seedOf is the argument as a number, which is 0 of NULL and of what is no number.
func (r *random) seedOf(ctx *sql.Context, row sql.Row) (uint32, error) {
	v, err := r.arg.Eval(ctx, row)
	if err != nil || v == nil {
		return 0, err
	}
	if v, err = sql.UnwrapAny(ctx, v); err != nil {
		return 0, err
	}
	if u, ok := v.(uint64); ok {
		return uint32(u), nil
	}
	n, _, err := types.Int64.Convert(ctx, v)
	if i, ok := n.(int64); ok && err == nil {
		return uint32(i), nil
	}
	return 0, nil //nolint:nilerr // what is no number counts as 0
}

// FunctionName implements sql.FunctionExpression.
func (*random) FunctionName() string { return RandomName }

// Description implements sql.FunctionExpression.
func (*random) Description() string { return "gives a number at random, at least 0 and less than 1" }

// Resolved implements sql.Expression.
func (r *random) Resolved() bool { return r.arg == nil || r.arg.Resolved() }

// String implements sql.Expression.
func (r *random) String() string {
	if r.arg == nil {
		return RandomName + "()"
	}
	return fmt.Sprintf("%s(%s)", RandomName, r.arg)
}

// Type implements sql.Expression.
func (*random) Type() sql.Type { return types.Float64 }

// IsNullable implements sql.Expression.
func (*random) IsNullable() bool { return false }

// IsNonDeterministic implements sql.NonDeterministicExpression: with a seed, too, the next
// row has another number.
func (*random) IsNonDeterministic() bool { return true }

// CollationCoercibility implements sql.CollationCoercible.
func (*random) CollationCoercibility(*sql.Context) (collation sql.CollationID, coercibility byte) {
	return sql.Collation_binary, 5
}

// eachRow is looked at, and never computed: in a condition the engine computes once what has
// no column and no parameter of a procedure, and WHERE RAND() < 0.1 would take all rows or none.
var eachRow = expression.NewProcedureParam("each row", types.Float64)

// Children implements sql.Expression.
func (r *random) Children() []sql.Expression {
	if r.arg == nil {
		return []sql.Expression{eachRow}
	}
	return []sql.Expression{r.arg, eachRow}
}

// WithChildren implements sql.Expression. A copy goes on with the sequence of the original.
func (r *random) WithChildren(children ...sql.Expression) (sql.Expression, error) {
	if len(children) != len(r.Children()) {
		return nil, sql.ErrInvalidChildrenNumber.New(r, len(children), len(r.Children()))
	}
	if r.arg == nil {
		return r, nil
	}
	out := *r
	out.arg, out.apart = children[0], changes(children[0])
	return &out, nil
}
