package sqltext

import "testing"

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{"": "''", "shop": "'shop'", "it's": "'it''s'", `a\b`: `'a\\b'`, `\'`: `'\\'''`} {
		if got := Quote(text); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}
