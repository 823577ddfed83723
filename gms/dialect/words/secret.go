package words

import "strings"

// Secret stands where a statement has a secret. It is a literal, so that the
// digest of the statement is what it was.
const Secret = "'<secret>'"

// MayHide says by its first words whether a statement may have a secret. For
// ordinary statements it costs a comparison or two.
func MayHide(text string) bool { return !isPlain(text) }

// MayHideLater says whether one of the statements that may follow the first one of a text may have
// a secret.
func MayHideLater(text string) bool { return strings.IndexByte(text, ';') >= 0 && hints(text) }

// Hide gives a statement without its secrets, and without comments where it had
// any. A statement that can have none comes back as it is, after a look at its
// first words.
//
// In doubt a literal is a secret: in statements about accounts all are but names
// of users, hosts and plugins, and in one that begins like no statement all are.
func Hide(text string, ansiQuotes bool) string {
	if isPlain(text) {
		return text
	}
	return hide(text, ansiQuotes, false)
}

// HideFailed is Hide for a statement that did not parse: any may be a mistyped
// one that has a secret.
func HideFailed(text string, ansiQuotes bool) string {
	plain := isPlain(text)
	if plain && !hints(text) {
		return text
	}
	return hide(text, ansiQuotes, true)
}

// HideIn takes out of a message what Hide, or with failed HideFailed, takes out of
// the statement that the message is about.
func HideIn(message, text string, ansiQuotes, failed bool) string {
	h := hider{scanner: Scanner{Text: text, AnsiQuotes: ansiQuotes}, failed: failed}
	h.found = func(secret string) {
		const short = 4 // which may be part of any word
		quoted := len(secret) > 1 && strings.IndexByte("'\"`", secret[0]) >= 0
		if quoted {
			secret = strings.Trim(secret, secret[:1])
		}
		for _, form := range [...]string{secret, strings.ReplaceAll(secret, "\\", ""), strings.ReplaceAll(secret, "''", "'"), strings.TrimSuffix(strings.TrimPrefix(secret, "x'"), "'")} {
			switch {
			case len(form) >= short:
				message = strings.ReplaceAll(message, form, "<secret>")
			case form != "":
				message = strings.ReplaceAll(message, "'"+form+"'", Secret)
			}
		}
	}
	h.run()
	return message
}

// isPlain says by its first words whether a statement can have no secret.
func isPlain(text string) bool {
	if len(text) > 1 { // the most frequent ones
		switch c := text[0] | 0x20; {
		case c == 'i', c == 'u', c == 'd', c == 'r', c == 'w', c == 'b', c == 'k', c == 'v', c == 'l', c == 'f', c == 'o', c == 't':
			return plainWord(text)
		case c == 's' && text[1]|0x20 == 'e' && len(text) > 2 && text[2]|0x20 == 'l':
			return plainWord(text) && (strings.IndexByte(text, '@') < 0 || !hints(text))
		}
	}
	f := FirstOf(text)
	switch class := statements[strings.ToUpper(f.Word(0))]; class {
	case plain:
		return strings.IndexByte(text, '@') < 0 || !hints(text)
	case definition:
		return f.Len() > 1 && defines(f.Word(1)) != account && !hints(text)
	case unknown, account, setting, call, program:
	}
	return f.Len() == 0 && strings.TrimSpace(text) == ""
}

// defines is the class of a CREATE or ALTER by its second word.
func defines(word string) class {
	switch strings.ToUpper(word) {
	case "USER", "ROLE", "SERVER":
		return account
	case "PROCEDURE", "FUNCTION", "TRIGGER", "EVENT":
		return program
	case "OR", "REPLACE", "DEFINER", "AGGREGATE":
		return unknown // the next word tells
	}
	return definition
}

