package gms

import (
	"reflect"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/gms/internal/pipeline"
)

// ResultSession is what a storage builds its sessions on, for the profiler to see
// the goroutine that makes rows ready for the client where the storage gives them in
// its own form: the engine asks the session for its logger after each of them, and
// nothing else of ours runs there. The session of the storage has the one it is built
// on, which may embed a ResultSession, in a field named Session.
// A logger that is asked for costs a load, and some nanoseconds for a row of a result
// while a profiler samples. The zero ResultSession has no session.
type ResultSession struct {
	*sql.BaseSession
	rows   atomic.Pointer[pipeline.Ready]
	logger atomic.Pointer[logrus.Entry] // the base's, which is changed while others ask for it
	// beginning is the statement for which a transaction begins, see BeginsTransaction.
	beginning *execution
}

// GetLogger implements sql.Session.
func (s *ResultSession) GetLogger() *logrus.Entry {
	if p := s.rows.Load(); p != nil {
		p.Row()
	}
	if l := s.logger.Load(); l != nil {
		return l
	}
	return s.BaseSession.GetLogger()
}

// SetLogger implements sql.Session.
func (s *ResultSession) SetLogger(l *logrus.Entry) {
	s.BaseSession.SetLogger(l)
	s.logger.Store(l)
}

// SetCurrentDatabase implements sql.Session. The engine sets it to one database after
// the other while it lists triggers, on another goroutine than those that ask for the
// logger.
func (s *ResultSession) SetCurrentDatabase(name string) {
	s.BaseSession.SetCurrentDatabase(name)
	s.logger.Store(s.BaseSession.GetLogger())
}

// results is the session itself, for one that embeds it.
func (s *ResultSession) results() *ResultSession { return s }

// resultSession finds the one that a session is built on, nil if there is none.
func (c *connection) resultSession(session sql.Session) *ResultSession {
	if c.ready.of == session {
		return c.ready.session
	}
	c.ready.of, c.ready.session = session, nil
	const floors = 4
	for range floors {
		if s, ok := session.(interface{ results() *ResultSession }); ok {
			c.ready.session = s.results()
			break
		}
		v := reflect.ValueOf(session)
		if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
			break
		}
		f := v.Elem().FieldByName("Session")
		if !f.IsValid() || f.Type() != reflect.TypeFor[sql.Session]() || f.IsNil() {
			break
		}
		session = f.Interface().(sql.Session)
	}
	return c.ready.session
}
