package query

import (
	"math"
	"testing"

	"github.com/dolthub/vitess/go/vt/sqlparser"
)

func TestCountOfText(t *testing.T) {
	for text, want := range map[string]int64{
		"": 0, "x": 0, "3": 3, " 2.9": 2, "2 ": 2, "+7": 7, "-0": 0, "-1": math.MaxInt64, "0x10": 0, "1e3": 1,
		"9223372036854775807": math.MaxInt64, "9223372036854775808": math.MaxInt64, "99999999999999999999999": math.MaxInt64, "\n\t4": 4, "-": 0, "+-1": 0,
	} {
		if got := countOfText(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func FuzzCountOfText(f *testing.F) {
	f.Add("-1")
	f.Fuzz(func(t *testing.T, text string) {
		if n := countOfText(text); n < 0 {
			t.Errorf("%q: %d", text, n)
		}
	})
}

func TestLimitOfVariable(t *testing.T) {
	for value, want := range map[string]string{"-1": everyRow, "0": "0", "5": "5", "18446744073709551615": everyRow} {
		got := LimitOfVariable(sqlparser.NewIntVal([]byte(value)))
		if v := got.(*sqlparser.SQLVal); string(v.Val) != want {
			t.Errorf("%s: %s, want %s", value, v.Val, want)
		}
	}
	if v, ok := LimitOfVariable(&sqlparser.NullVal{}).(*sqlparser.SQLVal); !ok || string(v.Val) != "0" {
		t.Errorf("NULL: %v", v)
	}
	if got := LimitOfVariable(nil); got != nil {
		t.Errorf("no variable: %v", got)
	}
}
