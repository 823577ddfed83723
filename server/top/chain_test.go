package top

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/perfschema/perfschema/server/internal/terminal"
)

// waiting makes sessions of threads 1 to n; pairs are who waits for whom.
func waiting(n int, pairs ...[2]uint64) []*session {
	list := make([]*session, n)
	for i := range list {
		list[i] = &session{thread: uint64(i + 1), connection: uint64(i + 101), user: "app", host: "h", command: "Query", seconds: 2}
	}
	for _, p := range pairs {
		e := list[p[0]-1]
		e.waitsFor, e.heldBy = "x", append(e.heldBy, p[1])
	}
	return list
}

func TestChains(t *testing.T) {
	for _, test := range []struct {
		name string
		list []*session
		want string
	}{
		{"nobody waits", waiting(3), ""},
		{"one", waiting(2, [2]uint64{2, 1}), "101\n└─ 102"},
		{"deep and wide", waiting(5, [2]uint64{2, 1}, [2]uint64{3, 2}, [2]uint64{4, 1}, [2]uint64{5, 2}), "101\n├─ 102\n│  ├─ 103\n│  └─ 105\n└─ 104"},
		{"two holders", waiting(4, [2]uint64{3, 1}, [2]uint64{3, 2}, [2]uint64{4, 3}), "101\n└─ 103\n   └─ 104\n102\n└─ 103 (as above)"},
		{"a ring", waiting(3, [2]uint64{1, 2}, [2]uint64{2, 3}, [2]uint64{3, 1}), "101\n└─ 103\n   └─ 102\n      └─ 101 (as above)"},
		{"itself", waiting(1, [2]uint64{1, 1}), "101\n└─ 101 (as above)"},
		{"somebody who is no session", waiting(2, [2]uint64{2, 99}), "thread 99\n└─ 102"},
	} {
		var got []string
		for _, l := range chains(test.list) {
			again := strings.HasSuffix(l, " (as above)")
			if l, _, _ = strings.Cut(l, " app@"); again {
				l += " (as above)"
			}
			got = append(got, l)
		}
		if s := strings.Join(got, "\n"); s != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, s, test.want)
		}
	}
}

// TestLongChains: many who wait, and hostile texts, leave lines that are few and printable.
func TestLongChains(t *testing.T) {
	var pairs [][2]uint64
	for i := uint64(2); i <= 10_000; i++ {
		pairs = append(pairs, [2]uint64{i, i - 1})
	}
	list := waiting(10_000, pairs...)
	for _, e := range list {
		e.user, e.waitsFor, e.statement = "a\x1b[31m\n", "\x1b]0;owned\x07", hostileText
	}
	lines := chains(list)
	if len(lines) != mostChained+1 || lines[mostChained] != "and more" {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
	for _, l := range lines {
		if l != terminal.Printable(l) || !utf8.ValidString(l) {
			t.Fatalf("%q", l)
		}
	}
}
