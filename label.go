package perfschema

import (
	"slices"
	"sync"
	"sync/atomic"
)

// label is the name of a resource or an operator of a program's own, and which
// of the Snowset's it counts as.
type label struct {
	name string
	as   uint8
}

// labels are such names, by number. They are read without a lock.
type labels struct {
	mu   sync.Mutex
	list atomic.Pointer[[]label]
}

func (l *labels) all() []label {
	if p := l.list.Load(); p != nil {
		return *p
	}
	return nil
}

// at is the i-th, the zero label if there is none.
func (l *labels) at(i int) label {
	if all := l.all(); i < len(all) {
		return all[i]
	}
	return label{}
}

// register adds a name once and returns its number, counted from first, or as
// if numbers up to limit are given out.
func (l *labels) register(name string, as, first uint8, limit int) uint8 {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := l.all()
	i := slices.IndexFunc(all, func(x label) bool { return x.name == name })
	if i < 0 {
		i = len(all)
		if int(first)+i >= limit {
			return as
		}
		all = append(slices.Clone(all), label{name, as})
		l.list.Store(&all)
	}
	return first + uint8(i)
}
