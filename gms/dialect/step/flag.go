package step

// The dialect's flags of a statement, in its sql.QueryFlags beside those of the engine, which are
// the first thirty. There is room for 64 without an allocation.
const (
	// FlagLookedAt: the outermost node has been seen. What is analyzed within it has the same flags.
	FlagLookedAt = 40 + iota
	// FlagMaterializes: it has a derived table that assigns variables.
	FlagMaterializes
	// FlagQueries: it has a subquery in an expression, a UNION, INTERSECT or EXCEPT,
	// SQL_CALC_FOUND_ROWS, or GROUP_CONCAT().
	FlagQueries
	// FlagCollates: rows may have to be told apart by collations.
	FlagCollates
	// FlagRollsUp: it has a grouping WITH ROLLUP.
	FlagRollsUp
	// FlagShaped: the shape of its plan is known. FlagPlain: and plain. FlagCommonShape: and the
	// commonest. FlagShape is the first of ShapeFlags flags for the parts of others.
	FlagShaped
	FlagPlain
	FlagCommonShape
	FlagShape
)

// ShapeFlags is how many flags there are from FlagShape on.
const ShapeFlags = 8
