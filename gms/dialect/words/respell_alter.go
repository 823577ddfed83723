package words

import "github.com/perfschema/perfschema/gms/dialect/rule"

var tableOptionsRule = rule.Of[RespellStep]{
	Rule: rule.Rule{
		Name: "options-of-alter-table", Changes: rule.Text, About: rule.Tables,
		Why:      "The parser lacks options of ALTER TABLE without commas between them, CHARSET, and ORDER BY.",
		NeededBy: rule.Data, Golden: "alterations",
		Example: "ALTER TABLE t COMMENT = 'a' ENGINE=InnoDB",
	},
	Apply: RespellStep{begin: (*respelling).beginAlterTable, at: (*respelling).inAlterTable, any: true},
}

// alterTable is where in an ALTER TABLE a respelling is.
type alterTable struct {
	is   bool
	part int // the token that the part begins with: what to change, up to a comma
}

// tableOptions are words that options of a table begin with.
var tableOptions = []string{
	"ENGINE", "AUTO_INCREMENT", "AUTOEXTEND_SIZE", "AVG_ROW_LENGTH", "CHECKSUM", "COLLATE", "COMMENT", "COMPRESSION", "CONNECTION",
	"DELAY_KEY_WRITE", "ENCRYPTION", "INSERT_METHOD", "KEY_BLOCK_SIZE", "MAX_ROWS", "MIN_ROWS", "PACK_KEYS", "ROW_FORMAT",
	"STATS_AUTO_RECALC", "STATS_PERSISTENT", "STATS_SAMPLE_PAGES",
}

// beginAlterTable finds out whether the text is one.
func (r *respelling) beginAlterTable() {
	r.alter = alterTable{is: r.is(0, "ALTER", "TABLE"), part: 3}
	if r.is(3, ".") {
		r.alter.part = 5
	}
}

// inAlterTable respells what the grammar lacks of ALTER TABLE: options of the table without
// commas between them, CHARSET, and ORDER BY, which
// orders nothing in a table that has its rows by a key.
func (r *respelling) inAlterTable(i int) int {
	a := &r.alter
	switch {
	case !a.is || r.depth > 0:
		return 0
	case r.is(i, ","):
		a.part = i + 1
		return 0
	case i == a.part && r.is(i, "ORDER", "BY"):
		n := len(r.tokens) - i
		if r.is(len(r.tokens)-1, ";") {
			n--
		}
		return r.replace(i, n, "FORCE")
	}
	with := ""
	if i > a.part && r.beginsOption(a.part) && r.beginsOption(i) && (!r.is(i-1, "DEFAULT") || r.isDefault(i-1)) && !(r.is(i, "COLLATE") && r.setsCharacters(a.part)) {
		a.part, with = i, ", "
	}
	if r.is(i, "CHARSET") && (i == a.part || i == a.part+1 && r.is(a.part, "DEFAULT")) {
		return r.replace(i, 1, with+"CHARACTER SET")
	}
	if with != "" {
		r.edit(r.tokens[i].Start, r.tokens[i].Start, with)
	}
	return 0
}

// isDefault says of a token that it is DEFAULT as the value of an option.
func (r *respelling) isDefault(i int) bool {
	return r.is(i, "DEFAULT") && (r.defaultOption(i-1) || r.is(i-1, "=") && r.defaultOption(i-2))
}

// defaultOption says of a token that it is an option of a table that may be DEFAULT.
func (r *respelling) defaultOption(i int) bool {
	return r.oneOf(i, "PACK_KEYS", "STATS_AUTO_RECALC", "STATS_PERSISTENT", "STATS_SAMPLE_PAGES")
}

func (r *respelling) beginsOption(i int) bool {
	return r.oneOf(i, tableOptions...) || r.setsCharacters(i) || r.is(i, "DEFAULT", "COLLATE")
}

// setsCharacters says of what begins at a token that it names a character set, which a
// collation may follow.
func (r *respelling) setsCharacters(i int) bool {
	if r.is(i, "DEFAULT") {
		i++
	}
	return r.is(i, "CHARSET") || r.is(i, "CHARACTER", "SET")
}
