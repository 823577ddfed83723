package privilege

import (
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

// accounts are a set of these, each written as its user, @ and its host.
func accounts(t *testing.T, names ...string) *mysql_db.Reader {
	t.Helper()
	db := mysql_db.CreateEmptyMySQLDb()
	editor := db.Editor()
	for _, name := range names {
		user, host, _ := strings.Cut(name, "@")
		editor.PutUser(&mysql_db.User{User: user, Host: host})
	}
	editor.Close()
	reader := db.Reader()
	t.Cleanup(reader.Close)
	return reader
}

// As a live MySQL 9.7.4 answers, whose hosts are looked up.
func TestAccountOfClient(t *testing.T) {
	for _, c := range []struct{ accounts, host, want string }{
		{"u@%", "127.0.0.1", "u@%"},
		{"u@localhost", "127.0.0.1", "u@localhost"},
		{"u@localhost", "::1", "u@localhost"},
		{"u@localhost", "localhost", "u@localhost"},
		{"u@localhost", "10.0.0.1", ""},
		{"u@localhost", "127.0.0.5", ""},
		{"u@LOCALHOST", "127.0.0.1", "u@LOCALHOST"},
		{"u@127.0.0.1", "127.0.0.1", "u@127.0.0.1"},
		{"u@127.0.0.1", "localhost", ""},
		{"u@127.0.0.1", "::1", ""},
		{"u@::1", "127.0.0.1", ""},
		{"u@::1", "::1", "u@::1"},
		{"u@10.%", "10.1.2.3", "u@10.%"},
		{"u@10.%", "::ffff:10.1.2.3", "u@10.%"},
		{"u@10.%", "100.1.2.3", ""},
		{"u@10.0.0._", "10.0.0.7", "u@10.0.0._"},
		{"u@10.0.0._", "10.0.0.77", ""},
		{"u@%.1", "10.0.0.1", "u@%.1"},
		{"u@%.1", "10.0.1.2", ""},
		{"u@local%", "127.0.0.1", "u@local%"},
		{"u@local%", "127.0.0.5", ""},
		{"u@10.0.0.0/255.0.0.0", "10.9.8.7", "u@10.0.0.0/255.0.0.0"},
		{"u@10.0.0.0/255.0.0.0", "11.0.0.1", ""},
		{"u@10.0.0.1/255.0.0.0", "10.0.0.1", ""},
		{"u@10.0.0.0/255.0.255.0", "10.0.0.1", ""},
		{"u@10.0.0.0/8", "10.9.8.7", "u@10.0.0.0/8"},
		{"u@10.0.0.1/8", "10.9.8.7", ""},
		{"u@10.0.0.0/33", "10.0.0.1", ""},
		{"u@fe80::/10", "fe80::1", "u@fe80::/10"},
		{"u@fe80::/10", "fe80::1%eth0", "u@fe80::/10"},
		{"u@10.0.0.0/8", "fe80::1", ""},
		{`u@\%`, "10.0.0.1", ""},
		{"u@", "10.0.0.1", "u@"},
		{"w@%", "10.0.0.1", ""},
		// The most specific first, in whichever order they were made.
		{"u@% u@localhost", "127.0.0.1", "u@localhost"},
		{"u@localhost u@127.0.0.1", "127.0.0.1", "u@127.0.0.1"},
		{"u@localhost u@127.%", "127.0.0.1", "u@localhost"},
		{"u@localhost u@127.0.0.0/255.0.0.0", "127.0.0.1", "u@127.0.0.0/255.0.0.0"},
		{"u@localhost u@127.0.0.0/8", "127.0.0.1", "u@127.0.0.0/8"},
		{"u@127.0.0.1 u@127.0.0.0/24", "127.0.0.1", "u@127.0.0.1"},
		{"u@10.0.0.0/8 u@10.0.0.0/24", "10.0.0.1", "u@10.0.0.0/24"},
		{"u@10.0.0.0/255.0.0.0 u@10.0.0.0/255.255.255.0", "10.0.0.1", "u@10.0.0.0/255.255.255.0"},
		{"u@10.0.0.0/255.255.255.0 u@10.0.0.0/8", "10.0.0.1", "u@10.0.0.0/8"},
		{"u@10.% u@10.0.0.%", "10.0.0.1", "u@10.0.0.%"},
		{"u@10.0.0.% u@10.0.0.0/255.0.0.0", "10.0.0.1", "u@10.0.0.0/255.0.0.0"},
		{"u@127.% u@local%", "127.0.0.1", "u@local%"},
		{"u@127.0.0.% u@local%", "127.0.0.1", "u@127.0.0.%"},
		{"u@% u@%.1", "10.0.0.1", "u@%.1"},
		// The host counts before the name.
		{"@localhost u@%", "127.0.0.1", "@localhost"},
		{"@% u@%", "127.0.0.1", "u@%"},
		{"@127.0.0.1 u@localhost", "127.0.0.1", "@127.0.0.1"},
		{"@localhost u@127.0.0.1", "127.0.0.1", "u@127.0.0.1"},
		{"@% u@1%", "127.0.0.1", "u@1%"},
		{"@%", "127.0.0.1", "@%"},
		{"@local% u@127.0.0.%", "127.0.0.1", "u@127.0.0.%"},
	} {
		names := strings.Fields(c.accounts)
		for range 2 {
			got := ""
			if u := FindAccount(accounts(t, names...), "u", c.host); u != nil {
				got = u.User + "@" + u.Host
			}
			if got != c.want {
				t.Errorf("of %v a client at %s gets %q, not %q", names, c.host, got, c.want)
			}
			names = append(names[1:], names[0])
		}
	}
}

func TestMatchesPattern(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "", true}, {"", "a", false}, {"%", "", true}, {"%%", "abc", true}, {"a%c", "abbc", true}, {"a%c", "abb", false},
		{"a%b%c", "axbxbxc", true}, {"_", "", false}, {"_", "a", true}, {`a\_b`, "a_b", true}, {`a\_b`, "axb", false}, {`a\%`, "a%", true},
		{`a\%`, "ab", false}, {"ABC", "abc", true}, {`a\`, `a`, false}, {strings.Repeat("%a", 50) + "b", strings.Repeat("a", 4000), false},
	} {
		if got := matchesPattern(c.pattern, c.text); got != c.want {
			t.Errorf("%q is like %q: %v", c.text, c.pattern, got)
		}
	}
}
