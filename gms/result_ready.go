package gms

import (
	"reflect"
	"sync/atomic"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/snowset"
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
	rows   atomic.Pointer[readyRows]
	logger atomic.Pointer[logrus.Entry] // the base's, which is changed while others ask for it
	// beginning is the statement for which a transaction begins, see BeginsTransaction.
	beginning *execution
}

// GetLogger implements sql.Session.
func (s *ResultSession) GetLogger() *logrus.Entry {
	if p := s.rows.Load(); p != nil {
		p.row()
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

// readyRows sees the goroutine that makes rows ready by what it says after each of them.
// The engine has one more goroutine that is not bound and asks for the logger, once:
// who asks twice makes rows ready.
type readyRows struct {
	taker
	detail  *planDetail
	session *ResultSession
	owner   atomic.Uint64 // the goroutine, once it is known
	asking  [2]readyAsking
}

// readyAsking is a goroutine that has asked for the logger.
type readyAsking struct {
	goroutine atomic.Uint64
	times     uint64 // the goroutine's own
}

// watch has a result's rows seen, if the session can tell and nothing else sees them.
func (p *readyRows) watch(d *planDetail, session sql.Session) {
	s := d.connection.resultSession(session)
	if s == nil {
		return
	}
	p.taker = taker{exchange: &d.result.exchange}
	p.detail, p.session = d, s
	s.rows.Store(p)
}

// reset is called when the goroutines of the result have ended.
func (p *readyRows) reset() {
	if p.session == nil {
		return
	}
	p.session.rows.Store(nil)
	p.taker, p.detail, p.session = taker{}, nil, nil
	p.owner.Store(0)
	for i := range p.asking {
		p.asking[i].goroutine.Store(0)
		p.asking[i].times = 0
	}
}

// row is called after each row, and by others who want the logger.
func (p *readyRows) row() {
	g := perfschema.Goroutine()
	switch owner := p.owner.Load(); {
	case owner == g:
		p.resume()
		p.done(1)
	case owner == 0 && !p.detail.result.projected.Load() && perfschema.Bound() == nil:
		p.ask(g)
	}
}

// ask is called until it is known who makes rows ready.
func (p *readyRows) ask(g uint64) {
	for i := range p.asking {
		a := &p.asking[i]
		have := a.goroutine.Load()
		if have == 0 && a.goroutine.CompareAndSwap(0, g) {
			have = g
		} else if have == 0 {
			have = a.goroutine.Load()
		}
		if have != g {
			continue
		}
		if a.times++; a.times == 2 {
			p.begin(p.detail, snowset.OperatorResult, 0)
			p.owner.Store(g)
			if p.apart {
				p.detail.result.projected.Store(true)
			}
			p.done(a.times)
		}
		return
	}
}
