package terminal

import (
	"io"
	"strings"
	"unicode/utf8"
)

// Writer writes texts of lines to a terminal, of each what can be printed. It keeps what a
// character lacks until the next call, and is for one goroutine.
type Writer struct {
	to   io.Writer
	part []byte // of a character
}

// NewWriter writes to a terminal.
func NewWriter(to io.Writer) *Writer { return &Writer{to: to} }

// Write implements io.Writer.
func (w *Writer) Write(text []byte) (int, error) {
	all := append(w.part, text...)
	end := len(all)
	for back := 1; back < utf8.UTFMax && back <= len(all); back++ {
		if i := len(all) - back; utf8.RuneStart(all[i]) {
			if !utf8.FullRune(all[i:]) {
				end = i
			}
			break
		}
	}
	lines := strings.Split(string(all[:end]), "\n")
	w.part = append([]byte(nil), all[end:]...)
	for i := range lines {
		lines[i] = Printable(lines[i])
	}
	if _, err := io.WriteString(w.to, strings.Join(lines, "\n")); err != nil {
		return 0, err
	}
	return len(text), nil
}
