package terminal

import (
	"encoding/json"
	"strconv"
	"testing"
	"unicode/utf8"
)

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"SELECT 1":                  "SELECT 1",
		"a\tb\r\nc":                 "a b  c",
		"\x1b[2J":                   "\uFFFD[2J",
		"x\u009b31m":                "x\uFFFD31m",
		"\u202egnp":                 "\uFFFDgnp",
		"a\u2028b":                  "a\uFFFDb",
		"\xff":                      "\uFFFD",
		"日本 é":                      "日本 é",
		"a\u0301\u0301\u0301\u0301": "a\u0301\u0301",
		"\u0301x":                   "x",
		"\u00a0":                    " ",
		"\ue000":                    "\uFFFD",
		"\U000e0041":                "\uFFFD",
	} {
		if got := Printable(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// FuzzEscapeJSON: it says the same as before, and has nothing that a terminal obeys.
func FuzzEscapeJSON(f *testing.F) {
	for _, s := range []string{"", "a", "x\u009b31m", "\x1b[2J", "\u202egnp", "\U000e0041", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		out := EscapeJSON(text)
		var before, after string
		if json.Unmarshal(text, &before) != nil || json.Unmarshal(out, &after) != nil || before != after {
			t.Fatalf("%s is %s", text, out)
		}
		for _, r := range string(out) {
			if !strconv.IsPrint(r) || r == utf8.RuneError && !utf8.ValidString(string(out)) {
				t.Fatalf("%q has %U", out, r)
			}
		}
	})
}
