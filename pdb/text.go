package pdb

import (
	"maps"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema"
)

const (
	// maxTexts is how many texts a connector remembers.
	maxTexts = 1024
	// maxLength is how long they are at most.
	maxLength = 4096
)

// text is what is worked out from a text.
type text struct {
	sql    *perfschema.SQLText
	secret bool
}

// Texts remembers them, 1024 of them, for who records the statements of a database. It is
// safe for concurrent use.
type Texts struct {
	ps    *perfschema.Schema
	known atomic.Pointer[map[string]text]
	mu    sync.Mutex
}

// NewTexts makes one.
func NewTexts(ps *perfschema.Schema) *Texts { return &Texts{ps: ps} }

// Find works out the digest of a text, or remembers it, which takes no lock. secret says
// that the text may have a password or a key in it: it is shown as its digest, and so are
// messages about it not to be shown, which may quote it.
func (l *Texts) Find(query string) (x *perfschema.SQLText, secret bool) {
	t := l.find(query)
	return t.sql, t.secret
}

func (l *Texts) find(query string) text {
	known := l.known.Load()
	if known != nil {
		if x, ok := (*known)[query]; ok {
			return x
		}
	}
	secret := mayHaveSecret(query)
	x := text{l.ps.NewSQLText(query, secret), secret}
	if len(query) <= maxLength && (known == nil || len(*known) < maxTexts) {
		l.keep(strings.Clone(query), x)
	}
	return x
}

func (l *Texts) keep(query string, x text) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fresh := make(map[string]text)
	if known := l.known.Load(); known != nil {
		if len(*known) >= maxTexts {
			return
		}
		fresh = maps.Clone(*known)
	}
	fresh[query] = x
	l.known.Store(&fresh)
}

// secretWords are in texts that may have a password or a key in them: those that make
// accounts, and calls of functions that take one. In doubt a text is shown as its digest,
// which has no literals.
var secretWords = [...]string{
	"identified", "password", "passwd", "passphrase", "secret", "credential", "encrypt",
	"decrypt", "crypt(", "api_key", "apikey", "private_key", "token",
}

func mayHaveSecret(text string) bool {
	text = strings.ToLower(text)
	for _, word := range secretWords {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
