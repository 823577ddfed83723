package perfschema

import "github.com/perfschema/perfschema/snowset"

// resourceUse is the resource that the waits of one class count as, by what the
// operation does.
type resourceUse [numDirections]snowset.Resource

// newResourceUse is the use of a class that names a resource, or of its kind's
// default where it names none. A file class that names a resource which reads
// or writes counts its other operations as the counterpart, and as FsMeta what
// moves no data.
func newResourceUse(kind Kind, named snowset.Resource) resourceUse {
	r := named
	if r == snowset.ResourceNone {
		r = defaultResource(kind)
	}
	use := resourceUse{misc: r, read: r, write: r}
	if in, out := r.Reading(), r.Writing(); kind == KindFile && in != out {
		use = resourceUse{misc: snowset.ResourceFsMeta, read: in, write: out}
	}
	return use
}

// defaultResource is what the waits of a kind count as where the class does not
// say: files are stored data on a local disk, sockets are the network, and all
// else is waiting for another thread to let go.
func defaultResource(kind Kind) snowset.Resource {
	switch kind {
	case KindFile:
		return snowset.ResourcePersistentReadCache
	case KindSocket:
		return snowset.ResourceDataExchangeNet
	case KindIdle:
		return snowset.ResourceIdle
	default:
		return snowset.ResourceMutex
	}
}

// of is the resource of an operation. What makes written data safe writes.
func (u *resourceUse) of(op Operation) snowset.Resource {
	if op == OpSync || op == OpFlush {
		return u[write]
	}
	return u[operations[op].direction]
}

// Resource is what the sampling profiler counts an operation of a wait class as.
func (c *Class) Resource(op Operation) snowset.Resource {
	if op >= numOperations {
		return snowset.ResourceNone
	}
	return c.resources.of(op)
}

// RegisterResource gives a program's own resource a number, to name in an
// [Info]. The Snowset's columns count it as one of the 22. Registering a name
// twice returns the first number. It returns as where there is no room: there
// are 40 of a program's own.
func (s *Schema) RegisterResource(name string, as snowset.Resource) snowset.Resource {
	if !s.Enabled() {
		return as
	}
	return s.labels.RegisterResource(name, as)
}

// ResourceName is the name of a resource: of the 22 the Snowset's column.
func (s *Reader) ResourceName(r snowset.Resource) string {
	if !s.Schema().Enabled() {
		return r.Column()
	}
	return s.labels.ResourceName(r)
}

// SnowsetResource is which of the 22 a resource counts as.
func (s *Reader) SnowsetResource(r snowset.Resource) snowset.Resource {
	if !s.Schema().Enabled() {
		return r
	}
	return s.labels.Resource(r)
}

// RegisterOperator gives a program's own operator a number, for
// [Thread.EnterOperator]. The Snowset's columns count it as one of the 16.
// Registering a name twice returns the first number. It returns as where there
// is no room: there are 47 of a program's own.
func (s *Schema) RegisterOperator(name string, as snowset.Operator) snowset.Operator {
	if !s.Enabled() {
		return as
	}
	return s.labels.RegisterOperator(name, as)
}

// OperatorName is the name of an operator: of the 16 the Snowset's column.
func (s *Reader) OperatorName(o snowset.Operator) string {
	if !s.Schema().Enabled() {
		return o.Column()
	}
	return s.labels.OperatorName(o)
}

// SnowsetOperator is which of the 16 an operator counts as.
func (s *Reader) SnowsetOperator(o snowset.Operator) snowset.Operator {
	if !s.Schema().Enabled() {
		return o
	}
	return s.labels.Operator(o)
}

// ResourceWatched says whether a profiler can tell waits for a resource from
// running: an instrument, enabled or not, counts as it, for one operation at
// least, or as a resource of the program's own that counts as it. While the
// consumer global_instrumentation or thread_instrumentation is off no wait is
// told.
func (s *Reader) ResourceWatched(r snowset.Resource) bool {
	if !s.Schema().Enabled() {
		return false
	}
	if on := s.Schema().consumerSet(); !on.has(ConsumerGlobalInstrumentation) || !on.has(ConsumerThreadInstrumentation) {
		return false
	}
	for _, c := range s.WaitClasses() {
		for _, u := range c.resources {
			if u == r || s.SnowsetResource(u) == r {
				return true
			}
		}
	}
	return false
}
