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
		"https://u:p)w@host/a":                    "https://<secret>@host/a",
		"https://u:p'w,x@host/a":                  "https://<secret>@host/a",
		"('https://u:p'w@h/a') and more":          "('https://<secret>@h/a') and more",
		"http://a,http://b?c,http://d":            "http://a,http://b?<secret>,http://d",
		"http://a:b@c/?x,http://d:e@f/?y,u":       "http://<secret>@f/?<secret>,u",
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
	f.Add("p'w,x)://")
	f.Fuzz(func(t *testing.T, text string) {
		once := HideLogins(text)
		if twice := HideLogins(once); twice != once {
			t.Errorf("%q, %q", once, twice)
		}
		if strings.Contains(HideLogins("https://u:MARK@host/"+text), "MARK") {
			t.Errorf("%q", text)
		}
		part := strings.Map(func(r rune) rune {
			if strings.ContainsRune(loginEnds, r) {
				return -1
			}
			return r
		}, text)
		if strings.Contains(HideLogins("of 'https://u:"+part+"MARK"+part+"@host/' and more"), "MARK") {
			t.Errorf("%q", part)
		}
	})
}

// TestHideLoginsLong: many addresses in one run of characters take no square of time.
func TestHideLoginsLong(t *testing.T) {
	for _, part := range []string{"http://a,", "http://a?b,", "http://a:b@c,"} {
		text := strings.Repeat(part, 1<<20)
		if got := HideLogins(text); part == "http://a," && got != text {
			t.Errorf("%s: %d bytes of %d", part, len(got), len(text))
		}
	}
}
