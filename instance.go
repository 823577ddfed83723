package perfschema

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/perfschema/perfschema/internal/stat"
	"github.com/perfschema/perfschema/record"
)

// instance is what all instrumented objects have: a mutex, a file, a table.
type instance struct {
	class *Class
	// object names the instance in events; nil for what has no name.
	object atomic.Pointer[objectName]
	// address is OBJECT_INSTANCE_BEGIN, if it is not that of the instance.
	address uint64
}

// objectName is OBJECT_TYPE, OBJECT_SCHEMA and OBJECT_NAME.
type objectName struct{ kind, schema, name string }

// begin is OBJECT_INSTANCE_BEGIN: like MySQL's, an address, which tells
// instances apart while they exist.
func (in *instance) begin() uint64 {
	if in.address != 0 {
		return in.address
	}
	return uint64(uintptr(unsafe.Pointer(in)))
}

func (in *instance) info(wait stat.Timer) record.InstanceInfo {
	return record.InstanceInfo{EventName: in.class.eventName(), Begin: in.begin(), Wait: in.class.schema.waitStat(&wait)}
}

// ioStat counts operations of many threads on one object, by direction.
type ioStat struct {
	ops   [numDirections]stat.Shared
	bytes [numDirections]atomic.Int64
}

func (s *ioStat) add(op Operation, d uint64, timed bool, bytes int64) {
	dir := operations[op].direction
	s.ops[dir].Add(d, timed)
	if bytes > 0 {
		s.bytes[dir].Add(bytes)
	}
}

// merge adds operations of one kind.
func (s *ioStat) merge(op Operation, t *stat.Timer) { s.ops[operations[op].direction].Merge(t) }

// ioSum is what an ioStat has counted.
type ioSum struct {
	ops   [numDirections]stat.Timer
	bytes [numDirections]int64
}

func (s *ioStat) load() (out ioSum) {
	for i := range out.ops {
		out.ops[i], out.bytes[i] = s.ops[i].Load(), s.bytes[i].Load()
	}
	return out
}

// take removes what has been counted so far and returns it. No event is lost
// or counted twice.
func (s *ioStat) take() (out ioSum) {
	for i := range out.ops {
		out.ops[i], out.bytes[i] = s.ops[i].Take(), s.bytes[i].Swap(0)
	}
	return out
}

func (s *ioSum) merge(o *ioSum) {
	for i := range s.ops {
		s.ops[i].Merge(&o.ops[i])
		s.bytes[i] += o.bytes[i]
	}
}

// total is the statistics of all directions.
func (s *ioSum) total() (t stat.Timer) {
	for i := range s.ops {
		t.Merge(&s.ops[i])
	}
	return t
}

func (s *Schema) exportIO(x *ioSum) record.IOStat {
	return record.IOStat{
		Read: s.waitStat(&x.ops[read]), Write: s.waitStat(&x.ops[write]), Misc: s.waitStat(&x.ops[misc]),
		BytesRead: x.bytes[read], BytesWritten: x.bytes[write],
	}
}

// pageSize is how many instances a list makes room for at a time.
const pageSize = 1024

// instanceList holds the instances of one kind up to a limit. It grows a page
// at a time. Adding and removing take its lock; recording does not.
type instanceList[T any] struct {
	mu    sync.Mutex
	limit int64
	pages [][]*T
	free  []int
	n     int
	lost  atomic.Uint64
}

// add keeps an instance and writes its position + 1, which who finds it reads; false if there
// was no room.
func (l *instanceList[T]) add(v *T, position *int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if int64(l.n) >= l.limit {
		l.lost.Add(1)
		return false
	}
	l.n++
	if k := len(l.free); k > 0 {
		i := l.free[k-1]
		l.free = l.free[:k-1]
		*position = i + 1
		l.pages[i/pageSize][i%pageSize] = v
		return true
	}
	last := len(l.pages) - 1
	if last < 0 || len(l.pages[last]) == pageSize {
		l.pages = append(l.pages, make([]*T, 0, pageSize))
		last++
	}
	l.pages[last] = append(l.pages[last], v)
	*position = last*pageSize + len(l.pages[last])
	return true
}

// remove forgets the instance v at a position that add wrote; it says whether
// it was still there.
func (l *instanceList[T]) remove(position int, v *T) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := position - 1
	if i < 0 || l.pages[i/pageSize][i%pageSize] != v {
		return false
	}
	l.pages[i/pageSize][i%pageSize] = nil
	l.free = append(l.free, i)
	l.n--
	return true
}

// all returns the instances in the order of their positions.
func (l *instanceList[T]) all() []*T {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]*T, 0, l.n)
	for _, p := range l.pages {
		for _, v := range p {
			if v != nil {
				out = append(out, v)
			}
		}
	}
	return out
}

// ioRegistry holds the files or the sockets, and by class what those had counted
// that are gone. T is the instance.
type ioRegistry[T any] struct {
	mu   sync.Mutex
	list instanceList[T]
	gone []ioSum
	// truncated is by class what truncate has taken off.
	truncated []ioSum
	of        func(*T) (class *Class, position int, io *ioStat)
}

func (r *ioRegistry[T]) init(limit, classes int64, of func(*T) (*Class, int, *ioStat)) {
	r.list.limit, r.gone, r.of = limit, make([]ioSum, classes), of
	r.truncated = make([]ioSum, classes)
}

// forget removes an instance; what it counted stays with its class. mu is held.
func (r *ioRegistry[T]) forget(v *T) bool {
	c, position, io := r.of(v)
	if !r.list.remove(position, v) {
		return false
	}
	sum := io.take()
	r.gone[c.index].merge(&sum)
	return true
}

// byClass adds up the instances, those that are gone included, of the first n
// classes. There may be instances of later ones by now.
func (r *ioRegistry[T]) byClass(n uint32) []ioSum {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sums(n)
}

// sums is byClass. mu is held.
func (r *ioRegistry[T]) sums(n uint32) []ioSum {
	sums := append([]ioSum(nil), r.gone[:n]...)
	for _, v := range r.list.all() {
		if c, _, io := r.of(v); c.index < n {
			sum := io.load()
			sums[c.index].merge(&sum)
		}
	}
	return sums
}

// truncate resets the instances, whose counts stay with their classes, or, with
// all, the classes too.
func (r *ioRegistry[T]) truncate(all bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, v := range r.list.all() {
		c, _, io := r.of(v)
		sum := io.take()
		r.gone[c.index].merge(&sum)
	}
	if all {
		for i := range r.gone {
			r.truncated[i].merge(&r.gone[i])
		}
		clear(r.gone)
	}
}

// sinceStart is byClass with what truncate has taken off.
func (r *ioRegistry[T]) sinceStart(n uint32) []ioSum {
	r.mu.Lock()
	defer r.mu.Unlock()
	sums := r.sums(n)
	for i := range sums {
		sums[i].merge(&r.truncated[i])
	}
	return sums
}
