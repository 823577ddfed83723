package collate

import (
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
)

// Where a text begins another is found as by looking at each place.
func TestIndexOfEachPlace(t *testing.T) {
	for _, text := range []string{"", "a", "aab", "abcabcabd", "aabaabaaab", "ABab", "héé"} {
		for _, part := range []string{"", "a", "B", "ab", "aab", "aaab", "abcabd", "é", "hee", "x"} {
			for from := 0; from <= len([]rune(text)); from++ {
				want := -1
				runes := []rune(strings.NewReplacer("é", "e").Replace(strings.ToLower(text)))
				sought := []rune(strings.NewReplacer("é", "e").Replace(strings.ToLower(part)))
				for i := from; i+len(sought) <= len(runes); i++ {
					if string(runes[i:i+len(sought)]) == string(sought) {
						want = i
						break
					}
				}
				if got := IndexOf(text, part, from, sql.Collation_utf8mb4_0900_ai_ci); got != want {
					t.Errorf("%q in %q from %d: %d, want %d", part, text, from, got, want)
				}
			}
		}
	}
}
