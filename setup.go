package perfschema

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/perfschema/perfschema/record"
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
	SameKey(T) bool
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
	if slices.ContainsFunc(rows, row.SameKey) {
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
	i := slices.IndexFunc(rows, old.SameKey)
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
	i := slices.IndexFunc(rows, row.SameKey)
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

func defaultActors() []record.Actor {
	return []record.Actor{{Host: "%", User: "%", Role: "%", Enabled: true, History: true}}
}

// actorFor applies the most specific row: user and host, user on any host, any
// user on the host, anybody. Without a match nothing is instrumented.
func (s *Schema) actorFor(user, host string) (enabled, history bool) {
	best := -1
	for _, a := range s.actors.all() {
		rank := 0
		if a.User != "%" {
			if a.User != user {
				continue
			}
			rank += 2
		}
		if a.Host != "%" {
			if !strings.EqualFold(a.Host, host) {
				continue
			}
			rank++
		}
		if rank > best {
			best, enabled, history = rank, a.Enabled, a.History
		}
	}
	return enabled, history
}

// ActorFor says what setup_actors has for a user's sessions from a host.
func (s *Reader) ActorFor(user, host string) (enabled, history bool) {
	if s == nil {
		return false, false
	}
	return (*Schema)(s).actorFor(user, host)
}

// Actors returns a copy of the rows of setup_actors.
func (s *Reader) Actors() []record.Actor {
	if s == nil {
		return nil
	}
	return slices.Clone(s.actors.all())
}

// InsertActor adds a row; it applies to connections made later. It fails with
// [ErrDuplicate], [ErrFull] or [ErrOff].
func (s *Schema) InsertActor(a record.Actor) error {
	if s == nil {
		return ErrOff
	}
	return s.actors.insert(a)
}

// UpdateActor replaces a row; it fails with [ErrNotFound].
func (s *Schema) UpdateActor(old, a record.Actor) error {
	if s == nil {
		return ErrOff
	}
	return s.actors.update(old, a)
}

// DeleteActor removes a row; it fails with [ErrNotFound].
func (s *Schema) DeleteActor(a record.Actor) error {
	if s == nil {
		return ErrOff
	}
	return s.actors.remove(a)
}

// truncateActors removes all rows: nobody who connects later is instrumented.
func (s *Reader) truncateActors() {
	if s != nil {
		s.actors.clear()
	}
}

// Objects returns a copy of the rows of setup_objects.
func (s *Reader) Objects() []record.Object {
	if s == nil {
		return nil
	}
	return slices.Clone(s.objects.all())
}

// InsertObject adds a row. It fails with [ErrDuplicate], [ErrFull] or
// [ErrOff].
func (s *Schema) InsertObject(o record.Object) error {
	if s == nil {
		return ErrOff
	}
	return s.changed(s.objects.insert(o))
}

// UpdateObject replaces a row; it fails with [ErrNotFound].
func (s *Schema) UpdateObject(old, o record.Object) error {
	if s == nil {
		return ErrOff
	}
	return s.changed(s.objects.update(old, o))
}

// DeleteObject removes a row; it fails with [ErrNotFound].
func (s *Schema) DeleteObject(o record.Object) error {
	if s == nil {
		return ErrOff
	}
	return s.changed(s.objects.remove(o))
}

// truncateObjects removes all rows: no object is instrumented any more.
func (s *Reader) truncateObjects() {
	if s != nil {
		s.objects.clear()
		s.Schema().refreshTables()
	}
}

// changed makes a change of setup_objects take effect at once.
func (s *Schema) changed(err error) error {
	if err == nil {
		s.refreshTables()
	}
	return err
}

// objectFor says whether setup_objects has an object instrumented and timed:
// the row of its name decides, else that of its schema, else that of its type;
// without one it is not.
func (s *Schema) objectFor(objectType, schema, name string) (enabled, timed bool) {
	if objectType == "TEMPORARY TABLE" {
		objectType = "TABLE"
	}
	best := 0
	for _, o := range s.objects.all() {
		if o.Type != objectType {
			continue
		}
		rank := 1
		switch bySchema, byName := strings.EqualFold(o.Schema, schema), strings.EqualFold(o.Name, name); {
		case bySchema && byName:
			rank = 3
		case bySchema && o.Name == "%":
			rank = 2
		case o.Schema != "%" || o.Name != "%":
			continue
		}
		if rank > best {
			best, enabled, timed = rank, o.Enabled, o.Enabled && o.Timed
		}
	}
	return enabled, timed
}
