package operand

import (
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/shopspring/decimal"
)

// A column stays as it is where its type has all values of what it is compared with.
func TestConversions(t *testing.T) {
	column := func(typ sql.Type) sql.Expression { return expression.NewGetField(0, typ, "c", true) }
	digits := func(precision, scale uint8) sql.Expression {
		return column(types.MustCreateColumnDecimalType(precision, scale))
	}
	number := func(text string, precision, scale uint8) sql.Expression {
		return expression.NewLiteral(decimal.RequireFromString(text), types.MustCreateDecimalType(precision, scale))
	}
	one := expression.NewLiteral(int8(1), types.Int8)
	text := expression.NewLiteral("1", types.LongText)
	enum := column(types.MustCreateEnumType([]string{"a"}, sql.Collation_Default))
	for name, c := range map[string]struct {
		left, right sql.Expression
		l, r        conversion
	}{
		"integers":                      {column(types.Int32), column(types.Uint64), unconverted, unconverted},
		"an integer and its literal":    {column(types.Int32), one, unconverted, unconverted},
		"a decimal and an integer":      {digits(8, 2), one, unconverted, unconverted},
		"a decimal and fewer digits":    {digits(8, 2), number("1.5", 2, 1), unconverted, unconverted},
		"a decimal and more digits":     {digits(8, 2), number("1.501", 4, 3), toExact, unconverted},
		"decimals":                      {digits(8, 2), digits(6, 1), unconverted, toExact},
		"decimals of larger numbers":    {digits(8, 2), digits(9, 1), toExact, toExact},
		"an integer beside a decimal":   {column(types.Int32), digits(20, 2), toExact, unconverted},
		"one too large for it":          {column(types.Int64), digits(20, 2), toExact, toExact},
		"an integer beside a double":    {column(types.Int32), column(types.Float64), toFloating, unconverted},
		"a double and a literal":        {column(types.Float64), number("1.5", 2, 1), unconverted, unconverted},
		"a decimal beside a double":     {digits(8, 2), column(types.Float64), toFloating, unconverted},
		"a float and what it has":       {column(types.Float32), number("0.5", 2, 1), unconverted, unconverted},
		"a float and what it has not":   {column(types.Float32), number("0.1", 2, 1), toFloating, unconverted},
		"a day and a date":              {column(types.Date), expression.NewLiteral(int32(20240101), types.Int32), unconverted, unconverted},
		"a day and no date":             {column(types.Date), one, toFloating, unconverted},
		"a day and a column":            {column(types.Date), column(types.Int32), toFloating, toFloating},
		"a day and a moment":            {column(types.Date), column(types.Datetime), unindexed, unconverted},
		"a moment and a day":            {column(types.Datetime), column(types.Date), unconverted, unindexed},
		"a day and a text":              {column(types.Date), column(types.LongText), unconverted, toDay},
		"a moment and a text":           {column(types.Datetime), column(types.LongText), unconverted, toMoment},
		"a day and a written text":      {column(types.Date), text, unconverted, unconverted},
		"a text and an integer":         {column(types.LongText), column(types.Int32), toFloating, toFloating},
		"a short text and an integer":   {column(types.MustCreateStringWithDefaults(sqltypes.VarChar, 20)), column(types.Int32), unindexed, unconverted},
		"bytes and an integer":          {column(types.LongBlob), column(types.Int32), toFloating, toFloating},
		"bytes and a double":            {column(types.LongBlob), column(types.Float64), toFloating, unconverted},
		"bytes and a text":              {column(types.LongBlob), column(types.LongText), unconverted, unconverted},
		"bytes and a written integer":   {column(types.LongBlob), one, toFloating, unconverted},
		"a day and bytes":               {column(types.Date), column(types.LongBlob), unconverted, toDay},
		"hexadecimal and an integer":    {expression.NewLiteral([]byte{5}, types.LongBlob), column(types.Int32), unconverted, unconverted},
		"a text and a decimal":          {column(types.LongText), digits(8, 2), toFloating, toFloating},
		"a text and a written integer":  {column(types.LongText), one, unconverted, unconverted},
		"a member and a fraction":       {enum, number("1.5", 2, 1), toNumber, unconverted},
		"a member and an integer":       {enum, one, unconverted, unconverted},
		"a year and a number of a row":  {column(types.Year), column(types.Int32), unindexed, unconverted},
		"a year and a written number":   {column(types.Year), one, unconverted, unconverted},
		"what is not known":             {column(types.JSON), one, unconverted, unconverted},
		"what is not bound":             {column(types.Int32), expression.NewBindVar("v1"), unconverted, unconverted},
		"written values of other types": {one, number("1.5", 2, 1), unconverted, unconverted},
	} {
		if l, r := conversionsOf(c.left, kindOf(c.left), c.right, kindOf(c.right)); l != c.l || r != c.r {
			t.Errorf("%s: %d, %d, want %d, %d", name, l, r, c.l, c.r)
		}
		if r, l := conversionsOf(c.right, kindOf(c.right), c.left, kindOf(c.left)); l != c.l || r != c.r {
			if _, isDecimal := c.left.Type().(sql.DecimalType); !isDecimal { // of two the left one's digits count
				t.Errorf("%s, the other way round: %d, %d, want %d, %d", name, l, r, c.l, c.r)
			}
		}
	}
}

