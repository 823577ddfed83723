package advice

import (
	"regexp"
	"slices"
	"strings"
)

// compared is a column before what compares it with a value, in a normalized text: quoted,
// or a word that is also one of MySQL's.
var compared = regexp.MustCompile("((?:`[^`]+` \\. )*(?:`[^`]+`|[A-Z_]+)) (?:NOT )?(?:=|<|>|<=|>=|<=>|<>|!=|LIKE|BETWEEN|IN) ?(?:\\(|\\?|\\.\\.\\.)")

// ComparedColumns are the columns that a normalized text compares with values behind WHERE.
func ComparedColumns(text string) (out []string) {
	at := strings.Index(text, "WHERE ")
	if at < 0 {
		return nil
	}
	for _, m := range compared.FindAllStringSubmatch(text[at:], -1) {
		name := strings.ReplaceAll(strings.ReplaceAll(m[1], "` . `", "."), "`", "")
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}
