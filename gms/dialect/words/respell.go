package words

import (
	"encoding/hex"
	"strings"
)

// callable are words that the parser keeps for functions, and EXPLAIN PLAN, which are
// names to MySQL wherever no parenthesis follows.
var callable = map[string]bool{
	"ADDDATE": true, "AVG": true, "BIT_AND": true, "BIT_OR": true, "BIT_XOR": true, "COUNT": true, "CURDATE": true, "CURTIME": true,
	"DATE_ADD": true, "DATE_SUB": true, "EXTRACT": true, "GROUP_CONCAT": true, "JSON_ARRAYAGG": true, "JSON_OBJECTAGG": true,
	"MAX": true, "MID": true, "MIN": true, "NOW": true, "PLAN": true, "POSITION": true, "SESSION_USER": true, "STD": true,
	"STDDEV": true, "STDDEV_POP": true, "STDDEV_SAMP": true, "SUBDATE": true, "SUBSTR": true, "SUBSTRING": true, "SUM": true,
	"SYSDATE": true, "SYSTEM_USER": true, "TRIM": true, "VARIANCE": true, "VAR_POP": true, "VAR_SAMP": true,
}

// maxAssigned is how many := may lie in one another: each is asked for its type by those
// around it.
const maxAssigned = 32

// Rollup is the function that stands for WITH ROLLUP, behind what is grouped by.
const Rollup = "with rollup"

// respelling is a text with what is to stand in place of its parts.
type respelling struct {
	text   string
	tokens []Token
	out    strings.Builder
	from   int // of the text that is not written yet
	edits  []change
	// values are the calls of JSON_VALUE that are open, each by its depth of parentheses.
	values []int
	depth  int
	// closings are the operands of operators that are open, assigned the expressions that
	// are given to a variable, by their depth likewise.
	closings []closing
	assigned []int
	added    bool           // the list of an ADD COLUMN (...) is open
	selects  bool           // a table is made of a query, which has begun
	rows     bool           // the text has a list of rows, VALUES ROW(...), ROW(...)
	insides  map[int]inside // by the parenthesis's token; nil until one is asked for
	alter    alterTable
	ends     string // what the text is to end with
	bracket  bracketed
	chain    chain
}

// Respell writes a statement that the parser refuses in words that it takes and that mean
// the same; false if there is nothing of the kind in it. account, quoted, stands for
// the session's own.
func Respell(text string, ansiQuotes bool, account string) (Spelling, bool) {
	s := Scanner{Text: text, AnsiQuotes: ansiQuotes}
	r := respelling{text: text}
	for t := s.Next(); t.Kind != End; t = s.Next() {
		r.tokens = append(r.tokens, t)
		r.rows = r.rows || r.is(len(r.tokens)-2, "VALUES", "ROW")
	}
	if s.Invalid() {
		return Spelling{}, false
	}
	r.beginAlterTable()
	r.findBrackets()
	r.findChains()
	for i := 0; i < len(r.tokens); {
		i += max(r.at(i, account), 1)
	}
	if len(r.edits) == 0 {
		return Spelling{}, false
	}
	end := len(text)
	if n := len(r.tokens); n > 0 && (len(r.assigned) > 0 || r.ends != "") {
		last := n - 1
		if r.ends != "" && r.is(last, ";") {
			last--
		}
		end = max(r.tokens[last].End, r.from)
	}
	r.out.WriteString(text[r.from:end])
	r.out.WriteString(strings.Repeat(")", len(r.assigned)))
	r.out.WriteString(r.ends)
	r.out.WriteString(text[end:])
	return Spelling{r.out.String(), text, r.edits}, true
}

func (r *respelling) is(i int, list ...string) bool {
	if i < 0 || i+len(list) > len(r.tokens) {
		return false
	}
	for n, word := range list {
		if !r.tokens[i+n].Is(r.text, word) {
			return false
		}
	}
	return true
}

func (r *respelling) oneOf(i int, list ...string) bool {
	for _, word := range list {
		if r.is(i, word) {
			return true
		}
	}
	return false
}

