package perfschema

import (
	"sync"
	"sync/atomic"
)

// An Event is a kind of request or statement.
type Event uint8

// Events. Requests of HTTP have one for each method; requests come first.
const (
	None Event = iota
	Get
	Head
	Post
	Put
	Patch
	Delete
	Connect
	Options
	Trace
	Other  // method
	Unary  // call of gRPC
	Stream // of gRPC
	Query
	Exec
	Prepare
	Begin
	Commit
	Rollback
	Connection // of a pool, waited for
	Sent       // request of HTTP
	Called     // by gRPC
	events
)

// names are those that the Performance Schema has for events of this kind.
var names = [events]string{
	"", "statement/http/get", "statement/http/head", "statement/http/post", "statement/http/put", "statement/http/patch", "statement/http/delete",
	"statement/http/connect", "statement/http/options", "statement/http/trace", "statement/http/other",
	"statement/grpc/unary", "statement/grpc/stream",
	"statement/db/query", "statement/db/exec", "statement/db/prepare", "statement/db/begin", "statement/db/commit", "statement/db/rollback",
	"wait/synch/cond/db/connection", "wait/io/socket/http/client", "wait/io/socket/grpc/client",
}

var methods = [...]string{Get: "GET", Head: "HEAD", Post: "POST", Put: "PUT", Patch: "PATCH", Delete: "DELETE", Connect: "CONNECT", Options: "OPTIONS", Trace: "TRACE", Other: "?"}

// Method returns the event of a request's method, Other of one that is not in the standard.
func Method(name string) Event {
	if name == "" {
		return Get
	}
	for e := Get; e < Other; e++ {
		if methods[e] == name {
			return e
		}
	}
	return Other
}

const (
	maxText       = 1024 // bytes of a class's text that are kept
	maxRoutes     = 1000 // classes of requests; others are counted together
	maxPeers      = 500  // classes of requests that are sent
	maxStatements = 2000 // classes of all else
	classSlots    = 8192 // a power of two

	// Classes is how many numbers of classes there may be.
	Classes = int(events) + maxRoutes + maxPeers + maxStatements
)

// A class is an event and what is counted together of it.
type class struct {
	event Event
	text  string
	id    uint16
}

// classes finds classes by event and text, and by number. Numbers up to events are those of what
// found no room.
var classes struct {
	slots [classSlots]atomic.Pointer[class]
	byID  [Classes]atomic.Pointer[class]

	mu                        sync.Mutex // held to add a class
	routes, peers, statements int
}

// classOf returns the number of a class, never 0.
func classOf(e Event, text string) uint16 {
	if len(text) > maxText {
		text = text[:maxText]
	}
	at := hash(text, uintptr(e))
	if c := find(at, e, text); c != nil {
		return c.id
	}
	classes.mu.Lock()
	defer classes.mu.Unlock()
	if c := find(at, e, text); c != nil { // another goroutine has added it
		return c.id
	}
	n, most := &classes.statements, maxStatements
	switch {
	case e <= Stream:
		n, most = &classes.routes, maxRoutes
	case e == Sent, e == Called:
		n, most = &classes.peers, maxPeers
	}
	if *n == most {
		return uint16(e)
	}
	c := &class{e, string([]byte(text)), uint16(int(events) + classes.routes + classes.peers + classes.statements)} // the text may be a part of a larger one
	*n++
	classes.byID[c.id].Store(c)
	for i := at; ; i++ {
		if slot := &classes.slots[i%classSlots]; slot.Load() == nil {
			slot.Store(c)
			return c.id
		}
	}
}

func find(at uint64, e Event, text string) *class {
	for i := at; ; i++ {
		c := classes.slots[i%classSlots].Load()
		if c == nil || c.event == e && c.text == text {
			return c
		}
	}
}

// Others is the text of what found no room.
const Others = "(others)"

// Class returns the event and the text of a number, empty ones of 0.
func Class(id uint16) (event, text string) {
	switch {
	case id == 0, int(id) >= len(classes.byID):
		return "", ""
	case id < uint16(events):
		return names[id], Others
	}
	c := classes.byID[id].Load()
	if c == nil {
		return "", ""
	}
	text = c.text
	if c.event <= Other {
		text = routeText(methods[c.event], text)
	}
	return names[c.event], text
}

// routeText is a route's pattern with the method in front. "GET ?" is that of requests of which no
// pattern is known.
func routeText(method, pattern string) string {
	for i := 0; i < len(pattern) && pattern[i] != '/'; i++ {
		if pattern[i] == ' ' || pattern[i] == '\t' {
			return pattern // the method is in it
		}
	}
	if pattern == "" {
		pattern = "?"
	}
	return method + " " + pattern
}
