package words

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestRespellRules holds that each rule is needed: without it, its example and a statement of its
// golden file are spelled otherwise, or not at all.
func TestRespellRules(t *testing.T) {
	const account = "'me'@'%'"
	for i, r := range Rules() {
		without := slices.Delete(slices.Clone(respellSteps), i, i+1)
		changes := func(text string) bool {
			all, ok := Respell(text, false, account)
			if !ok {
				return false
			}
			others, _ := respell(text, false, account, without)
			return others.Text != all.Text
		}
		if !changes(r.Example) {
			t.Errorf("%s changes nothing of %s", r.Name, r.Example)
		}
		if r.Golden == "" {
			continue
		}
		text, err := os.ReadFile("../../../server/sqltest/testdata/" + r.Golden + ".sql")
		if err != nil {
			t.Errorf("%s: %v", r.Name, err)
		} else if !slices.ContainsFunc(strings.Split(string(text), "\n"), changes) {
			t.Errorf("%s changes no statement of %s.sql", r.Name, r.Golden)
		}
	}
}
