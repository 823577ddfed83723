package words

import (
	"strings"
	"testing"
)

// TestLongTextsAreReadOnce ends within seconds, as each text is read a number of times that
// does not grow with it: what looks to its end from each of its parts is at it for
// minutes, and nobody can kill that.
func TestLongTextsAreReadOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("texts of megabytes")
	}
	for _, part := range []string{"CASE WHEN ", " COLLATE utf8mb4_bin", "pC", "://", "x:// ", "/*!", "/*!' ", "/*!99999 ", "/*", "--", "'", "\\'", "`"} {
		text := "SELECT " + strings.Repeat(part, 8<<20/len(part))
		HideFailed(text, false)
		Split(text, false)
		Parameters(text, false)
		Translate(text, Mode{})
		TimeLimit(text)
		HintedTime(text)
		Unspell(text)
	}
	for _, part := range []string{"JSON_VALUE(", "JSON_VALUE(a RETURNING ", "INTERVAL(", "a MEMBER OF (", "@a := (", "(", "$."} {
		Respell("SELECT "+strings.Repeat(part, 1<<20/len(part)), false, "x")
	}
}