func plainWord(text string) bool {
	n := 0
	for n < len(text) && isWordByte(text[n]) {
		n++
	}
	if n > longestPlain {
		return false
	}
	switch word := text[:n]; n { // the most frequent ones without a look in a map
	case len("SELECT"):
		if strings.EqualFold(word, "SELECT") || strings.EqualFold(word, "INSERT") || strings.EqualFold(word, "UPDATE") || strings.EqualFold(word, "DELETE") {
			return true
		}
	case len("REPLACE"):
		if strings.EqualFold(word, "REPLACE") {
			return true
		}
	}
	var upper [longestPlain]byte
	for i := range n {
		upper[i] = text[i]
		if upper[i] >= 'a' && upper[i] <= 'z' {
			upper[i] -= 'a' - 'A'
		}
	}
	return statements[string(upper[:n])] == plain
}

const longestPlain = len("DEALLOCATE")

// class is what the first words of a statement say of it.
type class uint8

const (
	unknown class = iota
	plain
	definition // CREATE, ALTER
	account    // of accounts, or with a login
	setting
	call
	program // CREATE PROCEDURE and its kin
)

var statements = map[string]class{
	"SELECT": plain, "INSERT": plain, "UPDATE": plain, "DELETE": plain, "REPLACE": plain, "WITH": plain, "TABLE": plain, "VALUES": plain,
	"BEGIN": plain, "COMMIT": plain, "ROLLBACK": plain, "SAVEPOINT": plain, "RELEASE": plain, "XA": plain, "USE": plain, "SHOW": plain,
	"DESC": plain, "DESCRIBE": plain, "DROP": plain, "TRUNCATE": plain, "RENAME": plain, "EXECUTE": plain, "DEALLOCATE": plain,
	"LOCK": plain, "UNLOCK": plain, "KILL": plain, "FLUSH": plain, "ANALYZE": plain, "OPTIMIZE": plain, "CHECK": plain, "CHECKSUM": plain,
	"REPAIR": plain, "LOAD": plain, "DO": plain, "HELP": plain, "PURGE": plain, "BINLOG": plain, "STOP": plain, "FETCH": plain,

	"IF": plain, "CASE": plain, "LOOP": plain, "WHILE": plain, "REPEAT": plain, "DECLARE": plain, "OPEN": plain, "CLOSE": plain,
	"LEAVE": plain, "ITERATE": plain, "RETURN": plain, "END": plain, "ELSE": plain, "ELSEIF": plain, "UNTIL": plain, "HANDLER": plain, "CACHE": plain,
	"IMPORT": plain, "INSTALL": plain, "UNINSTALL": plain, "RESET": plain, "RESTART": plain, "SHUTDOWN": plain, "GET": plain, "STREAM": plain,

	"CREATE": definition, "ALTER": definition,
	"GRANT": account, "REVOKE": account, "CHANGE": account, "START": account, "CLONE": account,
	"SET": setting, "PREPARE": call, "CALL": call, "EXPLAIN": call, "SIGNAL": call, "RESIGNAL": call,
}

// Hints says whether a text has a word that a secret comes with.
func Hints(text string) bool { return hints(text) }

// hints says whether a text has a word that a secret comes with.
func hints(text string) bool {
	return containsFold(text, "identified") || containsFold(text, "passw") || containsFold(text, "secret") || containsFold(text, "credential") ||
		strings.Contains(text, "-creds") || hasLogin(text)
}

// containsFold looks for a lower-case word in letters of either case. It reads the text
// once for each case of the first letter.
func containsFold(text, word string) bool {
	small, large := nextByte(text, 0, word[0]), nextByte(text, 0, word[0]-('a'-'A'))
	for {
		at := min(small, large)
		if at+len(word) > len(text) {
			return false
		}
		if strings.EqualFold(text[at:at+len(word)], word) {
			return true
		}
		if at == small {
			small = nextByte(text, at+1, word[0])
		} else {
			large = nextByte(text, at+1, word[0]-('a'-'A'))
		}
	}
}

// nextByte is where a byte comes next, the text's end if nowhere.
func nextByte(text string, from int, b byte) int {
	if i := strings.IndexByte(text[from:], b); i >= 0 {
		return from + i
	}
	return len(text)
}

// hide writes a statement anew.
func hide(text string, ansiQuotes, failed bool) string {
	h := hider{scanner: Scanner{Text: text, AnsiQuotes: ansiQuotes}, failed: failed}
	return h.run()
}

