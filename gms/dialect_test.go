package gms

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/grammar"
	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/dialect/rewrite"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

var rewriteDialect = flag.Bool("rewrite-dialect", false, "write docs/dialect.md anew")

// dialectStages are the stages of a statement's way, with their rules in order.
func dialectStages(t *testing.T) []rule.Stage {
	ps, err := perfschema.New(perfschema.Config{Off: true})
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(ps, Options{Dialect: true})
	if err != nil {
		t.Fatal(err)
	}
	plans, err := a.planRules()
	if err != nil {
		t.Fatal(err)
	}
	of := make(map[string][]rule.Rule)
	text, session, answer := a.statements.Stages()
	for _, s := range rewrite.Stages() {
		of[s.Name] = s.Rules
	}
	return slices.Concat(grammar.Stages(), []rule.Stage{
		{Name: "The text that a client sends", Rules: words.Translations()},
		{Name: "The text of a statement that the parser refuses", Rules: words.Rules()},
		{Name: "Statements, when one has been parsed", Rules: text},
		{Name: "Checks of the syntax tree, within syntax-tree-rules", Rules: of["checks of the syntax tree"]},
		{Name: "The syntax tree, within syntax-tree-rules", Rules: of["syntax tree"]},
		{Name: "Statements of a session", Rules: session},
		{Name: "Statements that may be answered without the engine", Rules: answer},
		{Name: "Checks of a plan that is bound", Rules: append([]rule.Rule{query.ImplicitCommitRule}, planChecks.Rules()...)},
		{Name: "A plan, before the engine's rules", Rules: plans.Rules()},
		{Name: "The plan of an INSERT, UPDATE or DELETE", Rules: of["changes"]},
		{Name: "Around single rules of the engine", Rules: of["around the engine's rules"]},
		{Name: "A plan, after the engine's rules", Rules: of["finish"]},
	})
}

// TestDialectIsDocumented holds docs/dialect.md to the registry: every rule has a name of its
// own, and a golden file that is there.
func TestDialectIsDocumented(t *testing.T) {
	stages := dialectStages(t)
	places := make(map[string]string)
	for _, s := range stages {
		for _, r := range s.Rules {
			if at, taken := places[r.Name]; taken {
				t.Errorf("%s is in %q and in %q", r.Name, at, s.Name)
			}
			places[r.Name] = s.Name
			if r.Golden == "" {
				t.Errorf("%s is shown by no golden file", r.Name)
				continue
			}
			if _, err := os.Stat("../server/sqltest/testdata/" + r.Golden + ".golden"); err != nil {
				t.Errorf("%s is shown by %v", r.Name, err)
			}
		}
	}
	const path, begin, end = "../docs/dialect.md", "<!-- rules: begin -->\n", "<!-- rules: end -->\n"
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(old), begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the rules", path)
	}
	want := head + begin + dialectPage(stages) + end + tail
	if *rewriteDialect {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(old) != want {
		t.Errorf("%s is not up to date: go test -tags gms_pure_go ./gms -run %s -rewrite-dialect", path, t.Name())
	}
}

// TestParserLacksStatements holds that the parser alone refuses the example of each rule of the
// text, or reads other words than it has, and that the extended parser accepts it.
func TestParserLacksStatements(t *testing.T) {
	ps, err := perfschema.New(perfschema.Config{Off: true})
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(ps, Options{Dialect: true})
	if err != nil {
		t.Fatal(err)
	}
	p := a.grammar.Extend(nil)
	rules := words.Rules()
	for _, s := range grammar.Stages() {
		rules = append(rules, s.Rules...)
	}
	for _, r := range rules {
		if r.Changes != rule.Text {
			continue
		}
		if _, err := sqlparser.Parse(r.Example); err == nil && !words.HasMoment(r.Example) {
			t.Errorf("%s: the parser accepts %s", r.Name, r.Example)
		}
		stmt, _, _, err := p.ParseWithOptions(t.Context(), r.Example, ';', false, sqlparser.ParserOptions{})
		if err != nil || stmt == nil {
			t.Errorf("%s: %s: %v", r.Name, r.Example, err)
		}
	}

}

// dialectPage writes what docs/dialect.md has of the registry.
func dialectPage(stages []rule.Stage) string {
	var b strings.Builder
	var rules []rule.Rule
	for _, s := range stages {
		rules = append(rules, s.Rules...)
	}
	groups := slices.Concat(rewrite.FunctionGroups(), sqlerr.Groups())
	fmt.Fprintf(&b, "%d rules.\n", len(rules))
	for _, subject := range rule.Subjects() {
		writeRules(&b, string(subject), rules, func(r rule.Rule) bool { return r.About == subject })
	}
	for _, g := range []struct {
		title   string
		changes rule.Change
	}{{"Functions", rule.Function}, {"Errors", rule.Error}} {
		fmt.Fprintf(&b, "\n## %s\n\n| why | needed by | which |\n|---|---|---|\n", g.title)
		for _, group := range groups {
			if group.Changes == g.changes {
				fmt.Fprintf(&b, "| %s | %s | %s |\n", group.Why, group.NeededBy, strings.Join(group.Members, ", "))
			}
		}
	}
	b.WriteString("\n## Order\n")
	for _, s := range stages {
		fmt.Fprintf(&b, "\n%s:\n\n", s.Name)
		for i, r := range s.Rules {
			fmt.Fprintf(&b, "%d. `%s`%s\n", i+1, r.Name, links(r))
		}
	}
	return b.String()
}

func count(rules []rule.Rule, is func(rule.Rule) bool) (n int) {
	for _, r := range rules {
		if is(r) {
			n++
		}
	}
	return n
}

func writeRules(b *strings.Builder, title string, rules []rule.Rule, is func(rule.Rule) bool) {
	if count(rules, is) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n| rule | changes | the engine, and MySQL | needed by | shown by |\n|---|---|---|---|---|\n", title)
	for _, r := range rules {
		if !is(r) {
			continue
		}
		needed, golden := string(r.NeededBy), ""
		if r.By != "" {
			needed += ": " + r.By
		}
		if r.Golden != "" {
			golden = "`" + r.Golden + "`"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s |\n", r.Name, r.Changes, strings.ReplaceAll(r.Why, "|", `\|`), needed, golden)
	}
}

// links tells which rules a rule must precede or follow.
func links(r rule.Rule) string {
	var out []string
	for _, of := range []struct {
		word string
		list []rule.Link
	}{{"before", r.Before}, {"after", r.After}} {
		text := of.word
		for i, l := range of.list {
			text += " `" + l.Name + "`"
			switch {
			case i+1 < len(of.list) && of.list[i+1].Because == l.Because:
				text += ","
				continue
			case l.Because != "":
				text += ": " + l.Because
			}
			out, text = append(out, text), of.word
		}
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + strings.Join(out, "; ") + ")"
}
