package words

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dolthub/vitess/go/vt/sqlparser"
)

func tokensOf(text string, ansiQuotes bool) string {
	s := Scanner{Text: text, AnsiQuotes: ansiQuotes}
	var out []string
	for {
		t := s.Next()
		if t.Kind == End {
			return strings.Join(out, "|")
		}
		out = append(out, fmt.Sprintf("%s%s", [...]string{"", "", "name:", "string:", "number:", "variable:", ""}[t.Kind], t.Of(text)))
	}
}

func TestTokens(t *testing.T) {
	for _, test := range []struct {
		text, want string
		ansi       bool
	}{
		{text: "SELECT a.b, 1.5e-3", want: "SELECT|a|.|b|,|number:1.5e-3"},
		{text: `'it''s' "a\"b" ` + "`x``y`", want: `string:'it''s'|string:"a\"b"|name:` + "`x``y`"},
		{text: `"a\" , 'b'`, ansi: true, want: `name:"a\"|,|string:'b'`},
		{text: "1 # ' \n 2 -- ' \n 3 --' \n 4 // ' \n 5 /* ' */ 6", want: "number:1|number:2|number:3|number:4|number:5|number:6"},
		{text: "a /*!50003 b */ c /*! d*/ e /*!9 f */ g /*M!100100 h */ /*+ i */", want: "a|b|c|d|e|g|h"},
		{text: "/*! 'a */ c'", want: "string:'a |c|string:'"},
		{text: "@a @@global.b @`c d` e@`f-g` 'h'@'%' @'i'", want: "variable:@a|variable:@@global.b|variable:@`c d`|e|@|name:`f-g`|string:'h'|@|string:'%'|variable:@|string:'i'"},
		{text: "x'0f' b'01' n'a' _utf8'b' X'zz", want: "number:x'0f'|number:b'01'|n|string:'a'|_utf8|string:'b'|X'|zz"},
		{text: "0x1F 0xg 1abc .5 1e--2", want: "number:0x1F|0xg|1abc|number:.5|number:1e-|-|number:2"},
		{text: "a->>'$.b' <=> := << >> && || != ;", want: "a|->>|string:'$.b'|<=>|:=|<<|>>|&&||||!=|;"},
		{text: "l:BEGIN :x.y ::z", want: "l|:|BEGIN|:x.y|::z"},
		{text: "a 'open", want: "a|string:'open"},
		{text: "a /* open", want: "a"},
		{text: "a \x00 b", want: "a"},
	} {
		if got := tokensOf(test.text, test.ansi); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		text, first, rest string
		ansi, more        bool
	}{
		{text: "a; b", first: "a", rest: " b", more: true},
		{text: "a", first: "a"},
		{text: "a # ; b\n; c", first: "a # ; b\n", rest: " c", more: true},
		{text: `a "x; DROP TABLE t; -- " ; b`, first: `a "x; DROP TABLE t; -- " `, rest: " b", more: true},
		{text: "a 'x;y' /* ; */ -- ;", first: "a 'x;y' /* ; */ -- ;"},
		{text: `a "\"; b" ; c`, ansi: true, first: `a "\"`, rest: ` b" ; c`, more: true},
		{text: "/*! a; */ b", first: "/*! a; */ b"},
		{text: ";", more: true},
	} {
		if first, rest, more := Split(test.text, test.ansi); first != test.first || rest != test.rest || more != test.more {
			t.Errorf("%s: %q, %q, %t", test.text, first, rest, more)
		}
	}
}

func TestFirstWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "",
		"SELECT 1":                        "SELECT",
		" ( /* a */ select `x`":           "select",
		";;/*!50003 CREATE*/ /*! VIEW */": "CREATE VIEW",
		"-- a\nSHOW\nFULL TABLES FROM t":  "SHOW FULL TABLES FROM t",
		"/* not closed":                   "",
	} {
		f := FirstOf(text)
		if got := strings.Join(f.word[:f.n], " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"EXPLAIN SELECT 1":                   " SELECT 1",
		"explain analyze format = tree s":    " s",
		"EXPLAIN FORMAT=JSON SELECT ';'":     " SELECT ';'",
		"desc t":                             " t",
		"SELECT 1":                           "SELECT 1",
		"EXPLAIN /* a */ ANALYZE /* b */ (s": " /* b */ (s",
	} {
		if got := SkipExplain(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// The scanner must take for a word, a quote, a comment or the end of a statement
// what the parser takes for one.
func FuzzScanner(f *testing.F) {
	for _, text := range []string{
		"SELECT a.b, 1.5e-3 FROM `t``u` WHERE c = 'it''s' AND d <=> \"x\\\"y\"; DROP TABLE t", "a /*!50003 b; */ c /*M!100100 ' */ d /*!9 ' */",
		"@a @@b'c;d @`e f` g@`h-i;` 'j'@'k'", "x'0f' x'zz;' b'01' 0x1 0xg 1abc 1e--';", "--';\n#;\n//;'\n-- ;", ":a.b ::c :begin@`d-` `e`", "'a' 'b' ; \"c\" 'd",
		"/*! 'a */ b' ;", "not not for ; for", "`a;", "\\; ' \\' ; '", "é ; '", "/*;", "/*! /* ; */ ;",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 10_000 || strings.IndexByte(text, 0) >= 0 {
			t.Skip()
		}
		var want []int
		tokenizer := sqlparser.NewStringTokenizer(text)
		for {
			kind, _ := tokenizer.Scan()
			if kind == 0 {
				break
			}
			if kind == ';' {
				want = append(want, tokenizer.Position)
			}
		}
		var got []int
		s := Scanner{Text: text}
		for {
			tok := s.Next()
			if tok.Kind == End {
				break
			}
			if tok.is(text, ";") {
				got = append(got, tok.End+1)
			}
		}
		if s.Invalid() {
			return // a comment without an end: the parser gives up too
		}
		if len(got) != len(want) {
			t.Fatalf("%q: statements end at %v, the parser says %v", text, got, want)
		}
	})
}
