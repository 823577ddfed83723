package snowset

import (
	"slices"
	"sync"
	"sync/atomic"
)

// Registry has the resources and operators of a program's own beside the 22 and the
// 16. Its zero value has none. It is safe for concurrent use: registering takes a
// lock, reading none.
type Registry struct{ resources, operators labels }

// RegisterResource gives a name a number, which counts as one of the 22. A name that
// is registered again has its first number. It returns as where that is none of the
// 22 and where there are [MaxResources] already.
func (g *Registry) RegisterResource(name string, as Resource) Resource {
	if as == ResourceNone || as >= numResources {
		return as
	}
	return Resource(g.resources.register(name, uint8(as), uint8(numResources), MaxResources))
}

// ResourceName is the name of a resource: of the 22 the Snowset's column.
func (g *Registry) ResourceName(r Resource) string {
	if r < numResources {
		return r.Column()
	}
	return g.resources.at(int(r - numResources)).name
}

// Resource is which of the 22 a resource counts as.
func (g *Registry) Resource(r Resource) Resource {
	if r < numResources {
		return r
	}
	return Resource(g.resources.at(int(r - numResources)).as)
}

// RegisterOperator is RegisterResource for an operator, which counts as one of the 16.
func (g *Registry) RegisterOperator(name string, as Operator) Operator {
	if as == OperatorNone || as >= numOperators {
		return as
	}
	return Operator(g.operators.register(name, uint8(as), uint8(numOperators), MaxOperators))
}

// OperatorName is the name of an operator: of the 16 the Snowset's column.
func (g *Registry) OperatorName(o Operator) string {
	if o < numOperators {
		return o.Column()
	}
	return g.operators.at(int(o - numOperators)).name
}

// Operator is which of the 16 an operator counts as.
func (g *Registry) Operator(o Operator) Operator {
	if o < numOperators {
		return o
	}
	return Operator(g.operators.at(int(o - numOperators)).as)
}

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
