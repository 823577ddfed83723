package match

import (
	"regexp"
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	const name = "wait/synch/mutex/sql/LOCK_open"
	for pattern, want := range map[string]bool{
		name: true, strings.ToUpper(name): true, "%": true, "%%": true, "": false,
		"wait/%": true, "stage/%": false, "%LOCK_open": true, "%lock_OPEN": true, "%LOCK": false,
		"wait/%/mutex/%": true, "wait/%/rwlock/%": false, "%/%/%/%/%": true, "%/%/%/%/%/%": false,
		"wait/synch/mutex/sql/LOCK_ope?": true, "wait/synch/mutex/sql/LOCK_open?": false, "????/%": true, "?????/%": false,
		`wait/synch/mutex/sql/LOCK\_open`: true, `wait/\%`: false, "%open%": true, name + "%": true, "x" + name: false,
	} {
		if Name(pattern, name) != want {
			t.Errorf("%q: %v", pattern, !want)
		}
	}
	if !Name(`100\%`, "100%") || Name(`100\%`, "1000") || !Name(`a\`, `a\`) {
		t.Error("a backslash")
	}
	// The worst a pattern can do does not take long.
	if Name(strings.Repeat("%a", 64)+"b", strings.Repeat("a", 128)) {
		t.Error("matched what is not there")
	}
}

// A pattern matches what its translation into a regular expression does.
func FuzzName(f *testing.F) {
	f.Add("wait/%/x?", "wait/synch/xy")
	f.Add("%a%b%", "aabb")
	f.Add(`\%?`, "%x")
	f.Fuzz(func(t *testing.T, pattern, name string) {
		for _, s := range []string{pattern, name} {
			if len(s) > 40 || strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) {
				t.Skip()
			}
		}
		var re strings.Builder
		re.WriteString("(?is)^")
		for i := 0; i < len(pattern); i++ {
			switch c := pattern[i]; {
			case c == '%':
				re.WriteString(".*")
			case c == '?':
				re.WriteString(".")
			case c == '\\' && i+1 < len(pattern):
				i++
				re.WriteString(regexp.QuoteMeta(pattern[i : i+1]))
			default:
				re.WriteString(regexp.QuoteMeta(string(c)))
			}
		}
		re.WriteString("$")
		if want := regexp.MustCompile(re.String()).MatchString(name); Name(pattern, name) != want {
			t.Errorf("%q on %q: want %v", pattern, name, want)
		}
	})
}
