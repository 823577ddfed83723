package dolt

import (
	"slices"
	"testing"
)

func TestColliding(t *testing.T) {
	for _, c := range []struct {
		name                string
		before, own, others []string
		second              string
	}{
		{name: "nothing changes", before: []string{"Owner", "pet"}, own: []string{"Owner", "pet"}, others: []string{"Owner", "pet"}},
		{name: "a new table", before: []string{"Owner"}, own: []string{"Owner", "pet"}, others: []string{"Owner"}},
		{name: "brought in", before: []string{"Owner"}, own: []string{"Owner", "owner"}, others: []string{"Owner"}, second: "owner"},
		{name: "brought in before the other", before: []string{"owner"}, own: []string{"Owner", "owner"}, others: []string{"owner"}, second: "Owner"},
		{name: "made by both", own: []string{"Owner"}, others: []string{"owner"}, second: "owner"},
		{name: "the same table made by both", own: []string{"Owner"}, others: []string{"Owner"}},
		{name: "renamed", before: []string{"Owner"}, own: []string{"owner"}, others: []string{"Owner"}},
		{name: "renamed otherwise by another", before: []string{"Owner"}, own: []string{"owner"}, others: []string{"OWNER"}, second: "OWNER"},
		{name: "both there before", before: []string{"Owner", "owner"}, own: []string{"Owner", "owner", "pet"}, others: []string{"Owner", "owner"}},
		{name: "a third", before: []string{"Owner", "owner"}, own: []string{"OWNER", "Owner", "owner"}, others: []string{"Owner", "owner"}, second: "OWNER"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := colliding(c.before, c.own, c.others); got != c.second {
				t.Errorf("colliding = %q, want %q", got, c.second)
			}
			own, others := slices.Clone(c.own), slices.Clone(c.others)
			slices.Reverse(own)
			slices.Reverse(others)
			if got := colliding(c.before, own, others); (got == "") != (c.second == "") {
				t.Errorf("colliding of the same names in another order = %q, want %q", got, c.second)
			}
		})
	}
}
