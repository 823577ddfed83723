package snowset

// Operator is the kind of plan operator a thread of a running statement is in:
// one of the 16 of the Snowset, named as its prof*Rso columns, or one of
// a program's own, by a [Registry].
type Operator uint8

// The operators.
const (
	OperatorNone          Operator = iota // in no operator
	OperatorScan                          // reads a table
	OperatorExternalScan                  // reads what is no table of the server's
	OperatorProjection                    // computes columns
	OperatorSort                          // sorts
	OperatorFilter                        // drops rows
	OperatorResult                        // hands rows to the client
	OperatorDML                           // writes rows
	OperatorHashJoin                      // joins by equality
	OperatorBuffer                        // keeps rows for later
	OperatorFlatten                       // makes rows of what a row holds
	OperatorBloom                         // drops rows by a Bloom filter
	OperatorAggregate                     // groups
	OperatorBandJoin                      // joins by a range
	OperatorPercentile                    // computes percentiles
	OperatorTableFunction                 // rows of a function
	OperatorOther                         // all others
	numOperators
)

// MaxOperators is how many operators there may be, those of a program's own and
// OperatorNone among them.
const MaxOperators = 64

var operatorColumns = [numOperators]string{
	OperatorScan:          "profScanRso",
	OperatorExternalScan:  "profXtScanRso",
	OperatorProjection:    "profProjRso",
	OperatorSort:          "profSortRso",
	OperatorFilter:        "profFilterRso",
	OperatorResult:        "profResRso",
	OperatorDML:           "profDmlRso",
	OperatorHashJoin:      "profHjRso",
	OperatorBuffer:        "profBufRso",
	OperatorFlatten:       "profFlatRso",
	OperatorBloom:         "profBloomRso",
	OperatorAggregate:     "profAggRso",
	OperatorBandJoin:      "profBandRso",
	OperatorPercentile:    "profPercentileRso",
	OperatorTableFunction: "profUdtfRso",
	OperatorOther:         "profOtherRso",
}

// Operators returns the 16, in the order of the Snowset's columns.
func Operators() []Operator {
	out := make([]Operator, 0, numOperators-1)
	for o := OperatorScan; o < numOperators; o++ {
		out = append(out, o)
	}
	return out
}

// Column is the Snowset's name, empty for an operator that is none of the 16.
func (o Operator) Column() string {
	if o < numOperators {
		return operatorColumns[o]
	}
	return ""
}
