package step

// CastName and the names of the two that move a date are those functions'; no statement
// has them by chance.
const (
	CastName     = "cast as"
	AddShiftName = "date plus"
	SubShiftName = "date minus"
)

// RolledName is the name of the function that stands for a grouping WITH ROLLUP.
const RolledName = "rolled up"

// RollupFunction is what GROUP BY ROLLUP (a, b) is to the grammar, a call.
const RollupFunction = "rollup"

// Operators that the engine lacks become functions of these names, which no statement
// names by chance.
const (
	InverseName  = "~"
	BitsName     = "bits of"
	MemberName   = "member of"
	AssignedName = ":="
)
