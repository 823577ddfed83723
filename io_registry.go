package perfschema

import "sync"

// ioRegistry holds the files or the sockets, and by class what those had counted
// that are gone. T is the instance.
type ioRegistry[T any] struct {
	mu   sync.Mutex
	list instanceList[T]
	gone []ioSum
	of   func(*T) (class *Class, place int, io *ioStat)
}

func (r *ioRegistry[T]) init(limit, classes int64, of func(*T) (*Class, int, *ioStat)) {
	r.list.limit, r.gone, r.of = limit, make([]ioSum, classes), of
}

// forget removes an instance; what it counted stays with its class. mu is held.
func (r *ioRegistry[T]) forget(v *T) bool {
	c, place, io := r.of(v)
	if !r.list.remove(place, v) {
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
		clear(r.gone)
	}
}
