package moment

import (
	"strings"
	"testing"
)

func TestBegin(t *testing.T) {
	for text, want := range map[string]int{"": 0, "2024-01-02 03:04:05.678901": 26, strings.Repeat("9", 1<<20): longText} {
		if got := Begin(text); got != text[:want] {
			t.Errorf("Begin of %d bytes = %d bytes, want %d", len(text), len(got), want)
		}
	}
}
