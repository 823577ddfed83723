package words

// keyword is what a word means to the depth of a statement.
type keyword uint8

const (
	name      keyword = iota // or a keyword that begins no level
	condition                // AND, OR
	operator                 // a level of an expression
	structure                // a level that may have commas in it
	creating                 // which a stored program begins with
	programs                 // a kind of stored program
)

var keywords = map[string]keyword{
	"and": condition, "or": condition, "xor": condition,

	"between": operator, "binary": operator, "collate": operator, "distinct": operator, "div": operator,
	"escape": operator, "exists": operator, "in": operator, "interval": operator, "is": operator, "like": operator,
	"member": operator, "mod": operator, "not": operator, "regexp": operator, "rlike": operator, "sounds": operator,

	"analyze": structure, "as": structure, "begin": structure, "case": structure, "continue": structure,
	"declare": structure, "desc": structure, "describe": structure, "do": structure, "else": structure,
	"elseif": structure, "except": structure, "exit": structure, "explain": structure, "for": structure,
	"handler": structure, "if": structure, "intersect": structure, "join": structure, "loop": structure,
	"natural": structure, "recursive": structure, "repeat": structure, "straight_join": structure,
	"union": structure, "while": structure, "with": structure,

	"alter": creating, "create": creating,

	"event": programs, "function": programs, "procedure": programs, "trigger": programs,
}

// longestKeyword is the length of the longest of them.
const longestKeyword = len("straight_join")

func kindOf(word string) keyword {
	if len(word) > longestKeyword {
		return name
	}
	if word[0] == '_' {
		return operator // a character set's, before a string
	}
	var lower [longestKeyword]byte
	for i := range len(word) {
		c := word[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		lower[i] = c
	}
	return keywords[string(lower[:len(word)])]
}
