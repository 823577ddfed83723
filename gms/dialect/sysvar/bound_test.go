package sysvar

import (
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

func TestBoundOf(t *testing.T) {
	whole, unsigned, double := types.NewSystemIntType("a", 4, 100, true), types.NewSystemUintType("b", 1, 1<<63), types.NewSystemDoubleType("c", 0, 10)
	for _, c := range []struct {
		of      sql.Type
		written string
		bound   string
	}{
		{whole, "3", "4"},
		{whole, "4", ""},
		{whole, "101", "100"},
		{whole, "-1", ""},
		{whole, "-2", "4"},
		{whole, "99999999999999999999", ""},
		{unsigned, "-1", "1"},
		{unsigned, "0", "1"},
		{unsigned, "18446744073709551615", "9223372036854775808"},
		{double, "-1", "0"},
		{double, "11", "10"},
		{double, "5", ""},
		{types.NewSystemBoolType("d"), "7", ""},
	} {
		if got, _ := boundOf(c.of, c.written); got != c.bound {
			t.Errorf("%s of %v: %q, want %q", c.written, c.of, got, c.bound)
		}
	}
}
