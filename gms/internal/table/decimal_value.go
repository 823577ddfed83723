package table

import (
	"context"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/shopspring/decimal"
)

// mostDigits is how many digits any number of an int64 has at most.
const mostDigits = 18

// exactDecimal is a number as a column of decimals stores it, of what views give such columns:
// texts that have as many places as the column, and whole numbers for columns without. The
// engine's own way takes a microsecond. Not ok: it is for the engine's way.
func exactDecimal(typ sql.DecimalType, v any) (out decimal.Decimal, ok bool) {
	places := int(typ.Scale())
	switch v := v.(type) {
	case string:
		whole, fraction, found := strings.Cut(v, ".")
		if found != (places > 0) || len(fraction) != places || len(whole) > int(typ.Precision())-places || len(whole)+places > mostDigits {
			return out, false
		}
		n, err := strconv.ParseInt(whole+fraction, 10, 64)
		return decimal.New(n, -int32(places)), err == nil
	case uint64:
		return decimal.NewFromUint64(v), places == 0 && fits(typ, v)
	case int64:
		return decimal.NewFromInt(v), places == 0 && v >= 0 && fits(typ, uint64(v))
	}
	return out, false
}

// fits says whether a column of decimals has digits enough for a number.
func fits(typ sql.DecimalType, n uint64) bool {
	if typ.Precision() > mostDigits+1 {
		return true
	}
	most := uint64(1)
	for range typ.Precision() {
		most *= 10
	}
	return n < most
}

// decimalConverter is the converter of a column of decimals.
func decimalConverter(typ sql.Type) converter {
	of, ok := typ.(sql.DecimalType)
	return func(ctx context.Context, v any, _ string) (any, error) {
		if ok {
			if n, exact := exactDecimal(of, v); exact {
				return n, nil
			}
		}
		return toEngine(ctx, typ, v)
	}
}
