package table

import (
	"context"
	"math"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/shopspring/decimal"

	"github.com/perfschema/perfschema/view"
)

// TestExactDecimals has what is stored without the engine be what the engine stores.
func TestExactDecimals(t *testing.T) {
	for declaration, values := range map[string][]any{
		"decimal(20,6)": {"0.000000", "12.000001", "-0.500000", "99999999999999.999999", "1000000000000.000000", "1.5", "", "x.000000", "1.00000x", uint64(7), int64(-7), 2.5, nil},
		"decimal(42,0)": {uint64(0), uint64(math.MaxUint64), int64(-3), int64(3), "17", "12345678901234567890", "1.5", nil},
		"decimal(5,0)":  {uint64(99999), uint64(100000), int64(99999), int64(100000), "99999", "100000"},
		"decimal(5,2)":  {"999.99", "1000.00", "-999.99", "0.01", uint64(3)},
		"decimal(19,0)": {uint64(1e19), uint64(1e19 - 1)},
	} {
		typ, err := columnType("t", view.Column{Name: "C", Type: declaration})
		if err != nil {
			t.Fatal(err)
		}
		convert := convertersOf(sql.Schema{{Name: "C", Type: typ}})[0]
		for _, v := range values {
			want, wantErr := toEngine(context.Background(), typ, v)
			got, err := convert(context.Background(), v, utc)
			if (err == nil) != (wantErr == nil) {
				t.Errorf("%s %v: %v, the engine says %v", declaration, v, err, wantErr)
				continue
			}
			if n, ok := got.(decimal.Decimal); ok {
				if w, ok := want.(decimal.Decimal); !ok || !n.Equal(w) || n.Exponent() < -int32(typ.(sql.DecimalType).Scale()) { //nolint:forcetypeassert // it is one
					t.Errorf("%s %v: %v, the engine has %v", declaration, v, got, want)
				}
			} else if got != want {
				t.Errorf("%s %v: %v, the engine has %v", declaration, v, got, want)
			}
		}
	}
}

func BenchmarkDecimalColumn(b *testing.B) {
	typ, err := columnType("t", view.Column{Name: "C", Type: "decimal(20,6)"})
	if err != nil {
		b.Fatal(err)
	}
	convert := convertersOf(sql.Schema{{Name: "C", Type: typ}})[0]
	b.Run("exact", func(b *testing.B) {
		for b.Loop() {
			_, _ = convert(context.Background(), "12.000001", utc)
		}
	})
	b.Run("engine", func(b *testing.B) {
		for b.Loop() {
			_, _ = toEngine(context.Background(), typ, "12.000001")
		}
	})
}
