package words

import (
	"regexp"
	"strings"
	"testing"
)

var blanks = regexp.MustCompile(" +")

func TestTranslate(t *testing.T) {
	for _, c := range []struct {
		text, want string
		mode       Mode
	}{
		{text: "SELECT 1 -- a\n, 2 --\t'\n, 3 --", want: ""},
		{text: "SELECT 1--1, 2---1, 3--'a'", want: "SELECT 1- -1, 2- - -1, 3- -'a'"},
		{text: "SELECT 5 --- 1\n, '--1', `--1`, /*--1*/ 1", want: "SELECT 5 - -- 1\n, '--1', `--1`, /*--1*/ 1"},
		{text: "SELECT 1 //2", want: "SELECT 1 / /2"},
		{text: "SELECT 1 //* a */ 2", want: "SELECT 1 / /* a */ 2"},
		{text: "SELECT 'http://a' # //\n", want: ""},

		{text: "SELECT /*!40000 1 + */ 1, /*!90704 2 */ /*! , 3 */", want: ""},
		{text: "SELECT 1 /*!90705 + 1 */", want: "SELECT 1 "},
		{text: "SELECT 1 /*!99999 + 'é\n; DROP TABLE t -- ' */ + 2", want: "SELECT 1                    \n                       + 2"},
		{text: "SELECT 1 /*!99999 a /* b */ c */ + 2", want: "SELECT 1                          + 2"},
		{text: "SELECT 1 /*!080034 + 1 */", want: "SELECT 1            + 1   "},
		{text: "SELECT 1 /*!100000 + 1 */", want: "SELECT 1 "},
		{text: "SELECT 1 /*!8 + 1 */", want: "SELECT 1    8 + 1   "},
		{text: "SELECT /*!40101 'a*/' */", want: "SELECT          'a*/'   "},
		{text: "SELECT /*! 1 /* b */ c */", want: "SELECT     1 /* b */ c   "},
		{text: "SELECT /*! 1 -- */\n + 1 */", want: "SELECT     1 -- */\n + 1   "},
		{text: "SELECT /*! \"a\" */ 1", mode: Mode{AnsiQuotes: true}, want: "SELECT     \"a\"    1"},
		{text: "SELECT 1 /*! + '2'", want: "SELECT 1     + '2' /*"},
		{text: "SELECT 1 /*M! + 2 */", want: "SELECT 1 /* ! + 2 */"},
		{text: "SELECT 1 /*M!100100 + 2 */", want: "SELECT 1 /* !100100 + 2 */"},
		{text: "SELECT /*+ NO_MERGE(t) */ 1 /* M! */ /*M*/", want: ""},
		{text: "SELECT 1 /* --1", want: ""},
		{text: "SELECT 1 /*!99999 --1", want: "SELECT 1 /*"},
		{text: "SELECT 1 /*!99999 a /* b */ + 1", want: "SELECT 1 /*"},

		{text: `SELECT 'a\' --1', "\"--1"`, want: ""},
		{text: `SELECT 'a\_b\\_\%', "\%", ` + "`\\_`", want: `SELECT 'a\\_b\\_\\%', "\\%", ` + "`\\_`"},
		{text: `SELECT 'a\', --1'`, mode: Mode{NoBackslashEscapes: true}, want: `SELECT 'a\\', - -1'`},
		{text: `SELECT 'a''\n', "\""", 'b' \ c`, mode: Mode{NoBackslashEscapes: true}, want: `SELECT 'a''\\n', "\\""", 'b' \ c`},
		{text: "SELECT `a\\`, \"\\\", '\\'", mode: Mode{AnsiQuotes: true, NoBackslashEscapes: true}, want: "SELECT `a\\`, \"\\\", '\\\\'"},
	} {
		got, ok := Translate(c.text, c.mode)
		if ok != (c.want != "") || ok && blanks.ReplaceAllString(got.Text, " ") != blanks.ReplaceAllString(c.want, " ") {
			t.Errorf("%s\n got %#v\nwant %q", c.text, got, c.want)
		}
		if ok && !MayDiffer(c.text) {
			t.Errorf("%s: not looked at", c.text)
		}
	}
}

// A text's rest is that of its translation, wherever the translation is cut.
func TestRestOfTranslation(t *testing.T) {
	mode := Mode{NoBackslashEscapes: true}
	text := `SELECT '\', 1--1; SELECT /*!99999 a */ '\\'; /*M! ; */ SELECT 3 ; `
	first, _ := Translate(text, mode)
	for _, trim := range []bool{false, true} {
		rests := []string{}
		for translated := first; ; {
			whole := translated.Text
			if trim {
				whole = strings.TrimRight(whole, "; ")
			}
			_, rest, more := Split(whole, false)
			if !more {
				break
			}
			source := translated.Rest(rest)
			rests = append(rests, source)
			var ok bool
			if translated, ok = Translate(source, mode); !ok {
				break
			}
		}
		want := []string{` SELECT /*!99999 a */ '\\'; /*M! ; */ SELECT 3 ; `, ` /*M! ; */ SELECT 3 ; `}
		if !trim {
			want = append(want, " ")
		}
		if strings.Join(rests, "|") != strings.Join(want, "|") {
			t.Errorf("trimmed %v: %q, want %q", trim, rests, want)
		}
	}
}

// What has been translated is read the same by all: to translate it again changes
// nothing, and the parser and the Scanner agree on where statements end.
func FuzzTranslate(f *testing.F) {
	for _, text := range []string{
		"SELECT 1--1; SELECT 2 -- a;\n; /*!99999 ; */ /*!50000 'b; */ ; c' */ //;", `'\'; "\"; `, "/*M! ; */ /*! ; /* ; */ ; */", "---;//*;*/;", "/*!080034;*/", "/*!*/;", "/*!1*/;/*!12345*/;",
	} {
		f.Add(text, false, false)
		f.Add(text, true, true)
	}
	f.Fuzz(func(t *testing.T, text string, ansi, noEscapes bool) {
		if len(text) > 10_000 || strings.IndexByte(text, 0) >= 0 {
			t.Skip()
		}
		first, ok := Translate(text, Mode{ansi, noEscapes})
		if !ok {
			return
		}
		if !MayDiffer(text) {
			t.Errorf("%q would not have been looked at", text)
		}
		if again, ok := Translate(first.Text, Mode{AnsiQuotes: ansi}); ok {
			t.Errorf("%q becomes %q, and that %q", text, first.Text, again.Text)
		}
		if s := (Scanner{Text: first.Text, AnsiQuotes: ansi}); s.Text != "" {
			for tok := s.Next(); tok.Kind != End; tok = s.Next() {
				if tok.is(s.Text, ";") && !strings.HasSuffix(text, first.Rest(s.Text[tok.End:])) {
					t.Fatalf("%q: %q is no rest of it", text, first.Rest(s.Text[tok.End:]))
				}
			}
		}
	})
}