// replace puts words in place of n tokens from i on, and says how many those are.
func (r *respelling) replace(i, n int, with string) int {
	r.edit(r.tokens[i].Start, r.tokens[i+n-1].End, with)
	return n
}

// at respells what begins at token i, and says how many tokens that are; 0 where the
// text may stay.
func (r *respelling) at(i int, account string) int {
	t := r.tokens[i]
	r.endAssigned(i)
	if r.chain.opens != nil {
		r.inChain(i)
	}
	if n := r.inBrackets(i); n > 0 {
		return n
	}
	if t.Kind == Word {
		r.bareBody(i)
		if n := r.partitioned(i); n > 0 {
			return n
		}
		if n := r.defined(i); n > 0 {
			return n
		}
	}
	if r.alter.is {
		if n := r.inAlterTable(i); n > 0 {
			return n
		}
	}
	if n := r.dottedVariable(i); n > 0 {
		return n
	}
	switch {
	case r.is(i+1, ":=") && t.Kind == Variable && len(r.assigned) < maxAssigned && !strings.HasPrefix(t.Of(r.text), "@@") && !r.is(0, "SET"):
		r.assigned = append(r.assigned, r.depth)
		return r.replace(i, 2, "`:=`("+quotedVariable(t.Of(r.text))+",")
	case t.is(r.text, "{"):
		return r.odbcMoment(i)
	case t.is(r.text, "("):
		r.depth++
		return 1
	case r.added && r.depth == 1 && t.is(r.text, ","):
		return r.replace(i, 1, ", "+r.adds(i+1))
	case t.is(r.text, ")"):
		if n := len(r.values); n > 0 && r.values[n-1] == r.depth {
			r.values = r.values[:n-1]
		}
		if r.depth == 1 {
			r.added = false
		}
		r.depth--
		return r.endOperand(i)
	case t.Kind == Word || t.is(r.text, "$"):
		if n := r.dollars(i); n > 0 {
			return n
		}
	}
	if n := r.quantified(i); n > 0 {
		return n
	}
	if t.Kind != Word {
		return 0
	}
	if n := r.operator(i); n > 0 {
		return n
	}
	if n := r.moment(i); n > 0 {
		return n
	}
	if n := r.clause(i); n > 0 {
		return n
	}
	if n := r.modifiers(i); n > 0 {
		return n
	}
	switch word := strings.ToUpper(t.Of(r.text)); {
	case word == "COPY" && !r.oneOf(i-1, "=", "ALGORITHM"):
		return r.replace(i, 1, "`"+t.Of(r.text)+"`")
	case callable[word] && !r.is(i+1, "(") && !(word == "PLAN" && i == 1):
		return r.replace(i, 1, "`"+t.Of(r.text)+"`")
	case intervalUnits[word] && !r.is(i-2, "EXTRACT", "("):
		return r.replace(i, 1, "`"+word+"`")
	case r.is(i-2, "TIMESTAMPADD", "(") || r.is(i-2, "TIMESTAMPDIFF", "("):
		if unit, ok := strings.CutPrefix(word, "SQL_TSI_"); ok {
			return r.replace(i, 1, unit)
		}
	case word == "DEC": // in CAST; columns may have it
		return r.replace(i, 1, "DECIMAL")
	case i == 0 && account != "" && r.oneOf(0, "ALTER", "SET"):
		return r.ofAccount(account)
	case r.oneOf(0, "CREATE", "ALTER", "GRANT", "REVOKE") || r.is(0, "DROP", "USER") || r.is(0, "RENAME", "USER"):
		return r.inAccounts(i, account)
	}
	return 0
}

// intervalUnits are those of several parts. The grammar takes a name for a unit, and these
// for none.
var intervalUnits = map[string]bool{
	"YEAR_MONTH": true, "DAY_HOUR": true, "DAY_MINUTE": true, "DAY_SECOND": true, "DAY_MICROSECOND": true, "HOUR_MINUTE": true,
	"HOUR_SECOND": true, "HOUR_MICROSECOND": true, "MINUTE_SECOND": true, "MINUTE_MICROSECOND": true, "SECOND_MICROSECOND": true,
}

