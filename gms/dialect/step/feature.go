package step

// Features are what a plan has that a rule may have to change.
type Features uint32

// The features of plans.
const (
	Joins    Features = 1 << iota
	Converts          // an ENUM, a SET, or what may become one or a document of them
	Showing           // a SHOW
	Texts             // a string as a number
	Integers          // a sum, difference, product or quotient (DIV), an opposite, or SUBSTRING()
	Rollups           // a grouping WITH ROLLUP
	Windows
	Negated  // NOT of a comparison, maybe with a subquery
	Assigns  // a variable of the session, with :=
	Rows     // a comparison of rows
	Collated // a column of texts that are not told apart by their bytes
	Compares // texts that may have to be compared otherwise than the engine does
	Mixed    // a comparison of values of two types that are compared as a third
	Queries  // a subquery in an expression, a UNION and the like, SQL_CALC_FOUND_ROWS or GROUP_CONCAT()
	Sorts    // a sort by what has been computed below it
	Likens   // LIKE or RLIKE

	EveryFeature = 1<<iota - 1
)

// Has reports whether a plan has all of some features.
func (f Features) Has(all Features) bool { return f&all == all }
