package sqlerr

import (
	"fmt"
	"slices"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

// Groups describes the errors of the engine that get MySQL's number and state, and those that
// get its message as well, by MySQL's numbers.
func Groups() []rule.Group {
	worded := rule.Group{Changes: rule.Error, Why: "The engine's error has another number or SQLSTATE than MySQL's, and other words.", NeededBy: rule.Client}
	numbered := rule.Group{Changes: rule.Error, Why: "The engine's error has another number or SQLSTATE than MySQL's; its words stay.", NeededBy: rule.Client}
	for _, e := range errorTexts {
		to := &worded
		if e.text == "" && e.tell == nil {
			to = &numbered
		}
		to.Members = append(to.Members, fmt.Sprintf("%d (%s)", e.number, e.state))
	}
	var groups []rule.Group
	for _, g := range []rule.Group{worded, numbered} {
		slices.Sort(g.Members)
		g.Members = slices.Compact(g.Members)
		if len(g.Members) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}
