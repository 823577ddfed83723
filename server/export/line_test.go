package export

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestLongLine: a line without an end is no profile, and is not kept until one comes.
func TestLongLine(t *testing.T) {
	_, err := newCSVFrom(io.MultiReader(strings.NewReader("createdTime,"), endless{}), io.NopCloser(nil), "f")
	if !errors.Is(err, errLine) {
		t.Error(err)
	}
	text := strings.Repeat(strings.Repeat("x", 1<<20)+"\n", 40)
	if got, err := io.ReadAll(&lineReader{r: strings.NewReader(text)}); err != nil || !bytes.Equal(got, []byte(text)) {
		t.Error(len(got), err)
	}
}

// endless is a text without line ends.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'x'
	}
	return len(b), nil
}
