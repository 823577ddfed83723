package phttp

import (
	"maps"
	"sync"
	"sync/atomic"
)

// maxMemo is how much a memo remembers: what clients invent is not to fill the memory.
const maxMemo = 1024

// memo remembers what belongs to a key, and is read without a lock. It is safe for
// concurrent use.
type memo[K comparable, V any] struct {
	known atomic.Pointer[map[K]V]
	mu    sync.Mutex
}

// find finds what belongs to a key.
func (m *memo[K, V]) find(key K) (v V, ok bool) {
	if known := m.known.Load(); known != nil {
		v, ok = (*known)[key]
	}
	return v, ok
}

// get finds or makes what belongs to a key; ok is false where there is no room for
// another one.
func (m *memo[K, V]) get(key K, create func() V) (v V, ok bool) {
	if v, ok = m.find(key); ok {
		return v, true
	}
	if known := m.known.Load(); known != nil && len(*known) >= maxMemo {
		return v, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	fresh := make(map[K]V)
	if known := m.known.Load(); known != nil {
		if v, ok = (*known)[key]; ok {
			return v, true
		}
		if len(*known) >= maxMemo {
			return v, false
		}
		fresh = maps.Clone(*known)
	}
	v = create()
	fresh[key] = v
	m.known.Store(&fresh)
	return v, true
}

// all gives everything there is.
func (m *memo[K, V]) all(f func(V)) {
	if known := m.known.Load(); known != nil {
		for _, v := range *known {
			f(v)
		}
	}
}