// A range of an index has all rows that a condition is true of.
func TestExactRange(t *testing.T) {
	decimals := types.MustCreateColumnDecimalType(8, 2)
	day := expression.NewGetField(0, types.Date, "day", true)
	at := expression.NewGetField(0, types.Datetime, "at", true)
	d := expression.NewGetField(0, decimals, "d", true)
	i := expression.NewGetField(0, types.Int64, "i", true)
	literal := func(v any, typ sql.Type) sql.Expression { return expression.NewLiteral(v, typ) }
	moment := literal("2024-01-02 10:00:00", types.LongText)
	midnight := literal("2024-01-02", types.LongText)
	half := literal(decimal.RequireFromString("1.5"), decimals)
	large := literal(int64(1e15), types.Int64)
	const same, none = -1, -2 // as it is, without a range
	for name, c := range map[string]struct {
		e    sql.Expression
		want int
	}{
		"a day before a moment":       {expression.NewLessThan(day, moment), int(sql.IndexScanOpLte)},
		"a moment after a day":        {expression.NewGreaterThan(moment, day), int(sql.IndexScanOpGte)},
		"a day after a moment":        {expression.NewGreaterThan(day, moment), int(sql.IndexScanOpGte)},
		"a day no later":              {expression.NewLessThanOrEqual(day, moment), same},
		"a day before a day":          {expression.NewLessThan(day, midnight), same},
		"a day that is not a moment":  {expression.NewNot(expression.NewEquals(day, moment)), none},
		"no day of a list":            {expression.NewNot(expression.NewInTuple(day, expression.NewTuple(midnight, moment))), none},
		"a day of a list":             {expression.NewInTuple(day, expression.NewTuple(midnight, moment)), same},
		"before a fraction of second": {expression.NewLessThan(at, literal("2024-01-02 10:00:00.5", types.LongText)), int(sql.IndexScanOpLte)},
		"not a fraction":              {expression.NewNot(expression.NewEquals(d, half)), none},
		"not an integer":              {expression.NewNot(expression.NewEquals(i, literal(int8(1), types.Int8))), same},
		"an integer that is no text":  {expression.NewNot(expression.NewEquals(i, literal("1.5", types.LongText))), none},
		"a fraction":                  {expression.NewEquals(d, half), same},
		"more than a fraction":        {expression.NewGreaterThan(d, half), same},
		"a number too large":          {expression.NewEquals(d, large), none},
		"less than it":                {expression.NewLessThan(d, large), none},
		"a list with it":              {expression.NewInTuple(d, expression.NewTuple(half, large)), none},
		"a number of a column":        {expression.NewEquals(d, i), same},
		"no column":                   {expression.NewEquals(half, half), same},
	} {
		got := RangeLimit{}.Next(c.e)
		is := same
		switch r := got.(type) {
		case *expression.IsTrue:
			is = none
		case *ranged:
			op, _, _, _ := r.IndexScanOperation()
			is = int(op)
		}
		if is != c.want {
			t.Errorf("%s: %d (%s), want %d", name, is, got, c.want)
		}
	}
}
