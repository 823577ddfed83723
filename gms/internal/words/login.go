package words

import "strings"

// hiddenPart stands where a part of an address is a secret.
const hiddenPart = "<secret>"

// HideLogins returns a text with <secret> in place of the login in each address, and of what
// follows upon its "?", which may be a token or a signature. In doubt more is hidden: a
// password may have any character unescaped but a space, a quote or a comma. A text without
// such an address comes back as it is.
func HideLogins(text string) string {
	if !strings.Contains(text, "://") || !hasLogin(text) {
		return text
	}
	var out strings.Builder
	for {
		i := strings.Index(text, "://")
		if i < 0 {
			break
		}
		i += len("://")
		out.WriteString(text[:i])
		text = text[i:]
		end := strings.IndexAny(text, addressEnds)
		if end < 0 {
			end = len(text)
		}
		address := text[:end]
		if at := strings.LastIndexByte(address, '@'); at >= 0 {
			out.WriteString(hiddenPart)
			address = address[at:]
		}
		if at := strings.IndexByte(address, '?'); at >= 0 {
			address = address[:at+1] + hiddenPart
		}
		out.WriteString(address)
		text = text[end:]
	}
	out.WriteString(text)
	return out.String()
}

// addressEnds are the characters that end an address in a text.
const addressEnds = " \t\n'\"`,)"

// NamesSecret reports whether the value of something of a name may be a secret, as of a
// parameter of a remote.
func NamesSecret(name string) bool {
	return isGuard(name) || containsFold(name, "creds") || containsFold(name, "token")
}
