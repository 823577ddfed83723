package pipeline

import (
	"sync/atomic"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/snowset"
)

// Ready sees the goroutine that makes rows ready by what it says after each of them.
// The engine has one more goroutine that is not bound and asks for the logger, once:
// who asks twice makes rows ready.
type Ready struct {
	taker
	detail  *Detail
	session *atomic.Pointer[Ready] // where the session finds it
	owner   atomic.Uint64          // the goroutine, once it is known
	asking  [2]readyAsking
}

// readyAsking is a goroutine that has asked for the logger.
type readyAsking struct {
	goroutine atomic.Uint64
	times     uint64 // the goroutine's own
}

// Watch has a result's rows seen by a session, which calls [Ready.Row].
func (p *Ready) Watch(d *Detail, session *atomic.Pointer[Ready]) {
	p.taker = taker{Exchange: &d.Result.Exchange}
	p.detail, p.session = d, session
	session.Store(p)
}

// reset is called when the goroutines of the result have ended.
func (p *Ready) reset() {
	if p.session == nil {
		return
	}
	p.session.Store(nil)
	p.taker, p.detail, p.session = taker{}, nil, nil
	p.owner.Store(0)
	for i := range p.asking {
		p.asking[i].goroutine.Store(0)
		p.asking[i].times = 0
	}
}

// Row records that the running goroutine has made a row ready. Others who want the logger call
// it too.
func (p *Ready) Row() {
	g := perfschema.Goroutine()
	switch owner := p.owner.Load(); {
	case owner == g:
		p.resume()
		p.done(1)
	case owner == 0 && !p.detail.Result.projected.Load() && perfschema.Bound() == nil:
		p.ask(g)
	}
}

// ask is called until it is known who makes rows ready.
func (p *Ready) ask(g uint64) {
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
				p.detail.Result.projected.Store(true)
			}
			p.done(a.times)
		}
		return
	}
}
