package words

import "strings"

// Hidden stands for a value that is not shown, or for the part of an address that is a secret.
const Hidden = "<secret>"

// HideLogins returns a text with <secret> in place of the login in each address, and of what
// follows upon its "?", which may be a token or a signature. In doubt more is hidden: a
// password may have any character unescaped but a space, a double quote or a backtick. A text
// without such an address comes back as it is. It takes time linear in the text's length.
func HideLogins(text string) string {
	if !hasLogin(text) {
		return text
	}
	var out strings.Builder
	a := addresses{text: text}
	for from := 0; ; from = a.end {
		if !a.next() {
			out.WriteString(text[from:])
			return out.String()
		}
		out.WriteString(text[from:a.start])
		address := text[a.start:a.end]
		if a.at >= 0 {
			out.WriteString(Hidden)
			address = text[a.at:a.end]
		}
		if at := strings.IndexByte(address, '?'); at >= 0 {
			address = address[:at+1] + Hidden
		}
		out.WriteString(address)
	}
}

// hasLogin reports whether a text has an address with a login in it, or with a "?", behind
// which a signature or token may be.
func hasLogin(text string) bool {
	for a := (addresses{text: text}); a.next(); {
		if a.at >= 0 || strings.IndexByte(text[a.start:a.end], '?') >= 0 {
			return true
		}
	}
	return false
}

// addresses finds the addresses in a text.
type addresses struct {
	text       string
	start, end int // of the address, without its scheme
	at         int // where its last "@" is, -1 if it has none

	runEnd int  // where the run of characters ends that may be of one login
	atLess bool // the run has no "@" behind end
}

// next finds the next address, and reports whether there is one. A login may have the
// characters that end a text's address, so an address reaches to the last "@" before one
// that no login has.
func (a *addresses) next() bool {
	i := strings.Index(a.text[a.end:], "://")
	if i < 0 {
		return false
	}
	a.start, a.at = a.end+i+len("://"), -1
	if a.start >= a.runEnd {
		a.runEnd, a.atLess = len(a.text), false
		if n := strings.IndexAny(a.text[a.start:], loginEnds); n >= 0 {
			a.runEnd = a.start + n
		}
	}
	a.end = a.start
	if !a.atLess {
		if n := strings.LastIndexByte(a.text[a.start:a.runEnd], '@'); n >= 0 {
			a.at = a.start + n
			a.end = a.at
		}
		a.atLess = true
	}
	if n := strings.IndexAny(a.text[a.end:a.runEnd], addressEnds); n >= 0 {
		a.end += n
	} else {
		a.end = a.runEnd
	}
	return true
}

// loginEnds are the characters that no login has unescaped, and addressEnds those that, too,
// end an address behind its login.
const (
	loginEnds   = " \t\r\n\"`"
	addressEnds = "',)"
)

// NamesSecret reports whether the value of something of a name may be a secret, as of a
// parameter of a remote.
func NamesSecret(name string) bool {
	return isGuard(name) || containsFold(name, "creds") || containsFold(name, "token")
}
