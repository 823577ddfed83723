// Package perfschema records requests and statements, for packages of the standard library of
// programs built by perfschema build. Package runtime/perfschema reads what it has recorded.
//
// Its functions are safe for concurrent use, take locks of no other package, and wait for nothing
// but each other. Callers ask [On] first.
package perfschema

import (
	"sync/atomic"
	_ "unsafe" // for linkname
)

// Package runtime has these.

//go:linkname beginRequest
func beginRequest() (work, before uint64, begin int64)

//go:linkname endRequest
func endRequest(work, before uint64, begin int64, route uint16, failed bool)

//go:linkname routeOf
func routeOf(work uint64) uint16

//go:linkname setRoute
func setRoute(route uint16)

//go:linkname fail
func fail()

//go:linkname beginStatement
func beginStatement(id uint16) (work, before uint64, begin int64)

//go:linkname endStatement
func endStatement(work, before uint64, begin int64, id uint16, failed bool)

//go:linkname hash
func hash(text string, seed uintptr) uint64

var on atomic.Bool

// On reports whether the program records. A load.
func On() bool { return on.Load() }

// Start begins to record.
func Start() { on.Store(true) }

// A Request is a request that is served, on the goroutine that serves it.
type Request struct {
	work, before uint64
	begin        int64
}

// BeginRequest begins a request: the goroutine works for it, and all that it starts do, until End.
func BeginRequest() Request {
	work, before, begin := beginRequest()
	return Request{work, before, begin}
}

// End ends the request. Its route is route, unless SetRoute has set another one.
func (r *Request) End(e Event, route string, failed bool) {
	id := routeOf(r.work)
	if id == 0 {
		id = classOf(e, route)
	}
	endRequest(r.work, r.before, r.begin, id, failed)
}

// SetRoute sets the route of the request that the goroutine works for, if any.
func SetRoute(e Event, route string) { setRoute(classOf(e, route)) }

// Fail has the request that the goroutine works for, if any, counted as failed.
func Fail() { fail() }

// A Statement is what a request asks of others, on the goroutine that asks.
type Statement struct {
	work, before uint64
	begin        int64
	id           uint16
}

// BeginStatement begins a statement: the goroutine works for it, and all that it starts do, until
// End. text is the name of all statements that are counted together.
func BeginStatement(e Event, text string) Statement { return begin(classOf(e, text)) }

// BeginQuery is BeginStatement for SQL: statements that differ in literals alone are counted together.
// driver is a value of the driver's package.
func BeginQuery(e Event, sql string, driver any) Statement { return begin(queryOf(e, sql, driver)) }

func begin(id uint16) Statement {
	work, before, at := beginStatement(id)
	return Statement{work, before, at, id}
}

// End ends the statement.
func (s *Statement) End(failed bool) { endStatement(s.work, s.before, s.begin, s.id, failed) }