// dollars quotes a name with a dollar sign.
func (r *respelling) dollars(i int) int {
	n, found := 0, false
	for ; i+n < len(r.tokens); n++ {
		t := r.tokens[i+n]
		dollar := t.is(r.text, "$")
		if !dollar && t.Kind != Word && (t.Kind != Number || n == 0) || n > 0 && !t.Glued {
			break
		}
		found = found || dollar
	}
	if !found {
		return 0
	}
	return r.replace(i, n, "`"+r.text[r.tokens[i].Start:r.tokens[i+n-1].End]+"`")
}

// clause respells what the grammar lacks of statements that it has.
func (r *respelling) clause(i int) int {
	switch {
	case r.is(i, "FOR", "SHARE"):
		n := 2
		for r.is(i+n, "OF") || r.is(i+n, ",") && r.is(i+2, "OF") {
			n += 2
		}
		switch {
		case r.is(i+n, "NOWAIT"):
			n++
		case r.is(i+n, "SKIP", "LOCKED"):
			n += 2
		}
		if i+n > len(r.tokens) {
			return 0
		}
		return r.replace(i, n, "LOCK IN SHARE MODE")
	case r.oneOf(i, "USE", "IGNORE", "FORCE") && r.oneOf(i+1, "INDEX", "KEY"):
		n := 2
		switch {
		case r.is(i+2, "FOR", "JOIN"):
			n = 4
		case r.is(i+2, "FOR", "ORDER", "BY"), r.is(i+2, "FOR", "GROUP", "BY"):
			n = 5
		}
		if r.is(i, "USE") && r.is(i+n, "(", ")") { // of none: a hint, and they change no result
			return r.replace(i, n+2, "")
		}
		if !r.is(i+n, "(") || n == 2 && r.is(i+1, "INDEX") {
			return 0
		}
		return r.replace(i, n, strings.ToUpper(r.tokens[i].Of(r.text))+" INDEX")
	case r.is(i, "WITH", "ROLLUP") && i > 0:
		return r.replace(i, 2, ", `"+Rollup+"`()")
	case r.depth == 0 && r.oneOf(0, "ALTER", "CREATE") && r.isDefault(i):
		return r.replace(i, 1, "0") // such options do nothing
	case i > 2 && r.depth == 0 && r.is(i, "SELECT") && (r.is(0, "CREATE", "TABLE") || r.is(0, "CREATE", "TEMPORARY", "TABLE")) && !r.selects:
		if r.selects = true; !r.oneOf(i-1, "AS", "IGNORE", "REPLACE") {
			return r.replace(i, 1, "AS SELECT") // without which the grammar takes no UNION
		}
	case r.is(i, "ADD") && r.is(0, "ALTER") && r.depth == 0:
		return r.addedList(i)
	case r.is(i, "PRIMARY") && r.oneOf(i-1, "(", ",") && !r.added && r.oneOf(i+1, ")", ","):
		return r.replace(i, 1, "`PRIMARY`")
	case r.is(i, "MEMBER", "OF", "("):
		r.closings = append(r.closings, closing{r.depth, 1, "))"})
		r.depth++
		return r.replace(i, 3, "IN (`member of`(")
	case r.is(i, "INTERVAL", "(") && r.inside(i+1).comma:
		return r.replace(i, 1, "`interval`")
	case r.is(i, "JSON_VALUE", "("):
		if in := r.inside(i + 1); in.returning {
			r.values = append(r.values, r.depth+1)
			if in.document {
				return r.replace(i, 1, "CAST(JSON_EXTRACT")
			}
			return r.replace(i, 1, "CAST(JSON_VALUE")
		}
	case r.is(i, "RETURNING") && len(r.values) > 0 && r.values[len(r.values)-1] == r.depth:
		return r.replace(i, 1, ") AS")
	case r.is(0, "SET") && r.is(i-1, "=", "BINARY") && (i+1 == len(r.tokens) || r.oneOf(i+1, ",", ";")):
		return r.replace(i, 1, "'binary'") // a character set
	case r.is(0, "SET") && r.oneOf(i, "ALL", "ROW", "SYSTEM") && r.oneOf(i-1, "=", ":=") && (i+1 == len(r.tokens) || r.oneOf(i+1, ",", ";")):
		return r.replace(i, 1, "'"+r.tokens[i].Of(r.text)+"'") // words of the grammar that are values
	case r.is(0, "SHOW") && i == 3 && r.is(2, "STATUS", "FOR", "CHANNEL") && r.oneOf(1, "REPLICA", "SLAVE") && len(r.tokens) > 5 && r.tokens[5].Kind == String && r.tokens[5].End-r.tokens[5].Start == 2:
		return r.replace(3, 3, "") // the only channel there can be
	case i == 1 && r.is(0, "SHOW", "SCHEMAS"):
		return r.replace(1, 1, "DATABASES")
	case i == 1 && r.oneOf(0, "LOCK", "UNLOCK") && r.is(1, "TABLE"):
		return r.replace(1, 1, "TABLES")
	case i == 1 && r.is(0, "SHOW", "STORAGE", "ENGINES"), i == 1 && r.is(0, "SHOW", "EXTENDED") && r.oneOf(2, "INDEX", "INDEXES", "KEYS"):
		return r.replace(1, 1, "")
	}
	return 0
}

