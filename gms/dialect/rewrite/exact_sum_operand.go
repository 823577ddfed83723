package rewrite

import "github.com/dolthub/go-mysql-server/sql"

// SumOperand is what a SUM() or AVG() that is added up exactly is about.
type SumOperand struct {
	Of    sql.Expression
	Mean  bool  // AVG()
	Scale int32 // of the operand, in digits after the point
	Exact bool  // the operand is an integer or a decimal
}

// SumOperandOf returns that of an aggregate; ok is false for others.
func SumOperandOf(e sql.Expression) (of SumOperand, ok bool) {
	sum, ok := e.(*exactSum)
	if !ok {
		return SumOperand{}, false
	}
	_, scale, exact := exactNumber(sum.of())
	return SumOperand{Of: sum.of(), Mean: sum.mean, Scale: int32(scale), Exact: exact}, true
}
