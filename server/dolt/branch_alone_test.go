package dolt

import (
	"slices"
	"testing"
)

func TestWithForce(t *testing.T) {
	for _, c := range []struct{ args, want []string }{
		{[]string{"-m", "a", "b"}, []string{"--force", "-m", "a", "b"}},
		{[]string{"f", "b", "--move"}, []string{"--force", "f", "b", "--move"}},
		{[]string{"-m", "a", "-f", "b"}, []string{"-m", "a", "-f", "b"}},
		{[]string{"-mf", "a", "b"}, []string{"-mf", "a", "b"}},
		{[]string{"-fm", "a", "b"}, []string{"-fm", "a", "b"}},
		{[]string{"--force", "--move", "a", "b"}, []string{"--force", "--move", "a", "b"}},
	} {
		if got := withForce("dolt_branch", c.args); !slices.Equal(got, c.want) {
			t.Errorf("%q is %q with --force", c.args, got)
		}
	}
	for _, c := range []struct{ args, want []string }{
		{[]string{"-b", "new", "main"}, []string{"-B", "new", "main"}},
		{[]string{"-bnew"}, []string{"-Bnew"}},
		{[]string{"--b", "new"}, []string{"-B", "new"}},
		{[]string{"-b=new"}, []string{"-B=new"}},
		{[]string{"-B", "b"}, []string{"-B", "b"}},
		{[]string{"--track", "origin/b"}, []string{"--track", "origin/b"}},
	} {
		if got := withForce("dolt_checkout", c.args); !slices.Equal(got, c.want) {
			t.Errorf("dolt_checkout with %q is forced with %q", c.args, got)
		}
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
