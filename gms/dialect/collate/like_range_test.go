package collate

import (
	"testing"
	"unicode/utf8"

	"github.com/dolthub/go-mysql-server/sql"
)

// The character that bounds a range comes after all others, in every collation of utf8mb4.
func TestGreatestCharacter(t *testing.T) {
	collations := sql.NewCollationsIterator()
	for c, ok := collations.Next(); ok; c, ok = collations.Next() {
		if c.Sorter == nil || c.CharacterSet != sql.CharacterSet_utf8mb4 {
			continue
		}
		last, alone := greatest(c.ID)
		if !alone {
			t.Logf("%s: other characters come last, too", c.Name)
			continue
		}
		for r, most := rune(0), c.Sorter(last); r <= utf8.MaxRune; r += nextTried(r) {
			if r != last && utf8.ValidRune(r) && c.Sorter(r) >= most {
				t.Errorf("%s: %U comes no earlier than %U", c.Name, r, last)
				break
			}
		}
	}
}

// nextTried passes over most characters beyond the first 65,536, whose weights are computed.
func nextTried(r rune) rune {
	if r > 1<<17 && r < utf8.MaxRune-0x100 {
		return 61
	}
	return 1
}

func TestPlainPattern(t *testing.T) {
	for pattern, want := range map[string]struct {
		text      string
		wildcards int
		atEnd     bool
	}{
		"abc":    {"abc", 0, false},
		`a\_b\%`: {"a_b%", 0, false},
		`a\_b%`:  {"a_b", 1, true},
		`a\\%`:   {`a\`, 1, true},
		`a\`:     {`a\`, 0, false},
		"т%":     {"т", 1, true},
		"%a":     {"a", 1, false},
		"a_%":    {"a", 2, true},
		`\т%`:    {"т", 1, true},
		"a%b":    {"ab", 1, false},
		"%":      {"", 1, true},
	} {
		text, wildcards, atEnd := plainPattern(pattern)
		if text != want.text || wildcards != want.wildcards || atEnd != want.atEnd {
			t.Errorf("%s: %q, %d, %v", pattern, text, wildcards, atEnd)
		}
	}
}