// inside is what stands between the parenthesis at a token and its end, deeper ones left
// out. All are looked up at once: each by itself would read what they have in common again.
func (r *respelling) inside(parenthesis int) inside {
	if r.insides == nil {
		r.insides = make(map[int]inside)
		var open []int
		for i := range r.tokens {
			n := len(open)
			switch {
			case r.is(i, "("):
				open = append(open, i)
			case n == 0:
			case r.is(i, ")"):
				open = open[:n-1]
			case r.is(i, ","):
				in := r.insides[open[n-1]]
				in.comma = true
				r.insides[open[n-1]] = in
			case r.is(i, "RETURNING"):
				in := r.insides[open[n-1]]
				in.returning, in.document = true, r.is(i, "RETURNING", "JSON")
				r.insides[open[n-1]] = in
			}
		}
	}
	return r.insides[parenthesis]
}

type inside struct{ comma, returning, document bool }

// endOperand writes what becomes of the parenthesis at token i.
func (r *respelling) endOperand(i int) int {
	n := len(r.closings)
	if n == 0 || r.closings[n-1].depth != r.depth {
		return 1
	}
	c := r.closings[n-1]
	r.closings = r.closings[:n-1]
	return r.replace(i, min(c.tokens, len(r.tokens)-i), c.with)
}

// assignedEnd are words behind an expression.
var assignedEnd = []string{
	",", ";", "FROM", "WHERE", "AS", "GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT", "INTO", "FOR", "LOCK", "WINDOW",
	"ASC", "DESC", "WHEN", "THEN", "ELSE", "END", "ON", "USING", "JOIN", "LEFT", "RIGHT", "INNER", "CROSS", "NATURAL", "STRAIGHT_JOIN",
}

// endAssigned closes the calls that stand for := where their expression ends before
// token i.
func (r *respelling) endAssigned(i int) {
	for n := len(r.assigned); n > 0 && r.assigned[n-1] == r.depth; n-- {
		if !r.is(i, ")") && (!r.oneOf(i, assignedEnd...) || r.is(i, "LEFT", "(") || r.is(i, "RIGHT", "(")) {
			return
		}
		r.assigned = r.assigned[:n-1]
		end := max(r.tokens[i-1].End, r.from)
		r.edit(end, end, ")")
	}
}

// dottedVariable puts the name of a variable of the session with dots in it, of which the
// parser takes two parts that are no keywords, into quotes.
func (r *respelling) dottedVariable(i int) int {
	t := r.tokens[i]
	if t.Kind != Variable || strings.HasPrefix(t.Of(r.text), "@@") || t.End == t.Start+1 || r.text[t.Start+1] == '`' {
		return 0
	}
	n := 1
	for i+n+1 < len(r.tokens) && r.is(i+n, ".") && r.tokens[i+n].Glued && r.tokens[i+n+1].Glued && r.tokens[i+n+1].Kind == Word {
		n += 2
	}
	if n == 1 {
		return 0
	}
	name := r.text[t.Start+1 : r.tokens[i+n-1].End]
	if r.is(i+n, ":=") && len(r.assigned) < maxAssigned && !r.is(0, "SET") {
		r.assigned = append(r.assigned, r.depth)
		return r.replace(i, n+1, "`:=`("+quotedVariable("@"+name)+",")
	}
	return r.replace(i, n, "@`"+name+"`")
}

