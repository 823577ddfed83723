package privilege

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

// The name of a database in a GRANT is a pattern, as the host of an account may be: % is any
// characters, _ is one, and what stands behind \ is itself. What a database is granted is what
// the most specific pattern that fits it has, and nothing of the others.

// wildcard is a character of a pattern, or one of these two.
type wildcard = rune

const (
	anyOne  wildcard = -1
	anyMany wildcard = -2
)

// wildcards reads a pattern, whatever the case of letters.
func wildcards(pattern string) []wildcard {
	list := make([]wildcard, 0, len(pattern))
	escaped := false
	for _, c := range strings.ToLower(pattern) {
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
			continue
		case c == '%':
			c = anyMany
		case c == '_':
			c = anyOne
		}
		list = append(list, c)
	}
	if escaped {
		list = append(list, '\\')
	}
	return list
}

// literal is a text as a pattern that fits it alone.
func literal(text string) []wildcard { return []wildcard(strings.ToLower(text)) }

// covers says whether a pattern fits all that another one does, by the order of their
// characters: of %_ and _%, which are the same, it says no. It takes no more steps than one
// is long times the other.
func covers(pattern, other []wildcard) bool {
	p, o := 0, 0
	many, mark := -1, 0 // the last anyMany, and where what it stands for ends
	for o < len(other) {
		switch {
		case p < len(pattern) && pattern[p] == anyMany:
			many, mark = p, o
			p++
			continue
		case p < len(pattern) && (pattern[p] == other[o] || pattern[p] == anyOne && other[o] != anyMany):
			p, o = p+1, o+1
			continue
		case many < 0:
			return false
		}
		mark++
		p, o = many+1, mark
	}
	for p < len(pattern) && pattern[p] == anyMany {
		p++
	}
	return p == len(pattern)
}

// matchesPattern says whether a text is like a pattern.
func matchesPattern(pattern, text string) bool { return covers(wildcards(pattern), literal(text)) }

// databasePattern is what has been granted on the databases that a pattern fits.
type databasePattern struct {
	fits    []wildcard
	granted sql.PrivilegeSetDatabase
}

// patternsOf are the names of databases in what has been granted that are patterns, the most
// specific first; nil for most.
func patternsOf(set mysql_db.PrivilegeSet) (list []databasePattern) {
	for _, db := range set.GetDatabases() {
		if db.Count() > 0 && strings.ContainsAny(db.Name(), `%_\`) {
			list = append(list, databasePattern{wildcards(db.Name()), db})
		}
	}
	slices.SortFunc(list, func(a, b databasePattern) int {
		if x, y := a.before(), b.before(); x != y {
			return y - x
		}
		return strings.Compare(a.granted.Name(), b.granted.Name())
	})
	return list
}

// admitted is a privilege on everything that there is not: nobody asks for it.
const admitted = sql.PrivilegeType(1 << 10)

// admit has the engine let the session in everywhere that a set is of. The engine hides databases from who has nothing on
// them by name, which is not all that counts: a pattern may fit, and a program run with the rights
// of another account. It lets in everywhere who has any privilege on everything, and what he may
// do there is asked for here.
func admit(set mysql_db.PrivilegeSet) { set.AddGlobalStatic(admitted) }

// hasNoGlobal says whether the account has no privilege on everything.
func (h Held) hasNoGlobal() bool {
	n := h.set.Count()
	return n == 0 || n == 1 && h.set.Has(admitted)
}

// before is how many characters a pattern has before the first that may be others; one without
// such has more than any.
func (p *databasePattern) before() int {
	if i := slices.IndexFunc(p.fits, func(c wildcard) bool { return c < 0 }); i >= 0 {
		return i
	}
	return 1 << 16
}

// database is what has been granted on the whole of a database.
func (h *Held) database(name string) sql.PrivilegeSetDatabase {
	own := h.set.Database(name)
	if !h.ordered && (len(h.patterns) == 0 || own.Count() > 0 && !strings.ContainsAny(name, `%_\`)) {
		return own
	}
	return h.fitting(own, literal(name))
}

// fitting is what the most specific pattern has that fits a name; own if there is none.
func (h *Held) fitting(own sql.PrivilegeSetDatabase, name []wildcard) sql.PrivilegeSetDatabase {
	for i := range h.patterns {
		if covers(h.patterns[i].fits, name) {
			return h.patterns[i].granted
		}
	}
	return own
}

// onPattern says whether the account has privileges on all databases that a name in a GRANT
// fits.
func (h Held) onPattern(name string, privileges ...sql.PrivilegeType) bool {
	db := h.fitting(h.set.Database(name), wildcards(name))
	for _, p := range privileges {
		if !h.global(p) && !db.Has(p) {
			return false
		}
	}
	return true
}
