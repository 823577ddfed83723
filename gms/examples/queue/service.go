package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pnet"
)

// firstConnection is a number that connections of MySQL clients, which count from
// 1, do not come to.
const firstConnection = 1_000_000

// service speaks the queue's protocol: LOGIN 'name', PUSH queue 'text', POP queue and
// FIND 'word', each on a line and answered by one.
type service struct {
	ps       *perfschema.Schema
	in       *instruments
	store    *store
	listener net.Listener
	mu       sync.Mutex
	clients  map[net.Conn]bool
	served   sync.WaitGroup
}

func newService(ps *perfschema.Schema, address, journal string) (*service, error) {
	in := register(ps)
	l, err := pnet.Listen(ps, in.sockets, "tcp", address) // was net.Listen
	if err != nil {
		return nil, err
	}
	store, err := newStore(ps, in, journal)
	if err != nil {
		l.Close()
		return nil, err
	}
	s := &service{ps: ps, in: in, store: store, listener: l, clients: make(map[net.Conn]bool)}
	s.served.Go(s.accept)
	return s, nil
}

func (s *service) accept() {
	for id := uint64(firstConnection); ; id++ {
		c, err := s.listener.Accept() // watched by what Listen has made
		if err != nil {
			return
		}
		s.mu.Lock()
		s.clients[c] = true
		s.mu.Unlock()
		s.served.Go(func() { s.serve(c, id) })
	}
}

// serve is one connection: one Thread, whose only writer is this goroutine.
func (s *service) serve(c net.Conn, id uint64) {
	host, _, _ := net.SplitHostPort(c.RemoteAddr().String())
	t := s.ps.NewThread(s.in.connection, perfschema.ThreadOptions{ProcesslistID: id, ConnectionType: "TCP/IP"})
	t.Bind() // for what is handed no Thread: mutexes, conditions, files, sockets
	defer func() {
		c.Close()
		t.End()
		s.mu.Lock()
		delete(s.clients, c)
		s.mu.Unlock()
	}()
	socket := c.(pnet.Socket)
	socket.SetThread(t)
	lines := bufio.NewScanner(c)
	for {
		t.SetCommand("Sleep", "")
		idle := t.StartIdle()
		socket.SetIdle(true)
		more := lines.Scan()
		socket.SetIdle(false)
		idle.End()
		if !more {
			return
		}
		fmt.Fprintln(c, s.run(t, host, lines.Text()))
	}
}

// run is one statement, from its text to its answer.
func (s *service) run(t *perfschema.Thread, host, line string) string {
	t.SetCommand("Query", line)
	st := t.BeginStatement(s.ps.AbstractQuery()) // what kind it is nobody knows yet
	st.SetText(line)
	defer st.End()

	verb, rest, _ := strings.Cut(line, " ")
	var counters perfschema.StatementCounters
	answer, err := "", error(nil)
	switch strings.ToUpper(verb) {
	case "LOGIN":
		st.Refine(s.in.login)
		t.SetAccount(strings.Trim(rest, "'"), host)
	case "PUSH":
		st.Refine(s.in.push)
		queue, text, _ := strings.Cut(rest, " ")
		err = s.store.push(t, queue, strings.Trim(text, "'"))
		counters.RowsAffected = 1
	case "POP":
		st.Refine(s.in.pop)
		answer, err = s.store.pop(t, rest)
		counters.RowsSent, counters.RowsExamined = 1, 1
	case "FIND":
		st.Refine(s.in.find)
		found, looked := s.store.find(t, strings.Trim(rest, "'"))
		answer = fmt.Sprint(found)
		counters.RowsSent, counters.RowsExamined = 1, uint64(looked)
	default:
		st.Refine(s.in.err)
		st.SetError(1064, "42000", "You have an error in your syntax near '"+verb+"'")
		return "error: what is " + verb + "?"
	}
	st.ComputeDigest() // it has parsed
	switch {
	case errors.Is(err, errClosed):
		st.SetError(1053, "08S01", err.Error())
	case err != nil:
		st.SetError(1026, "HY000", err.Error())
	default:
		st.SetCounters(counters)
		return strings.TrimSpace("ok " + answer)
	}
	return "error: " + err.Error()
}

// close ends all connections and waits for them.
func (s *service) close() {
	s.listener.Close()
	s.store.close()
	s.mu.Lock()
	for c := range s.clients {
		c.Close()
	}
	s.mu.Unlock()
	s.served.Wait()
}