type hider struct {
	scanner Scanner
	failed  bool
	out     strings.Builder
	changed bool
	class   class
	before  [3]Token // the tokens before, the last one first
	// guarded: a word has been met behind which literals are secrets, up to the
	// end of the statement.
	guarded bool
	begun   bool
	open    bool                // CREATE or ALTER has come, but not what
	found   func(secret string) // is told of each
}

func (h *hider) run() string {
	text, end := h.scanner.Text, 0
	for {
		t := h.scanner.Next()
		if gap := text[end:t.Start]; strings.Trim(gap, " \t\r\n") != "" {
			h.out.WriteByte(' ')
			h.changed = true
		} else {
			h.out.WriteString(gap)
		}
		if t.Kind == End {
			if t.Start < len(text) || h.scanner.Invalid() {
				h.out.WriteString(Secret)
				h.changed = true
			}
			break
		}
		h.begin(t)
		if h.cuts() {
			h.out.WriteString(Secret)
			h.changed = true
			for ; h.found != nil && t.Kind != End; t = h.scanner.Next() {
				h.found(t.Of(text))
			}
			break
		}
		if h.secret(t) {
			h.out.WriteString(Secret)
			h.changed = true
			if h.found != nil {
				h.found(t.Of(text))
			}
		} else {
			h.out.WriteString(t.Of(text))
		}
		end = t.End
		h.before[2], h.before[1], h.before[0] = h.before[1], h.before[0], t
	}
	if !h.changed {
		return text
	}
	return h.out.String()
}

// cuts says whether the next token and all behind it are left out: of a statement about
// accounts that did not parse nobody knows which part was meant for the password.
func (h *hider) cuts() bool {
	return h.failed && h.class != plain && h.before[0].Kind == Word && isGuard(h.before[0].Of(h.scanner.Text))
}

// begin notes what kind of statement begins.
func (h *hider) begin(t Token) {
	text := h.scanner.Text
	if t.is(text, ";") {
		h.guarded, h.begun = false, h.class == program
		return
	}
	if t.Kind != Word && t.Kind != Variable && t.Kind != Name {
		return
	}
	word := t.Of(text)
	switch {
	case !h.begun:
		if t.Kind == Word {
			h.begun, h.class = true, statements[strings.ToUpper(word)]
			h.open = h.class == definition
		}
	case h.open:
		if c := defines(word); c != unknown && t.Kind == Word {
			h.class, h.open = c, false
		}
	}
	if isGuard(word) || h.class == call && strings.EqualFold(strings.Trim(word, "`"), "execute_prepared_stmt") && !h.givenWhole() {
		h.guarded = true
	}
}

// givenWhole says whether one literal and nothing else is in the parentheses that come
// next: what is put together of several may have a secret in any of them.
func (h *hider) givenWhole() bool {
	ahead, text := h.scanner, h.scanner.Text
	open, literal, end := ahead.Next(), ahead.Next(), ahead.Next()
	return open.is(text, "(") && literal.Kind == String && end.is(text, ")")
}

func isGuard(word string) bool {
	return strings.EqualFold(word, "IDENTIFIED") || containsFold(word, "passw") || containsFold(word, "secret") || containsFold(word, "credential")
}

// secret says whether a token is one.
func (h *hider) secret(t Token) bool {
	text := h.scanner.Text
	last := h.before[0]
	word := ""
	if last.Kind == Word {
		word = strings.ToUpper(last.Of(text))
	}
	switch t.Kind {
	case Word, Name, Variable:
		if !h.guarded || strings.EqualFold(t.Of(text), "PASSWORD") || strings.EqualFold(t.Of(text), "RANDOM") {
			return t.Kind == Name && h.ansiLiteral(t) && h.literal(t, word)
		}
		switch {
		case word == "BY", word == "USING", word == "PASSWORD" && h.class != setting, word == "REPLACE":
			return !isClause(t.Of(text))
		case last.is(text, "="), last.is(text, ":="):
			return isGuard(h.before[1].Of(text)) && h.before[1].Kind != End || h.class == setting
		case word == "AS":
			return t.Kind != Word
		}
		return t.Kind == Name && h.ansiLiteral(t) && h.literal(t, word)
	case String, Number:
		return h.literal(t, word)
	case End, Symbol:
	}
	return false
}

