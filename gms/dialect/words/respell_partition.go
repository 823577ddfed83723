package words

import "github.com/perfschema/perfschema/gms/dialect/rule"

var partitionsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "words-of-partitions", Changes: rule.Text, About: rule.Tables,
		Why:      "The parser knows a part of what CREATE TABLE and ALTER TABLE say of partitions.",
		NeededBy: rule.Tool, By: "mysqldump", Golden: "partitions",
		Example: "CREATE TABLE t (a INT) PARTITION BY LIST (a) (PARTITION p VALUES IN (1))",
	},
	Apply: RespellStep{at: (*respelling).partitioned},
}

// The storage keeps a table as one. What CREATE TABLE says of partitions, in a dump among
// others, is taken and has no effect, and the parser knows a part of it alone; to change or
// to name partitions is an error, which says so whatever is to be done with them.

// partitionBy is how the parser reads that there are partitions, and noPartitions how it reads
// that something is to be done with them.
const partitionBy, noPartitions = "PARTITION BY HASH (1)", "REMOVE PARTITIONING"

// partitionActions are the words that begin what ALTER TABLE does with partitions.
var partitionActions = []string{
	"ADD", "ANALYZE", "CHECK", "COALESCE", "DISCARD", "DROP", "EXCHANGE", "IMPORT", "OPTIMIZE", "REBUILD", "REORGANIZE", "REPAIR", "TRUNCATE",
}

// partitioned respells what is said of partitions from token i on.
func (r *respelling) partitioned(i int) int {
	switch {
	case r.depth > 0:
		return 0
	case r.is(i, "PARTITION", "BY") && (r.alter.is || r.is(0, "CREATE", "TABLE") || r.is(0, "CREATE", "TEMPORARY", "TABLE")):
		return r.replace(i, r.endOfPartitions(i)-i, partitionBy)
	case r.alter.is && i == r.alter.part && r.oneOf(i, partitionActions...) && r.is(i+1, "PARTITION") && i+2 < len(r.tokens):
		return r.replace(i, r.endOfPartitions(i)-i, noPartitions)
	}
	return 0
}

// endOfPartitions is the token behind what is said of partitions: that of a query whose rows
// the table is made of, or the end of the statement.
func (r *respelling) endOfPartitions(i int) int {
	depth := 0
	for ; i < len(r.tokens) && !r.is(i, ";"); i++ {
		switch {
		case r.is(i, "("):
			depth++
		case r.is(i, ")"):
			depth--
		case depth == 0 && !r.alter.is && r.oneOf(i, "SELECT", "WITH", "AS", "IGNORE", "REPLACE", "TABLE"):
			return i
		}
	}
	return i
}

// Partitions says of the text of an ALTER TABLE that it is to have the table in partitions.
func Partitions(text string, ansiQuotes bool) bool {
	s := Scanner{Text: text, AnsiQuotes: ansiQuotes}
	depth, before := 0, false
	for t := s.Next(); t.Kind != End; t = s.Next() {
		switch {
		case t.is(text, "("):
			depth++
		case t.is(text, ")"):
			depth--
		case before && depth == 0 && t.Is(text, "BY"):
			return true
		}
		before = t.Is(text, "PARTITION")
	}
	return false
}
