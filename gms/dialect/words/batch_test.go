package words

import (
	"strings"
	"testing"
)

// runBatch gives the texts of the statements of a text, as a server that runs them is
// given them, by a Batch or each by itself.
func runBatch(text string, mode Mode, kept bool) (all []string) {
	var b Batch
	for text != "" && len(all) < 1000 {
		one := new(Batch)
		if kept {
			one = &b
		}
		translated := one.Translate(text, func() Mode { return mode })
		first, rest, _ := Split(translated, mode.AnsiQuotes)
		all = append(all, strings.TrimSpace(blanks.ReplaceAllString(first, " ")))
		text = one.Rest(rest)
	}
	return all
}

// What is kept of a translation is what translating anew gives, up to the first statement
// that is an error to the parser: what comes after is not run.
func checkBatch(t *testing.T, text string, mode Mode) {
	t.Helper()
	got, want := runBatch(text, mode, true), runBatch(text, mode, false)
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] && readsOf(got[i], mode) != readsOf(want[i], mode) {
			t.Errorf("%q: statement %d is %q, by itself %q", text, i, got[i], want[i])
			return
		}
		if strings.Contains(got[i], "*/") || strings.Contains(got[i], "/*") {
			return // ends in a comment
		}
	}
	if len(got) != len(want) {
		t.Errorf("%q: %q, by itself %q", text, got, want)
	}
}

// readsOf are the tokens of a text.
func readsOf(text string, mode Mode) string {
	var b strings.Builder
	s := Scanner{Text: text, AnsiQuotes: mode.AnsiQuotes}
	for tok := s.Next(); tok.Kind != End; tok = s.Next() {
		b.WriteString(tok.Of(text) + "\x00")
	}
	return b.String()
}

var batches = []string{
	"SELECT 1--1; SELECT 2 -- a;\n; /*!99999 ; */ /*!50000 'b; */ ; c' */ //;", `'\'; "\"; `, "/*M! ; */ /*! ; /* ; */ ; */",
	"/*! SELECT 1; SELECT 2; /* a */ SELECT 1--1; SELECT 3 */ SELECT 4", "/*! a; /*! b; */ c; /*! d;*/ e", "/*! a;b--1;c",
	"/*!080034;*/", "/*!*/;", "/*!1*/;/*!12345*/;", "/*!080034 a;/* b */ c;*/ d", "/*! a; /*!99999 x; */ b; /*!80000 c;d */;", "/*! a;/*!b*/;c",
}

func TestBatch(t *testing.T) {
	for _, text := range batches {
		checkBatch(t, text, Mode{})
		checkBatch(t, strings.Repeat(text, 3), Mode{AnsiQuotes: true, NoBackslashEscapes: true})
	}
}

func FuzzBatch(f *testing.F) {
	for _, text := range batches {
		f.Add(text, false, false)
		f.Add(text, true, true)
	}
	f.Fuzz(func(t *testing.T, text string, ansi, noEscapes bool) {
		if len(text) > 10_000 || strings.IndexByte(text, 0) >= 0 {
			t.Skip()
		}
		checkBatch(t, text, Mode{ansi, noEscapes})
	})
}

// However many statements a text has, each part of it is translated once.
func TestBatchIsTranslatedOnce(t *testing.T) {
	for _, one := range []string{"SELECT 1--1;", "SELECT 1;", "/*!99999 a */ SELECT 1;", "/*! SELECT 1; /* */ SELECT 2;", "/*! SELECT 1; /*M! */ SELECT 2;"} {
		text := strings.Repeat(one, 200) + "SELECT 1--1"
		var b Batch
		anew := 0
		for text != "" {
			before := b.of
			known := b.text == text
			translated := b.Translate(text, func() Mode { return Mode{} })
			if !known || before != b.of {
				anew++
			}
			_, rest, _ := Split(translated, false)
			text = b.Rest(rest)
			if rest != "" && b.of == nil && !b.any && strings.Contains(text, "--") {
				t.Fatalf("%q: nothing is kept of what is left", one)
			}
		}
		if anew != 1 {
			t.Errorf("%q: translated %d times", one, anew)
		}
	}
}
