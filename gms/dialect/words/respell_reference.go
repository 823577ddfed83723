package words

import (
	"crypto/rand"
	"strings"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

var referencesRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "references-of-columns", Changes: rule.Text, About: rule.Tables,
		Why:      "The parser lacks ON DELETE and ON UPDATE behind REFERENCES of a column, MATCH, and REFERENCES without columns, which means the primary key.",
		NeededBy: rule.Data, Golden: "column_references",
		Example: "CREATE TABLE t (a INT REFERENCES p (a) ON DELETE CASCADE)",
	},
	Apply: RespellStep{at: references},
}

// ParentKey is the column that [Respell] writes where a foreign key names none of its parent's, which
// means the primary key. Its end is random, so that no client gives it as the name of a column.
var ParentKey = "\x01primary key " + rand.Text()

// references respells the clause REFERENCES that begins at token i of a CREATE or ALTER TABLE. A column's
// becomes a foreign key of the table, behind the column.
func references(r *respelling, i int) int {
	if r.upper != "REFERENCES" || r.is(i-1, ".") {
		return 0
	}
	first, depth := 0, 1
	switch {
	case r.is(0, "CREATE", "TABLE"), r.is(0, "CREATE", "TEMPORARY", "TABLE"):
	case r.alter.is:
		if first = r.alter.part; !r.added {
			depth = 0
		}
	default:
		return 0
	}
	if r.depth != depth {
		return 0
	}
	column, ok := r.referringColumn(first, i)
	if !ok {
		return 0
	}
	clause, end, ok := r.reference(i)
	if !ok {
		return 0
	}
	switch {
	case column == "":
	case !r.alter.is:
		clause = ", FOREIGN KEY (" + column + ") " + clause
	default:
		clause = ", ADD FOREIGN KEY (" + column + ") " + clause
		place := end
		switch {
		case r.added:
		case r.is(end, "FIRST"):
			end++
		case r.is(end, "AFTER") && end+1 < len(r.tokens):
			end += 2
		}
		if end > place {
			clause = r.text[r.tokens[place].Start:r.tokens[end-1].End] + clause
		}
	}
	return r.replace(i, end-i, clause)
}

// referringColumn returns the column, in quotes, in whose definition token i stands, which begins
// at token first or later; empty where a foreign key of the table begins there. ok is false where
// neither does.
func (r *respelling) referringColumn(first, i int) (column string, ok bool) {
	begin := first
	depth := 0
scan:
	for k := i - 1; k >= first; k-- {
		switch {
		case r.is(k, ")"):
			depth++
		case depth == 0 && (r.is(k, ",") || r.is(k, "(")):
			begin = k + 1
			break scan
		case r.is(k, "("):
			depth--
		}
	}
	if r.alter.is && !r.added {
		if !r.is(begin, "ADD") {
			return "", false
		}
		if begin++; r.is(begin, "COLUMN") {
			begin++
		}
	}
	if r.oneOf(begin, "FOREIGN", "CONSTRAINT") {
		return "", true
	}
	return r.name(begin)
}

// name returns the name at token i, in quotes; ok is false if there is none.
func (r *respelling) name(i int) (name string, ok bool) {
	if i >= len(r.tokens) {
		return "", false
	}
	switch t := r.tokens[i]; t.Kind {
	case Word:
		return "`" + t.Of(r.text) + "`", true
	case Name:
		return t.Of(r.text), true
	}
	return "", false
}

// reference returns how the clause REFERENCES at token i is spelled, and the token behind it.
func (r *respelling) reference(i int) (clause string, end int, ok bool) {
	var b strings.Builder
	b.WriteString("REFERENCES ")
	at := i + 1
	name, ok := r.name(at)
	if !ok {
		return "", 0, false
	}
	b.WriteString(name)
	if at++; r.is(at, ".") {
		if name, ok = r.name(at + 1); !ok {
			return "", 0, false
		}
		b.WriteString("." + name)
		at += 2
	}
	if r.is(at, "(") {
		for separator := "("; !r.is(at, ")"); separator = "," {
			if name, ok = r.name(at + 1); !ok || !r.is(at, separator) {
				return "", 0, false
			}
			b.WriteString(separator + name)
			at += 2
		}
		b.WriteByte(')')
		at++
	} else {
		b.WriteString("(`" + ParentKey + "`)")
	}
	if r.is(at, "MATCH") && r.oneOf(at+1, "FULL", "PARTIAL", "SIMPLE") {
		at += 2
	}
	for r.is(at, "ON") && r.oneOf(at+1, "DELETE", "UPDATE") {
		n := 3
		if r.oneOf(at+2, "SET", "NO") {
			n = 4
		}
		if at+n > len(r.tokens) {
			return "", 0, false
		}
		b.WriteString(" " + r.text[r.tokens[at].Start:r.tokens[at+n-1].End])
		at += n
	}
	return b.String(), at, true
}
