package perfschema

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
)

// Errors of writes to setup_actors and setup_objects.
var (
	// ErrDuplicate: a row with this key exists.
	ErrDuplicate = errors.New("row exists already")
	// ErrFull: the table has no room left.
	ErrFull = errors.New("table is full")
	// ErrNotFound: the row to change is gone.
	ErrNotFound = errors.New("no such row")
	// ErrOff: the Performance Schema is off.
	ErrOff = errors.New("performance schema is off")
)

// setupRow is a row that knows whether another has the same key.
type setupRow[T any] interface {
	comparable
	sameKey(T) bool
}

// setupList is a small table that is read without a lock: every change makes
// a new copy.
type setupList[T setupRow[T]] struct {
	mu    sync.Mutex
	rows  atomic.Pointer[[]T]
	limit int64
}

func (l *setupList[T]) init(limit int64, rows []T) {
	l.limit = limit
	rows = rows[:min(int64(len(rows)), limit)]
	l.rows.Store(&rows)
}

// all are the rows. Nobody writes to them.
func (l *setupList[T]) all() []T {
	if p := l.rows.Load(); p != nil {
		return *p
	}
	return nil
}

func (l *setupList[T]) insert(row T) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.rows.Load() == nil {
		return ErrOff
	}
	rows := l.all()
	if slices.ContainsFunc(rows, row.sameKey) {
		return ErrDuplicate
	}
	if int64(len(rows)) >= l.limit {
		return ErrFull
	}
	rows = append(slices.Clone(rows), row)
	l.rows.Store(&rows)
	return nil
}

func (l *setupList[T]) update(old, row T) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	rows := slices.Clone(l.all())
	i := slices.IndexFunc(rows, old.sameKey)
	if i < 0 {
		return ErrNotFound
	}
	rows[i] = row
	l.rows.Store(&rows)
	return nil
}

func (l *setupList[T]) remove(row T) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	rows := l.all()
	i := slices.IndexFunc(rows, row.sameKey)
	if i < 0 {
		return ErrNotFound
	}
	rows = slices.Delete(slices.Clone(rows), i, i+1)
	l.rows.Store(&rows)
	return nil
}

func (l *setupList[T]) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.rows.Load() != nil {
		l.rows.Store(&[]T{})
	}
}
