package sysview

import (
	"math"
	"math/big"

	"github.com/perfschema/perfschema/record"
)

// quotient is a ratio as a decimal column has it, rounded half away from zero; NULL
// where nothing is divided by.
func quotient[N uint64 | int64](a, b N, places int) any {
	if b == 0 {
		return nil
	}
	return new(big.Rat).SetFrac(bigOf(a), bigOf(b)).FloatString(places)
}

// quotientOr0 is quotient, but 0 where nothing is divided by.
func quotientOr0[N uint64 | int64](a, b N, places int) any {
	if b == 0 {
		a, b = 0, 1
	}
	return quotient(a, b, places)
}

// percent is how many of a hundred a is of b; 0 where b is.
func percent(a, b uint64, places int) any {
	if b == 0 {
		a, b = 0, 1
	}
	hundred := new(big.Int).Mul(bigOf(a), big.NewInt(100))
	return new(big.Rat).SetFrac(hundred, bigOf(b)).FloatString(places)
}

func bigOf[N uint64 | int64](n N) *big.Int {
	if n < 0 {
		return big.NewInt(int64(n))
	}
	return new(big.Int).SetUint64(uint64(n))
}

// plus is a sum that stays at the largest number there is.
func plus(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}

// addTimer adds what was counted and timed of one instrument to a sum.
func addTimer(sum, t *record.TimerStat) {
	if t.Sum > 0 && (sum.Min == 0 || t.Min < sum.Min) {
		sum.Min = t.Min
	}
	sum.Count, sum.Sum, sum.Max = sum.Count+t.Count, plus(sum.Sum, t.Sum), max(sum.Max, t.Max)
}
