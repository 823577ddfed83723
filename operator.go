package perfschema

// Operator is the kind of plan operator a thread of a running statement is in:
// one of the 16 of the Snowset, named as its prof*Rso columns, or one of
// [Schema.RegisterOperator].
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

// maxOperators is how many operators a state word can tell apart.
const maxOperators = 1 << stateOperatorBits

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

// RegisterOperator gives a program's own operator a number, for
// [Thread.EnterOperator]. The Snowset's columns count it as one of the 16.
// Registering a name twice returns the first number. It returns as where there
// is no room: there are 47 of a program's own.
func (s *Schema) RegisterOperator(name string, as Operator) Operator {
	if !s.Enabled() || as == OperatorNone || as >= numOperators {
		return as
	}
	return Operator(s.ownOperators.register(name, uint8(as), uint8(numOperators), maxOperators))
}

// OperatorName is the name of an operator: of the 16 the Snowset's column.
func (s *Reader) OperatorName(o Operator) string {
	if o < numOperators || !s.Schema().Enabled() {
		return o.Column()
	}
	return s.ownOperators.at(int(o - numOperators)).name
}

// SnowsetOperator is which of the 16 an operator counts as.
func (s *Reader) SnowsetOperator(o Operator) Operator {
	if o < numOperators || !s.Schema().Enabled() {
		return o
	}
	return Operator(s.ownOperators.at(int(o - numOperators)).as)
}
