package sys

import "strings"

// TruncateLength is the length of statements that FormatStatement gives, where nobody says
// otherwise.
const TruncateLength = 64

// FormatStatement writes a statement on one line, the middle left out if it has more than n
// characters: "SELECT variabl ... ROM sys_config".
func FormatStatement(statement string, n int) string {
	text := []rune(statement)
	if len(text) > n {
		half := max(n/2-2, 0)
		text = append(append(append([]rune(nil), text[:half]...), []rune(" ... ")...), text[len(text)-half:]...)
	}
	return strings.ReplaceAll(string(text), "\n", " ")
}

// QuoteIdentifier writes a name as statements have it: in backticks, with those that it has
// doubled.
func QuoteIdentifier(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

// ListAdd adds a value to a list of values between commas.
func ListAdd(list, value string) string {
	if list == "" {
		return value
	}
	return list + "," + value
}

// ListDrop takes a value out of a list of values between commas; with it the white space
// around the values that are left.
func ListDrop(list, value string) string {
	var left []string
	for _, v := range strings.Split(list, ",") {
		if v = strings.TrimSpace(v); v != strings.TrimSpace(value) {
			left = append(left, v)
		}
	}
	return strings.Join(left, ",")
}
