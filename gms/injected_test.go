package gms

import (
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

func TestLeadingWords(t *testing.T) {
	for _, test := range []struct {
		query, want string
		ok          bool
	}{
		{"SHOW ENGINE PERFORMANCE_SCHEMA STATUS", "show engine performance_schema status", true},
		{"  show\tengine `Performance_Schema`\n status ;", "show engine performance_schema status", true},
		{"/* a */ SHOW /* b */ ENGINE PERFORMANCE_SCHEMA STATUS -- c", "show engine performance_schema status", true},
		{"# x\nFLUSH STATUS", "flush status", true},
		{"FLUSH STATUS; SELECT 1", "", false},
		{"SELECT 1", "", false},
		{"", "", false},
		{";", "", false},
		{"/* unclosed", "", false},
		{"SHOW a b c d e f", "", false},
	} {
		if got, ok := leadingWords(test.query); ok != test.ok || got != test.want {
			t.Errorf("%q gives %q, %t, want %q, %t", test.query, got, ok, test.want, test.ok)
		}
	}
}

func FuzzLeadingWords(f *testing.F) {
	for _, q := range []string{"SHOW ENGINE PERFORMANCE_SCHEMA STATUS", "/* x */ flush `status`;", "-- x\nSHOW", "#", "/*"} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, query string) {
		words, ok := leadingWords(query)
		if !ok && words != "" {
			t.Errorf("%q: not recognised, yet words %q", query, words)
		}
		if ok && !strings.HasPrefix(words, "show") && !strings.HasPrefix(words, "flush") {
			t.Errorf("%q: words %q", query, words)
		}
	})
}

func TestGrammarSplitsStatements(t *testing.T) {
	a, err := New(nil, Options{Dialect: true})
	if err != nil {
		t.Fatal(err)
	}
	g := a.grammar.Extend(nil)
	if again := a.grammar.Extend(g); again != g {
		t.Error("a parser was extended twice")
	}
	ctx := sql.NewEmptyContext()
	stmt, text, rest, err := g.Parse(ctx, "FLUSH STATUS; SELECT 1", true)
	if _, ok := stmt.(sqlparser.InjectedStatement); !ok || err != nil || text != "FLUSH STATUS" || rest != " SELECT 1" {
		t.Errorf("first: %T %q %q %v", stmt, text, rest, err)
	}
	stmt, _, rest, err = g.Parse(ctx, rest, true)
	if _, ok := stmt.(*sqlparser.Select); !ok || err != nil || rest != "" {
		t.Errorf("second: %T %q %v", stmt, rest, err)
	}
	if _, _, _, err := g.Parse(ctx, "SHOW ENGINE nonsense", false); err == nil {
		t.Error("SHOW ENGINE of nothing parses")
	}
	if stmt, n, err := g.ParseOneWithOptions(ctx, "FLUSH STATUS", sqlparser.ParserOptions{}); stmt == nil || n != len("FLUSH STATUS") || err != nil {
		t.Errorf("one: %T %d %v", stmt, n, err)
	}
}

// Recognising a statement that is not ours must not cost the others.
func TestMatchInjectedIsCheap(t *testing.T) {
	a, err := New(nil, Options{Dialect: true})
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() { grammarServer{a}.matchInjected("SELECT c FROM sbtest1 WHERE id = 17") }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
