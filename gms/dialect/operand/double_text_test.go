package operand

import (
	"math"
	"strconv"
	"strings"
	"testing"
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
