package dolt

import (
	"slices"
	"testing"
)

func TestForced(t *testing.T) {
	for _, c := range []struct{ args, want []string }{
		{[]string{"-m", "a", "b"}, []string{"--force", "-m", "a", "b"}},
		{[]string{"f", "b", "--move"}, []string{"--force", "f", "b", "--move"}},
		{[]string{"-m", "a", "-f", "b"}, []string{"-m", "a", "-f", "b"}},
		{[]string{"-mf", "a", "b"}, []string{"-mf", "a", "b"}},
		{[]string{"-fm", "a", "b"}, []string{"-fm", "a", "b"}},
		{[]string{"--force", "--move", "a", "b"}, []string{"--force", "--move", "a", "b"}},
	} {
		if got := forced("dolt_branch", c.args); !slices.Equal(got, c.want) {
			t.Errorf("%q is %q with --force", c.args, got)
		}
	}
	if got := forced("dolt_checkout", []string{"-b", "new", "main"}); !slices.Equal(got, []string{"-B", "new", "main"}) {
		t.Errorf("dolt_checkout is forced with %q", got)
	}
}

func TestNamedBranches(t *testing.T) {
	for _, c := range []struct{ args, want []string }{
		{[]string{"-m", "a", "b"}, []string{"a", "b"}},
		{[]string{"a", "-D", "", "b"}, []string{"a", "b"}},
		{[]string{"-b", "a", "main"}, []string{"a", "main"}},
		{[]string{"-ba"}, []string{"a"}},
		{[]string{"-B=a", "main"}, []string{"a", "main"}},
		{[]string{"--track", "origin/a/b"}, []string{"origin/a/b", "a/b"}},
	} {
		if got := namedBranches(c.args); !slices.Equal(got, c.want) {
			t.Errorf("%q names %q", c.args, got)
		}
	}
}
