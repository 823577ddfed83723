package operand

import (
	"math/big"
	"math/bits"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/shopspring/decimal"
)

// Total is an exact sum. Integers are added up in 128 bits, so that they become a
// decimal once and not each: room for 2^63 of the largest.
type Total struct {
	high, low uint64
	fraction  decimal.Decimal // of what came as decimals
	rows      int64           // without NULLs
}

// Add adds a value, of which NULL counts nothing.
func (t *Total) Add(ctx *sql.Context, v any) error {
	switch v := v.(type) {
	case nil:
		return nil
	case int64:
		t.signed(v)
	case int32:
		t.signed(int64(v))
	case int16:
		t.signed(int64(v))
	case int8:
		t.signed(int64(v))
	case int:
		t.signed(int64(v))
	case uint64:
		t.unsigned(0, v)
	case uint32:
		t.unsigned(0, uint64(v))
	case uint16:
		t.unsigned(0, uint64(v))
	case uint8:
		t.unsigned(0, uint64(v))
	case uint:
		t.unsigned(0, uint64(v))
	case bool:
		if v {
			t.unsigned(0, 1)
		}
	case decimal.Decimal:
		t.decimal(v)
	default:
		converted, _, err := types.InternalDecimalType.Convert(ctx, v)
		if d, ok := converted.(decimal.Decimal); ok && (err == nil || sql.ErrTruncatedIncorrect.Is(err)) {
			t.decimal(d)
		} else if err != nil {
			return err
		}
	}
	t.rows++
	return nil
}

// AddRows counts rows whose values a value that was added is the sum of.
func (t *Total) AddRows(n int64) { t.rows += n }

func (t *Total) signed(v int64) { t.unsigned(uint64(v>>63), uint64(v)) }

func (t *Total) unsigned(high, low uint64) {
	var carry uint64
	t.low, carry = bits.Add64(t.low, low, 0)
	t.high, _ = bits.Add64(t.high, high, carry)
}

func (t *Total) decimal(d decimal.Decimal) {
	if t.fraction.IsZero() && t.fraction.Exponent() == 0 {
		t.fraction = d
		return
	}
	t.fraction = t.fraction.Add(d)
}

// less takes off what another total had before.
func (t Total) less(before *Total) Total {
	var borrow uint64
	t.low, borrow = bits.Sub64(t.low, before.low, 0)
	t.high, _ = bits.Sub64(t.high, before.high, borrow)
	if !before.fraction.IsZero() {
		t.fraction = t.fraction.Sub(before.fraction)
	}
	t.rows -= before.rows
	return t
}

// sum is the sum as a decimal.
func (t *Total) sum() decimal.Decimal {
	var whole decimal.Decimal
	if int64(t.high) == int64(t.low)>>63 {
		whole = decimal.NewFromInt(int64(t.low))
	} else {
		n := new(big.Int).SetInt64(int64(t.high))
		n.Lsh(n, 64)
		whole = decimal.NewFromBigInt(n.Add(n, new(big.Int).SetUint64(t.low)), 0)
	}
	if t.high|t.low == 0 {
		return t.fraction
	}
	if t.fraction.IsZero() {
		return whole
	}
	return whole.Add(t.fraction)
}

// Result is what SUM() or AVG() gives of values with so many digits behind the point.
// As in MySQL a mean has four more.
func (t *Total) Result(mean bool, scale int32) any {
	if t.rows == 0 {
		return nil
	}
	sum := t.sum()
	if !mean {
		return sum
	}
	scale = min(max(scale, -sum.Exponent())+4, types.DecimalTypeMaxScale)
	return sum.DivRound(decimal.NewFromInt(t.rows), scale)
}

// sumBuffer is the buffer of one group.
type sumBuffer struct {
	of    sql.Expression
	total Total
	mean  bool
	scale int32
}

var _ sql.AggregationBuffer = (*sumBuffer)(nil)

// Update implements sql.AggregationBuffer.
func (b *sumBuffer) Update(ctx *sql.Context, row sql.Row) error {
	v, err := b.of.Eval(ctx, row)
	if err != nil {
		return err
	}
	return b.total.Add(ctx, v)
}

// Eval implements sql.AggregationBuffer.
func (b *sumBuffer) Eval(*sql.Context) (any, error) { return b.total.Result(b.mean, b.scale), nil }

// Dispose implements sql.Disposable.
func (b *sumBuffer) Dispose() { expression.Dispose(b.of) }
