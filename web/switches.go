package web

import (
	"errors"
	"sync"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// An instrument is switched on for onFor, or to see how often it counts for tryFor: two
// readings of what instruments have counted, so that one interval at least is whole.
const (
	onFor  = 5 * time.Minute
	tryFor = 2 * readEvery
)

var errNoInstrument = errors.New("there is no such instrument")

// switches are the instruments that are on for a while.
type switches struct {
	schema *perfschema.Schema
	after  func(time.Duration, func()) (stop func() bool)

	mu     sync.Mutex
	timers map[string]*limited
}

// limited is an instrument that goes back to what it was.
type limited struct {
	until          time.Time
	enabled, timed string
	stop           func() bool
}

func newSwitches(ps *perfschema.Schema) *switches {
	return &switches{schema: ps, timers: make(map[string]*limited), after: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }}
}

// set switches an instrument on until a time has passed, which begins anew if it was on so
// before; 0 has it off at once.
func (s *switches) set(name string, on time.Duration, now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l := s.timers[name]; l != nil {
		l.stop()
		if on == 0 {
			delete(s.timers, name)
			_, _, err := setInstrument(s.schema, name, l.enabled, l.timed)
			return err
		}
		l.until, l.stop = now.Add(on), s.after(on, func() { s.end(name, l) })
		return nil
	}
	if on == 0 {
		_, _, err := setInstrument(s.schema, name, "NO", "")
		return err
	}
	enabled, timed, err := setInstrument(s.schema, name, "YES", "YES")
	if err != nil {
		return err
	}
	l := &limited{until: now.Add(on), enabled: enabled, timed: timed}
	l.stop = s.after(on, func() { s.end(name, l) })
	s.timers[name] = l
	return nil
}

// end puts an instrument back.
func (s *switches) end(name string, l *limited) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timers[name] == l {
		delete(s.timers, name)
		_, _, _ = setInstrument(s.schema, name, l.enabled, l.timed)
	}
}

// until is when an instrument goes back; false: it stays as it is.
func (s *switches) until(name string) (time.Time, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.timers[name]
	if l == nil {
		return time.Time{}, false
	}
	return l.until, true
}

func (s *switches) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, l := range s.timers {
		l.stop()
		delete(s.timers, name)
		_, _, _ = setInstrument(s.schema, name, l.enabled, l.timed)
	}
}

// setInstrument does what UPDATE setup_instruments does, and says what was before. An
// instrument that is not timed by nature stays so.
func setInstrument(ps *perfschema.Schema, name, enabled, timed string) (wasEnabled, wasTimed string, err error) {
	t := catalog.Lookup("setup_instruments")
	for row := range t.Rows(view.Reader{Schema: ps, Equal: map[string]any{"NAME": name}}) {
		if row[0] != name {
			continue
		}
		wasEnabled, wasTimed = str(row[1]), str(row[2])
		next := append(view.Row(nil), row...)
		next[1] = enabled
		if timed != "" && row[2] != nil {
			next[2] = timed
		}
		return wasEnabled, wasTimed, t.Update(ps, row, next)
	}
	return "", "", errNoInstrument
}
