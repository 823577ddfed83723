package perfschema

import (
	"internal/reflectlite"
	"sync/atomic"
)

const (
	maxQuery = 4096 // bytes of a query that are looked at
	recent   = 2048 // queries whose class is known by their text; a power of two
)

// A query is a text that a class was found for, by two hashes: it may have secrets in it, and is not
// kept.
type query struct {
	hashes [2]uint64
	id     uint16
}

var queries [recent]atomic.Pointer[query]

// queryOf returns the number of the class of a query of a driver.
func queryOf(e Event, sql string, driver any) uint16 {
	if len(sql) > maxQuery {
		sql = sql[:maxQuery]
	}
	literals := has(sql, '"') && isMySQL(driver)
	seed := uintptr(e)
	if literals {
		seed += 2 * uintptr(events)
	}
	hashes := [2]uint64{hash(sql, seed), hash(sql, seed+uintptr(events))}
	slot := &queries[hashes[0]%recent]
	if q := slot.Load(); q != nil && q.hashes == hashes {
		return q.id
	}
	q := &query{hashes, classOf(e, Digest(sql, literals))}
	slot.Store(q)
	return q.id
}

// isMySQL reports whether a driver or connector is one of MySQL, by its package.
func isMySQL(driver any) bool {
	if driver == nil {
		return false
	}
	t := reflectlite.TypeOf(driver)
	if t.Kind() == reflectlite.Ptr {
		t = t.Elem()
	}
	path := t.PkgPath()
	for i := 0; i+len("mysql") <= len(path); i++ {
		if path[i:i+len("mysql")] == "mysql" {
			return true
		}
	}
	return false
}

func has(text string, c byte) bool {
	for i := 0; i < len(text); i++ {
		if text[i] == c {
			return true
		}
	}
	return false
}

// Digest returns a query without literals and comments: "SELECT a FROM t WHERE b IN (...)". Spaces are
// one each. It is for all databases, and takes what may be a literal in one of them for one. Text in
// double quotes is a literal of MySQL, and of the others a name: literals says which.
func Digest(sql string, literals bool) string {
	out := make([]byte, 0, min(len(sql), maxText)+16)
	for i := 0; i < len(sql) && len(out) < maxText; {
		c := sql[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
			out, i = space(out), i+1
		case c == '-' && next(sql, i) == '-', c == '#' && (i == 0 || isSpace(sql[i-1])) && (next(sql, i) == 0 || isSpace(next(sql, i))):
			for i < len(sql) && sql[i] != '\n' {
				i++
			}
			out = space(out)
		case c == '/' && next(sql, i) == '*':
			i = comment(sql, i)
			out = space(out)
		case c == '\'':
			out, i = literal(out), quoted(sql, i, true)
		case c == '"':
			end := quoted(sql, i, true)
			if !literals && isName(sql[i:end]) && (!compared(out) || end < len(sql) && sql[end] == '.') {
				out = append(out, sql[i:end]...)
			} else {
				out = literal(out)
			}
			i = end
		case c == '`':
			end := quoted(sql, i, false)
			out, i = append(out, sql[i:end]...), end
		case c == '$' && dollar(sql, i) > 0:
			out, i = literal(out), dollar(sql, i)
		case isDigit(c), c == '.' && isDigit(next(sql, i)) && !afterName(out):
			out, i = literal(out), number(sql, i)
		case (c == '-' || c == '+') && isDigit(next(sql, i)) && signs(out):
			i++ // of the literal
		case c == '$' || c == ':' || c == '@' || c == '?':
			end := i + 1
			if c == ':' && next(sql, i) == ':' { // a type of PostgreSQL follows
				out, i = append(out, "::"...), i+2
				continue
			}
			for end < len(sql) && isLetter(sql[end]) {
				end++
			}
			if c == '@' { // a variable
				out, i = append(out, sql[i:end]...), end
				continue
			}
			if end == i+1 && c != '?' {
				out, i = append(out, c), end
				continue
			}
			out, i = literal(out), end
		case isLetter(c):
			end := i + 1
			for end < len(sql) && isLetter(sql[end]) {
				end++
			}
			if end < len(sql) && sql[end] == '\'' && prefix(sql[i:end]) { // N'text', x'1f', E'a\n'
				out, i = literal(out), quoted(sql, end, true)
				continue
			}
			out, i = append(out, sql[i:end]...), end
		case c == ')':
			out, i = closed(append(trim(out), ')')), i+1
		default:
			out, i = append(out, c), i+1
		}
	}
	out = trim(out)
	for len(out) > 0 && out[len(out)-1] == ';' {
		out = trim(out[:len(out)-1])
	}
	return string(out)
}