// ansiLiteral: double quotes are around a name here, and may be meant for a
// string.
func (h *hider) ansiLiteral(t Token) bool { return h.scanner.Text[t.Start] == '"' }

// isClause says whether a word goes on with a statement about accounts.
func isClause(word string) bool {
	switch strings.ToUpper(word) {
	case "EXPIRE", "HISTORY", "REUSE", "REQUIRE", "FOR", "INTERVAL", "DEFAULT", "NEVER", "CURRENT", "OPTIONAL", "FAILED_LOGIN_ATTEMPTS", "PASSWORD_LOCK_TIME",
		"OLD", "TO", "WITH", "AS", "ACCOUNT", "COMMENT", "ATTRIBUTE", "OLD_PASSWORD":
		return true
	}
	return false
}

// literal says whether a literal is a secret. word is the keyword before it, ""
// if there is something else.
func (h *hider) literal(t Token, word string) bool {
	text := h.scanner.Text
	content := t.Of(text)
	number := t.Kind == Number
	if number && (content[0]|0x20 != 'x' && content[0]|0x20 != 'b' && (len(content) < 2 || content[1]|0x20 != 'x')) {
		// A password is no number, but what was meant for one may be.
		return h.guarded && (word == "BY" || h.assigned())
	}
	switch {
	case hints(content):
		h.guarded = true // the secret itself may be the next of a CONCAT
		return true
	case h.failed && h.class != plain, h.failed && h.guarded, h.class == unknown:
		return true
	case h.isAccount(t):
		return false
	case h.class == account:
		return !h.isName(word)
	}
	return h.guarded || h.behindOption()
}

// isAccount says whether a literal is a user's name or host.
func (h *hider) isAccount(t Token) bool {
	ahead := h.scanner
	next := ahead.Next()
	return next.is(h.scanner.Text, "@") || h.before[0].is(h.scanner.Text, "@")
}

// assigned says whether a literal stands behind a = of something secret.
func (h *hider) assigned() bool {
	text := h.scanner.Text
	return h.before[0].is(text, "=") && isGuard(h.before[1].Of(text))
}

// behindOption says whether a literal stands behind one that names an option
// with a secret, as in CALL p('--password', '...').
func (h *hider) behindOption() bool {
	text := h.scanner.Text
	if h.class != call || !h.before[0].is(text, ",") || h.before[1].Kind != String {
		return false
	}
	option := strings.Trim(h.before[1].Of(text), `'"`)
	return strings.HasPrefix(option, "-") && (isGuard(option) || option == "-p" || containsFold(option, "creds") || containsFold(option, "token"))
}

// isName says whether a literal in a statement about accounts is a user's, a
// host's or a plugin's name, or another thing that may be seen. word is what
// stands before it.
func (h *hider) isName(word string) bool {
	text := h.scanner.Text
	switch word {
	case "USER", "EXISTS", "TO", "FOR", "FROM", "ROLE", "WITH", "VIA", "SUBJECT", "ISSUER", "CIPHER", "SERVER", "WRAPPER", "CHANNEL",
		"HOST", "DATABASE", "OWNER", "SOCKET":
		return true
	case "COMMENT", "ATTRIBUTE":
		return !h.guarded
	case "":
	default:
		return false
	}
	if h.before[0].is(text, "=") {
		name := strings.ToUpper(h.before[1].Of(text))
		for _, seen := range [...]string{"HOST", "USER", "FILE", "BIND", "CA", "CAPATH", "CERT", "CRL", "PATH", "CIPHER", "CIPHERS", "SUITES", "GTIDS", "ALGORITHMS", "INTERFACE", "VERSION"} {
			if strings.HasSuffix(name, "_"+seen) || name == seen {
				return true
			}
		}
		return false
	}
	return h.before[0].is(text, ",") && h.before[1].Kind != Number
}
