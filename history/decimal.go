package history

import (
	"fmt"
	"strconv"
	"strings"
)

// scale is how many digits follow the point of decimals, unit how many parts that makes of
// one.
const (
	scale = 6
	unit  = 1_000_000
)

// parseDecimal reads a decimal of six places as a number of millionths.
func parseDecimal(s string) (n int64, ok bool) {
	whole, fraction, ok := strings.Cut(s, ".")
	if !ok || len(fraction) != scale {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+fraction, 10, 64)
	return n, err == nil
}

// formatDecimal is parseDecimal the other way.
func formatDecimal(n int64) string {
	sign, size := "", uint64(n) //nolint:gosec // negated below
	if n < 0 {
		sign, size = "-", -size
	}
	return fmt.Sprintf("%s%d.%06d", sign, size/unit, size%unit)
}
