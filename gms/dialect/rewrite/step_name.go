package rewrite

// castName and the names of the two that move a date are those functions'; no statement
// has them by chance.
const (
	castName     = "cast as"
	addShiftName = "date plus"
	subShiftName = "date minus"
)

const rolledName = "rolled up"

// rollupFunction is what GROUP BY ROLLUP (a, b) is to the grammar, a call.
const rollupFunction = "rollup"

// Operators that the engine lacks become functions of these names, which no statement
// names by chance.
const (
	inverseName  = "~"
	bitsName     = "bits of"
	memberName   = "member of"
	assignedName = ":="
)
