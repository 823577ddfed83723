package sqltest_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/gms/dialect/absent"
	"github.com/perfschema/perfschema/gms/dialect/rule"
)

var without = flag.String("without", "", "run the golden of this rule of the dialect without it; of each rule in turn, if all")

// dialectRow finds the rules in docs/dialect.md, each with the golden file that shows it.
var dialectRow = regexp.MustCompile("(?m)^\\| `([a-z0-9-]+)` \\|.*\\| `([a-z0-9_]+)` \\|$")

// composedByHand are the rules that are in no list of steps, by the functions that hold them: to
// see what a golden says without one, edit the function.
var composedByHand = map[string]string{
	"versions-of-comments":     "words.Translate",
	"comments-of-mariadb":      "words.Translate",
	"dashes-and-slashes":       "words.Translate",
	"backslashes-of-patterns":  "words.Translate",
	"no-backslash-escapes":     "words.Translate",
	"implicit-commit-of-views": "query.SettleTransaction",
}

// withoutRuleTimeout bounds a golden's run without a rule: one of those that give statements an end.
const withoutRuleTimeout = 30 * time.Second

// TestRulesAreNeeded runs the golden of a rule without the rule, in a process of its own, and fails
// if the golden still passes.
func TestRulesAreNeeded(t *testing.T) {
	if *without == "" {
		t.Skip("takes minutes: -without NAME, or -without all")
	}
	page, err := os.ReadFile("../../docs/dialect.md")
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, row := range dialectRow.FindAllStringSubmatch(string(page), -1) {
		name, golden := row[1], row[2]
		if *without != "all" && *without != name {
			continue
		}
		found = true
		t.Run(name, func(t *testing.T) {
			if by := composedByHand[name]; by != "" {
				t.Skip("edit " + by + " to leave it out")
			}
			runWithout(t, name, golden)
		})
	}
	if !found {
		t.Errorf("docs/dialect.md has no rule %s", *without)
	}
}

// runWithout runs a golden without a rule and fails if it passes.
func runWithout(t *testing.T, name, golden string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), withoutRuleTimeout)
	defer cancel()
	run := exec.CommandContext(ctx, os.Args[0], "-test.run=^Test(Waiting)?Golden$/^"+golden+"$")
	run.Env = append(os.Environ(), absent.Variable+"="+name)
	out, err := run.CombinedOutput()
	var failed *exec.ExitError
	switch {
	case err == nil:
		t.Errorf("%s.golden passes without the rule", golden)
	case !errors.As(err, &failed):
		t.Fatal(err)
	case !strings.Contains(string(out), leftOutLine(name)):
		t.Errorf("the rule has not been left out:\n%s", out)
	default:
		t.Logf("%s", out)
	}
}

// tellAbsent prints, in a process of runWithout, that the rule has been left out.
func tellAbsent() {
	if rule.LeftOut() {
		fmt.Println(leftOutLine(os.Getenv(absent.Variable)))
	}
}

func leftOutLine(name string) string { return "without the rule " + name }
