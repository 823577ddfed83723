package phttp

import (
	"net/http"
	"strings"
	"sync"
)

const (
	// maxGuesses is how many names a handler guesses.
	maxGuesses = 256
	// maxSiblings is how many names of a path's step are told apart below one parent.
	maxSiblings = 32
	// maxSteps is how many steps of a path a name has.
	maxSteps = 6
	// maxStep is the length of a step in bytes; longer ones are keys.
	maxStep = 24
)

// guesses name routes by the paths of requests, where no router has named them: "GET
// ~/orders/?" has ? for the steps that look like values. Clients choose paths, so that
// a name is made only for a request that a handler has answered with success or failed at,
// and their number is bounded. It is safe for concurrent use.
type guesses struct {
	names memo[route, string] // by method and path with ? for values
	mu    sync.Mutex
	root  step
	made  map[string]bool // names there are
}

// step is a part of a path between two slashes, with those below it.
type step struct{ below map[string]*step }

// name returns the name for a request that ended with a status, "" if it gets none.
func (g *guesses) name(method, path string, status int) string {
	key := route{standard(method), shape(path)}
	name, ok := g.names.find(key)
	if ok || !serves(status) {
		return name
	}
	name, _ = g.names.get(key, func() string { return g.create(key) })
	return name
}

// known returns the name for a request that is served yet, "" if there is none.
func (g *guesses) known(method, path string) string {
	name, _ := g.names.find(route{standard(method), shape(path)})
	return name
}

// serves reports whether a status says that something is served at the path. Routers answer
// with 404 and 405 what they do not know; what stands in front of them answers with 401 or
// 302 whatever is asked for.
func serves(status int) bool {
	return status < 300 || status == http.StatusNotModified || status >= 500
}

// shape replaces by ? what looks like a value in a path.
func shape(path string) string {
	var b strings.Builder
	n := 0
	for s := range strings.SplitSeq(path, "/") {
		if s == "" {
			continue
		}
		if n++; n > maxSteps {
			b.WriteString("/...")
			break
		}
		b.WriteByte('/')
		if isName(s) {
			b.WriteString(s)
		} else {
			b.WriteByte('?')
		}
	}
	if b.Len() == 0 {
		return "/"
	}
	return b.String()
}

// isName reports whether a step consists of letters, with - _ and . between them, and at
// most one digit at its end, as "v1".
func isName(s string) bool {
	if len(s) > maxStep {
		return false
	}
	if last := len(s) - 1; last > 0 && '0' <= s[last] && s[last] <= '9' {
		s = s[:last]
	}
	for i := range len(s) {
		switch c := s[i] | 0x20; {
		case 'a' <= c && c <= 'z', s[i] == '-', s[i] == '_', s[i] == '.':
		default:
			return false
		}
	}
	return true
}

// create makes the name of a shape, in which a step with too many siblings is ? as well; ""
// if there are too many names.
func (g *guesses) create(key route) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var b strings.Builder
	b.WriteString(key.method + " ~")
	at := &g.root
	for s := range strings.SplitSeq(key.pattern[1:], "/") {
		if at.below[s] == nil {
			if s != "?" && len(at.below) >= maxSiblings {
				s = "?"
			}
			if at.below[s] == nil {
				if at.below == nil {
					at.below = make(map[string]*step)
				}
				at.below[s] = &step{}
			}
		}
		at = at.below[s]
		b.WriteByte('/')
		b.WriteString(s)
	}
	name := b.String()
	if g.made[name] {
		return name
	}
	if len(g.made) >= maxGuesses {
		return ""
	}
	if g.made == nil {
		g.made = make(map[string]bool)
	}
	g.made[name] = true
	return name
}
