package rewrite

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
)

// MySQL's, and MariaDB's, which writes doubles alike.
func TestDoublesAreWrittenAsByMySQL(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0", 1: "1", -2.5: "-2.5", 1e5: "100000", 1234567.5: "1234567.5", 1e10: "10000000000", 1e14: "100000000000000", 1e15: "1e15",
		123456789012345678: "1.2345678901234568e17", 1234567890123456.7: "1234567890123456.8", 1e77: "1e77", 1e100: "1e100", -1.5e300: "-1.5e300",
		1e-5: "0.00001", 1e-7: "0.0000001", 1e-15: "0.000000000000001", 1e-16: "1e-16", -2.5e-10: "-0.00000000025", 1.0000000116860974e-07: "0.00000010000000116860974",
		1.0 / 3: "0.3333333333333333", math.MaxFloat64: "1.7976931348623157e308", math.SmallestNonzeroFloat64: "5e-324", 4294967296: "4294967296",
		6.9e-05: "0.000069", 999986991104000: "999986991104000",
	} {
		if got := string(AppendDouble(nil, f)); got != want {
			t.Errorf("%v is %s, want %s", f, got, want)
		}
	}
	for f, want := range map[float32]string{0.1: "0.1", 123456789012: "123457000000", 1e20: "1e20", 1.2345679: "1.23457", 3e38: "3e38", 1e15: "1e15", 16777216: "16777200"} {
		if got := string(AppendFloat(nil, f)); got != want {
			t.Errorf("the FLOAT %v is %s, want %s", f, got, want)
		}
	}
}

func TestRespellValues(t *testing.T) {
	value := func(typ querypb.Type, text string) sqltypes.Value { return sqltypes.MakeTrusted(typ, []byte(text)) }
	r := &sqltypes.Result{
		Fields: []*querypb.Field{{Type: sqltypes.Float64}, {Type: sqltypes.VarChar}, {Type: sqltypes.Float32}, {Type: sqltypes.Date}},
		Rows: [][]sqltypes.Value{
			{value(sqltypes.Float64, "1.2345675e+06"), value(sqltypes.VarChar, "1e+06"), value(sqltypes.Float32, "1.2345679e+11"), value(sqltypes.Date, "5-07-17")},
			{value(sqltypes.Float64, "0.5"), value(sqltypes.VarChar, "x"), value(sqltypes.Float32, "1.2345679"), value(sqltypes.Date, "2024-07-17")},
			{sqltypes.NULL, sqltypes.NULL, sqltypes.NULL},
			{value(sqltypes.Float64, "no double, e"), sqltypes.NULL, value(sqltypes.Float32, "no FLOAT")},
		},
	}
	RespellValues(r)
	var got []string
	for _, row := range r.Rows {
		for _, v := range row {
			got = append(got, v.ToString())
		}
	}
	if want := "1234567.5|1e+06|123457000000|0005-07-17|0.5|x|1.23457|2024-07-17||||no double, e||no FLOAT"; strings.Join(got, "|") != want {
		t.Errorf("%s, want %s", strings.Join(got, "|"), want)
	}
}

// What is written is read as the same double.
func FuzzAppendDouble(f *testing.F) {
	f.Add(uint64(0x3ff0000000000000))
	f.Fuzz(func(t *testing.T, bits uint64) {
		x := math.Float64frombits(bits)
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return
		}
		text := string(AppendDouble(nil, x))
		if back, err := strconv.ParseFloat(text, 64); err != nil || back != x {
			t.Errorf("%v is written %s, read %v, %v", x, text, back, err)
		}
		if strings.Contains(text, "+") {
			t.Errorf("%s has a plus", text)
		}
	})
}
