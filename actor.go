package perfschema

import (
	"slices"
	"strings"
)

// Actor is a row of setup_actors: whether connections of an account are
// instrumented and keep history. % stands for any host or user.
type Actor struct {
	Host, User, Role string
	Enabled, History bool
}

func (a Actor) sameKey(b Actor) bool {
	return strings.EqualFold(a.Host, b.Host) && a.User == b.User && a.Role == b.Role
}

func defaultActors() []Actor {
	return []Actor{{Host: "%", User: "%", Role: "%", Enabled: true, History: true}}
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

// Actors returns a copy of the rows of setup_actors.
func (s *Reader) Actors() []Actor {
	if s == nil {
		return nil
	}
	return slices.Clone(s.actors.all())
}

// InsertActor adds a row; it applies to connections made later. It fails with
// [ErrDuplicate], [ErrFull] or [ErrOff].
func (s *Schema) InsertActor(a Actor) error {
	if s == nil {
		return ErrOff
	}
	return s.actors.insert(a)
}

// UpdateActor replaces a row; it fails with [ErrNotFound].
func (s *Schema) UpdateActor(old, a Actor) error {
	if s == nil {
		return ErrOff
	}
	return s.actors.update(old, a)
}

// DeleteActor removes a row; it fails with [ErrNotFound].
func (s *Schema) DeleteActor(a Actor) error {
	if s == nil {
		return ErrOff
	}
	return s.actors.remove(a)
}

// TruncateActors removes all rows: nobody who connects later is instrumented.
func (s *Reader) TruncateActors() {
	if s != nil {
		s.actors.clear()
	}
}
