package builtin

import (
	"fmt"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// Each text gives a column the number that MySQL 9.7.4 gives it, and is faulty as there.
func TestNumberIn(t *testing.T) {
	cents := types.MustCreateDecimalType(5, 2)
	for _, test := range []struct {
		typ   sql.Type
		text  string
		want  string
		fault textFault
	}{
		{types.Int32, "12", "12", NoFault},
		{types.Int32, " 12 \t", "12", NoFault},
		{types.Int32, "+5", "5", NoFault},
		{types.Int32, "1.5", "2", NoFault},
		{types.Int32, "-1.5", "-2", NoFault},
		{types.Int32, ".5", "1", NoFault},
		{types.Int32, "1.5e1", "15", NoFault},
		{types.Int32, "1e", "1", moreBehind},
		{types.Int32, "12abc", "12", moreBehind},
		{types.Int32, "12 x", "12", moreBehind},
		{types.Int32, "0x1A", "0", moreBehind},
		{types.Int32, "", "0", noNumber},
		{types.Int32, "  ", "0", noNumber},
		{types.Int32, "-", "0", noNumber},
		{types.Int32, ".", "0", noNumber},
		{types.Int32, "true", "0", noNumber},
		{types.Int32, "99999999999", "2147483647", outOfRange},
		{types.Int32, "-1e400", "-2147483648", outOfRange},
		{types.Int32, "1e-400", "0", NoFault},
		{types.Int8, "300x", "127", outOfRange},
		{types.Uint8, "-1", "0", outOfRange},
		{types.Int64, "9223372036854775807", "9223372036854775807", NoFault},
		{types.Uint64, "18446744073709551615", "18446744073709551615", NoFault},
		{types.Uint64, "18446744073709551616", "18446744073709551615", outOfRange},
		{types.Float64, "1.5x", "1.5", moreBehind},
		{types.Float64, "x", "0", noNumber},
		{types.Float64, "1e400", "1.7976931348623157e+308", outOfRange},
		{types.Float64, "-1e400", "-1.7976931348623157e+308", outOfRange},
		{types.Float64, "1e-400", "0", NoFault},
		{types.Float32, "1e39", "3.4028234663852886e+38", outOfRange},
		{cents, "1e1", "10", NoFault},
		{cents, "1x", "1", moreBehind},
		{cents, "", "0", noNumber},
		{cents, "1.555", "1.56", NoFault},
		{cents, "999.995", "999.99", outOfRange},
		{cents, "1000", "999.99", outOfRange},
		{cents, "-1e70", "-999.99", outOfRange},
	} {
		v, fault := NumberIn(test.typ, test.text)
		if got := fmt.Sprint(v); got != test.want || fault != test.fault {
			t.Errorf("%q as %s is %s with fault %d, want %s with %d", test.text, test.typ, got, fault, test.want, test.fault)
		}
	}
}
