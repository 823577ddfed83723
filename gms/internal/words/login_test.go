package words

import (
	"strings"
	"testing"
)

// TestHideLogins: logins and what follows upon a question mark are hidden, hosts and paths
// are not.
func TestHideLogins(t *testing.T) {
	for text, want := range map[string]string{
		"":                                        "",
		"file:///var/backup":                      "file:///var/backup",
		"https://host/org/repo":                   "https://host/org/repo",
		"https://u:pw@host/org/repo":              "https://<secret>@host/org/repo",
		"https://u:p@w/x@host/org":                "https://<secret>@host/org",
		"git+ssh://git@host/a.git":                "git+ssh://<secret>@host/a.git",
		"https://host/a?sig=x&token=y":            "https://host/a?<secret>",
		"https://u:p?w@host/a":                    "https://<secret>@host/a",
		"aws://[table:bucket]/db":                 "aws://[table:bucket]/db",
		"git@github.com:org/repo.git":             "git@github.com:org/repo.git",
		"cannot read 'https://u:pw@h/a': refused": "cannot read 'https://<secret>@h/a': refused",
		"from http://a:b@c and http://d:e@f/g":    "from http://<secret>@c and http://<secret>@f/g",
	} {
		if got := HideLogins(text); got != want {
			t.Errorf("%s\n gives %s\n want  %s", text, got, want)
		}
	}
}

// FuzzHideLogins: what is hidden stays hidden, and no login is left.
func FuzzHideLogins(f *testing.F) {
	f.Add("a https://u:pw@h/x?y b")
	f.Add("://@?://'")
	f.Fuzz(func(t *testing.T, text string) {
		once := HideLogins(text)
		if twice := HideLogins(once); twice != once {
			t.Errorf("%q, %q", once, twice)
		}
		if strings.Contains(HideLogins("https://u:MARK@host/"+strings.Map(func(r rune) rune {
			if strings.ContainsRune(addressEnds, r) {
				return -1
			}
			return r
		}, text)), "MARK") {
			t.Errorf("%q", text)
		}
	})
}
