package builtin

import (
	"strings"
	"unicode/utf8"

	"github.com/dolthub/go-mysql-server/sql/types"
)

// padded is what LPAD() and RPAD() give. They count characters, where the engine counts
// bytes, and are NULL for a negative length.
func (a *arguments) padded() any {
	text, length, filling := a.text(0), a.number(1), a.text(2)
	if length < 0 || a.null {
		return nil
	}
	if types.IsBinaryType(a.call.Children()[0].Type()) {
		return []byte(pad(a.call.name, text, length, filling, func(s string) int64 { return int64(len(s)) }, func(s string, n int64) string { return s[:n] }))
	}
	return pad(a.call.name, text, length, filling,
		func(s string) int64 { return int64(utf8.RuneCountInString(s)) }, func(s string, n int64) string { return string([]rune(s)[:n]) })
}

func pad(name, text string, length int64, filling string, count func(string) int64, first func(string, int64) string) string {
	missing, each := length-count(text), count(filling)
	switch {
	case missing < 0:
		return first(text, length)
	case missing == 0 || each == 0:
		return text
	}
	padding := strings.Repeat(filling, int(missing/each)) + first(filling, missing%each)
	if name == "lpad" {
		return padding + text
	}
	return text + padding
}