// space appends a space unless one is there.
func space(out []byte) []byte {
	if n := len(out); n == 0 || out[n-1] == ' ' || out[n-1] == '(' {
		return out
	}
	return append(out, ' ')
}

func trim(out []byte) []byte {
	for len(out) > 0 && out[len(out)-1] == ' ' {
		out = out[:len(out)-1]
	}
	return out
}

// literal appends a literal. In a list it takes the place of the one before: "?, ?" is "...".
func literal(out []byte) []byte {
	for _, list := range [...]string{"?, ", "?,", "..., ", "...,"} {
		if n := len(out) - len(list); n > 0 && string(out[n:]) == list && out[n-1] == '(' {
			return append(out[:n], "..."...)
		}
	}
	return append(out, '?')
}

// closed has the rows of VALUES (...), (...) be one.
func closed(out []byte) []byte {
	end := len(out)
	from := end - 1
	for from >= 0 && out[from] != '(' {
		from--
	}
	if from < 0 || !onlyLiterals(out[from+1:end-1]) {
		return out
	}
	list := string(out[from:end])
	for _, between := range [...]string{", ", ","} {
		if before := from - len(between) - len(list); before >= 0 && string(out[before:from]) == list+between {
			return out[:from-len(between)]
		}
	}
	return out
}

func onlyLiterals(list []byte) bool {
	for _, c := range list {
		if c != '?' && c != '.' && c != ',' && c != ' ' {
			return false
		}
	}
	return len(list) > 0
}

func next(sql string, i int) byte {
	if i+1 < len(sql) {
		return sql[i+1]
	}
	return 0
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_' || c >= 0x80
}

// isName reports whether a text in double quotes is likely a name.
func isName(text string) bool {
	if len(text) < 3 || isDigit(text[1]) {
		return false
	}
	for i := 1; i < len(text)-1; i++ {
		if !isLetter(text[i]) {
			return false
		}
	}
	return text[len(text)-1] == '"'
}

// afterName reports whether a point belongs to the name before it.
func afterName(out []byte) bool {
	n := len(out)
	return n > 0 && (isLetter(out[n-1]) || out[n-1] == '`' || out[n-1] == '"')
}

// signs reports whether a sign is that of a number, and not between two.
func signs(out []byte) bool {
	out = trim(out)
	n := len(out)
	return n == 0 || out[n-1] == '(' || out[n-1] == ',' || out[n-1] == '=' || out[n-1] == '<' || out[n-1] == '>'
}

// compared reports whether a value follows: SQLite takes text in double quotes for one where there is no
// such name.
func compared(out []byte) bool {
	out = trim(out)
	n := len(out)
	return n > 0 && (out[n-1] == '=' || out[n-1] == '<' || out[n-1] == '>')
}

func number(sql string, i int) int {
	for i < len(sql) && (isLetter(sql[i]) || sql[i] == '.' || (sql[i] == '-' || sql[i] == '+') && (sql[i-1] == 'e' || sql[i-1] == 'E')) {
		i++
	}
	return i
}

// comment returns where a comment ends; those of PostgreSQL nest.
func comment(sql string, i int) int {
	depth := 0
	for i < len(sql) {
		switch {
		case sql[i] == '/' && next(sql, i) == '*':
			depth, i = depth+1, i+2
		case sql[i] == '*' && next(sql, i) == '/':
			if depth, i = depth-1, i+2; depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return i
}

// quoted returns where a quoted text ends that begins at i.
func quoted(sql string, i int, escapes bool) int {
	quote := sql[i]
	for i++; i < len(sql); i++ {
		switch {
		case sql[i] == '\\' && escapes:
			i++
		case sql[i] == quote && next(sql, i) == quote:
			i++
		case sql[i] == quote:
			return i + 1
		}
	}
	return len(sql)
}

// dollar returns where a text as $tag$text$tag$ ends that begins at i, 0 if none does.
func dollar(sql string, i int) int {
	end := i + 1
	for end < len(sql) && isLetter(sql[end]) && !(end == i+1 && isDigit(sql[end])) {
		end++
	}
	if end >= len(sql) || sql[end] != '$' {
		return 0
	}
	tag := sql[i : end+1]
	for j := end + 1; j+len(tag) <= len(sql); j++ {
		if sql[j:j+len(tag)] == tag {
			return j + len(tag)
		}
	}
	return len(sql)
}

func prefix(word string) bool {
	switch word {
	case "N", "n", "X", "x", "B", "b", "E", "e":
		return true
	}
	return len(word) > 1 && word[0] == '_' // a character set of MySQL
}
