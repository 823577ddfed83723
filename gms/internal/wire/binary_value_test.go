package wire

import (
	"testing"

	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
)

func TestIsBinary(t *testing.T) {
	for _, c := range []struct {
		typ     querypb.Type
		can, no []string
	}{
		{sqltypes.Int8, []string{"-128", "127"}, []string{"", "x", "128", "1.5"}},
		{sqltypes.Uint8, []string{"255"}, []string{"-1", "256"}},
		{sqltypes.Int16, []string{"-32768"}, []string{"32768"}},
		{sqltypes.Uint16, []string{"65535"}, []string{"65536"}},
		{sqltypes.Int32, []string{"-2147483648"}, []string{"2147483648", "x"}},
		{sqltypes.Uint32, []string{"4294967295"}, []string{"4294967296"}},
		{sqltypes.Int64, []string{"-9223372036854775808"}, []string{"9223372036854775808"}},
		{sqltypes.Uint64, []string{"18446744073709551615"}, []string{"-1"}},
		{sqltypes.Year, []string{"0", "2024"}, []string{"x"}},
		{sqltypes.Float64, []string{"1e300", "-0"}, []string{"x", ""}},
		{sqltypes.Float32, []string{"1.5"}, []string{"1e300"}},
		{sqltypes.Date, []string{"0001-01-01", "0000-00-00", ""}, []string{"1-01-01", "x", "2024-01-1", "2024/01/01", "10000-01-01", "2024-01-01 "}},
		{sqltypes.Datetime, []string{"0001-01-01 00:00:00", "2024-02-29 12:30:45.123456"}, []string{"2024-02-29 12:30", "2024-02-29 12:30:45.1234567", "2024-02-29T12:30:45", "2024-02-29 12:30:45x"}},
		{sqltypes.Time, []string{"00:00:00", "-838:59:59", "12:30:45.5"}, []string{"", "x", "12:30", "12:30:45.1234567", "--1:00:00", "12:3:45"}},
		{sqltypes.VarChar, []string{"", "x"}, nil},
	} {
		for _, text := range c.can {
			if !IsBinary(sqltypes.MakeTrusted(c.typ, []byte(text))) {
				t.Errorf("%v %q: refused", c.typ, text)
			}
		}
		for _, text := range c.no {
			if IsBinary(sqltypes.MakeTrusted(c.typ, []byte(text))) {
				t.Errorf("%v %q: taken", c.typ, text)
			}
		}
	}
}