// quotedVariable is the name of a variable, written as @a, as a text.
func quotedVariable(written string) string {
	name := strings.Trim(written[1:], "`'\"")
	return "'" + strings.NewReplacer("\\", "\\\\", "'", "''").Replace(strings.ToLower(name)) + "'"
}

// ofAccount names the account in a statement that changes that of the session, and makes
// ALTER USER of SET PASSWORD.
func (r *respelling) ofAccount(account string) int {
	switch {
	case r.is(0, "ALTER", "USER"):
		at := 2
		if r.is(2, "IF", "EXISTS") {
			at = 4
		}
		switch {
		case r.oneOf(at, "CURRENT_USER", "USER") && r.is(at+1, "(", ")"):
			return r.replace(at, 3, account) + at
		case r.is(at, "CURRENT_USER"):
			return r.replace(at, 1, account) + at
		}
	case r.is(0, "SET", "PASSWORD", "=") && len(r.tokens) >= 4:
		return r.password(2, account)
	case r.is(0, "SET", "PASSWORD", "FOR"):
		n := 3
		for n < len(r.tokens) && !r.is(n, "=") {
			n++
		}
		if n == len(r.tokens) || n == 3 {
			return 0
		}
		named := r.text[r.tokens[3].Start:r.tokens[n-1].End]
		if r.is(3, "CURRENT_USER") {
			named = account
		}
		return r.password(n, named)
	}
	return 0
}

// inAccounts respells what the grammar lacks of CREATE, DROP and RENAME USER, GRANT, REVOKE and
// DEFINER: the result of a password's hashing in digits, the session's own account, ALL
// PRIVILEGES.
func (r *respelling) inAccounts(i int, account string) int {
	switch {
	case r.is(i, "AS") && i+1 < len(r.tokens) && r.oneOf(1, "USER"):
		digits := r.tokens[i+1].Of(r.text)
		if len(digits) < 2 || digits[0] != '0' || digits[1]|0x20 != 'x' {
			return 0
		}
		if bytes, err := hex.DecodeString(digits[2:]); err == nil {
			return r.replace(i, 2, "AS "+Quoted(string(bytes)))
		}
	case r.is(0, "REVOKE", "ALL", "PRIVILEGES", "ON") && i == 0:
		return r.replace(1, 2, "ALL") + 1
	case account != "" && r.is(i, "CURRENT_USER") && (r.oneOf(0, "GRANT", "REVOKE") && r.oneOf(i-1, "TO", "FROM", ",") || r.oneOf(0, "DROP", "RENAME") && r.oneOf(i-1, "USER", "EXISTS", ",") || r.is(i-2, "DEFINER", "=")):
		if r.is(i+1, "(", ")") {
			return r.replace(i, 3, account)
		}
		return r.replace(i, 1, account)
	}
	return 0
}

// password writes ALTER USER for what stands before the password, up to the sign at
// token i. A text goes on behind a password in no way that can be followed here.
func (r *respelling) password(i int, account string) int {
	if i+1 >= len(r.tokens) || r.tokens[i+1].Kind != String || i+2 < len(r.tokens) && !r.is(i+2, ";") {
		return 0
	}
	return r.replace(0, i+1, "ALTER USER "+account+" IDENTIFIED BY")
}

// HasUnit says whether a text may have a unit of an interval that [Respell] has quoted.
func HasUnit(text string) bool {
	return strings.Contains(text, "_HOUR`") || strings.Contains(text, "_MINUTE`") || strings.Contains(text, "_SECOND`") ||
		strings.Contains(text, "_MICROSECOND`") || strings.Contains(text, "_MONTH`")
}
