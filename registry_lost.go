package perfschema

import "sync/atomic"

// maxLostNames is how many names of lost instruments an array remembers. One
// beyond them counts each time it is registered.
const maxLostNames = 4096

// lostClasses counts the instruments that an array could not take, each once
// however often it is registered.
type lostClasses struct {
	n     atomic.Uint64
	names map[string]struct{}
}

// add counts a name that was lost. The array's lock is held.
func (l *lostClasses) add(name string) {
	if _, ok := l.names[name]; ok {
		return
	}
	l.n.Add(1)
	if len(l.names) >= maxLostNames {
		return
	}
	if l.names == nil {
		l.names = make(map[string]struct{})
	}
	l.names[name] = struct{}{}
}

// forgetLost begins to count anew.
func (a *classArray) forgetLost() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lost.n.Store(0)
	a.lost.names = nil
}
