package builtin

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// SumOperand is what a SUM() or AVG() that is added up exactly is about.
type SumOperand struct {
	Of    sql.Expression
	Mean  bool  // AVG()
	Scale int32 // of the operand, in digits after the point
	Exact bool  // the operand is an integer or a decimal
}

// SumOperandOf returns that of an aggregate; ok is false for others.
func SumOperandOf(e sql.Expression) (of SumOperand, ok bool) {
	sum, ok := e.(*operand.ExactSum)
	if !ok {
		return SumOperand{}, false
	}
	_, scale, exact := operand.ExactNumber(sum.Of())
	return SumOperand{Of: sum.Of(), Mean: sum.Mean, Scale: int32(scale), Exact: exact}, true
}
