package field

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// Parts is how a table is walked: it begins a read, and what it returns visits
// what the next rows describe, around n of them, and is false once those were the
// last. What is visited is good until visit returns. Nothing is read before the
// first call.
type Parts[T any] func(view.Reader) func(n int, visit func(*T)) bool

// Listed are the parts of a table whose rows describe what one moment had: a list
// of it is read at once, the rows are computed as they are asked for. It is for
// what there is little of, and for what makes no sense but together.
func Listed[T any](read func(view.Reader) []T) Parts[T] {
	return ListedWhere(read, func(view.Reader, *T) bool { return true })
}

// ListedWhere is Listed for those of the list that keep is true of.
func ListedWhere[T any](read func(view.Reader) []T, keep func(view.Reader, *T) bool) Parts[T] {
	return func(r view.Reader) func(int, func(*T)) bool {
		var left []T
		begun := false
		return func(n int, visit func(*T)) bool {
			if !begun {
				left, begun = read(r), true
			}
			for n > 0 && len(left) > 0 {
				v := &left[0]
				left = left[1:]
				if keep(r, v) {
					visit(v)
					n--
				}
			}
			return len(left) > 0
		}
	}
}

// OnEach are the parts of a table that has some rows for each of a list: what
// they describe is read when they are asked for.
func OnEach[E, T any](list func(view.Reader) []E, walk func(r view.Reader, e E, visit func(*T))) Parts[T] {
	return func(r view.Reader) func(int, func(*T)) bool {
		var left []E
		begun := false
		return func(n int, visit func(*T)) bool {
			if !begun {
				left, begun = list(r), true
			}
			counted := func(v *T) { n--; visit(v) }
			for n > 0 && len(left) > 0 {
				e := left[0]
				left = left[1:]
				walk(r, e, counted)
			}
			return len(left) > 0
		}
	}
}

// OnEachThread is OnEach for threads. One that has ended since the list was made
// has no rows any more.
func OnEachThread[T any](list func(view.Reader) []*perfschema.Thread, walk func(r view.Reader, t *perfschema.Thread, visit func(*T))) Parts[T] {
	return OnEach(list, func(r view.Reader, t *perfschema.Thread, visit func(*T)) {
		if r.Schema.Read().ThreadByID(t.ID()) == t {
			walk(r, t, visit)
		}
	})
}

// InTurn are the parts of one table after those of another.
func InTurn[T any](all ...Parts[T]) Parts[T] {
	return func(r view.Reader) func(int, func(*T)) bool {
		left := all
		var part func(int, func(*T)) bool
		return func(n int, visit func(*T)) bool {
			if part == nil {
				part = left[0](r)
			}
			if !part(n, visit) {
				part, left = nil, left[1:]
			}
			return len(left) > 0
		}
	}
}
