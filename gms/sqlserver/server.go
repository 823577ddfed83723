package sqlserver

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"net"
	"sync"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/sampler"
)

var (
	// ErrExposed: other machines reach the address, and there is no account with a
	// password, or no TLS.
	ErrExposed = errors.New("sqlserver: not safe on this address")
	// ErrServerClosed is what Serve and ListenAndServe return after Shutdown.
	ErrServerClosed = errors.New("sqlserver: server closed")
)

// Server serves one Schema. Its methods are safe for concurrent use.
type Server struct {
	schema   *perfschema.Schema
	options  options
	adapter  *gms.Adapter
	engine   *sqle.Engine
	provider *memory.DbProvider

	mu     sync.Mutex
	mysql  *server.Server // nil until Serve
	served chan struct{}  // closed when Serve accepts no more
	closed bool
	end    sync.Once // what no connection uses any more
}

// ListenAndServe makes a Server and has it serve an address, host:port, until it fails:
// for programs that serve until they end.
func ListenAndServe(ps *perfschema.Schema, addr string, opts ...Option) error {
	s, err := New(ps, opts...)
	if err != nil {
		return err
	}
	return s.ListenAndServe(addr)
}

// New makes a Server, which registers the instruments of gms, and listens nowhere yet. A
// Schema that is nil or off has tables that are there and empty. It fails where an
// account has no name, or a profiler cannot start. It ends with Shutdown.
func New(ps *perfschema.Schema, opts ...Option) (*Server, error) {
	s := &Server{schema: ps, served: make(chan struct{})}
	for _, o := range opts {
		o(&s.options)
	}
	for _, a := range s.options.accounts {
		if a.user == "" {
			return nil, errors.New("sqlserver: an account has no name")
		}
	}
	quiet()
	leave := leaveAlone(ps)
	var err error
	if s.adapter, err = gms.New(ps, gms.Options{Dialect: true}); err != nil {
		return nil, fmt.Errorf("sqlserver: %w", err)
	}
	leave()
	var names []string
	for _, d := range s.options.databases {
		if err := s.adapter.AddDatabase(d.name, d.tables); err != nil {
			return nil, fmt.Errorf("sqlserver: %w", err)
		}
		names = append(names, d.name)
	}
	s.provider = memory.NewDBProvider()
	if s.engine, err = s.adapter.NewEngine(s.provider, nil); err != nil {
		return nil, fmt.Errorf("sqlserver: %w", err)
	}
	if err = addAccounts(s.engine, s.options.accounts, names); err == nil && s.options.profiler != nil {
		err = s.adapter.StartProfiler(*s.options.profiler)
	}
	if err != nil {
		s.engine.Close()
		return nil, fmt.Errorf("sqlserver: %w", err)
	}
	return s, nil
}

// Profiler returns what the option [Profiler] has started, nil without it: for pages of package web
// and other readers.
func (s *Server) Profiler() *sampler.Profiler { return s.adapter.Profiler() }

// ActiveSessions returns the active session history that goes with the Profiler, nil without it.
func (s *Server) ActiveSessions() *activesession.Recorder { return s.adapter.ActiveSessions() }

// leaveAlone returns what has the connections of this server recorded by nobody, unless
// the program has such connections of its own.
func leaveAlone(ps *perfschema.Schema) func() {
	theirs := threadClasses(ps)
	return func() {
		for name, c := range threadClasses(ps) {
			if theirs[name] == nil {
				c.SetEnabled(false)
			}
		}
	}
}

func threadClasses(ps *perfschema.Schema) map[string]*perfschema.Class {
	out := make(map[string]*perfschema.Class)
	for _, c := range ps.Read().ClassesOf(perfschema.KindThread) {
		out[c.Name()] = c
	}
	return out
}

// ListenAndServe serves an address, host:port, until Shutdown. It always returns an
// error; after Shutdown that is [ErrServerClosed].
func (s *Server) ListenAndServe(addr string) error {
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", addr)
	if err != nil {
		return fmt.Errorf("sqlserver: %w", err)
	}
	return s.Serve(l)
}

// Serve serves the connections of a listener, which it closes, until Shutdown. It always
// returns an error. A Server serves one listener.
func (s *Server) Serve(l net.Listener) error {
	srv, err := s.start(l)
	if err != nil {
		l.Close()
		return err
	}
	srv.Listener.Accept()
	close(s.served)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrServerClosed
	}
	return errors.New("sqlserver: the listener is closed")
}

func (s *Server) start(l net.Listener) (*server.Server, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return nil, ErrServerClosed
	case s.mysql != nil:
		return nil, errors.New("sqlserver: the Server serves already")
	}
	transport, err := s.transport(l.Addr())
	if err != nil {
		return nil, err
	}
	s.adapter.SetTransport(transport)
	s.mysql, err = s.adapter.NewServer(server.Config{Listener: l}, s.engine, sessions(s.provider))
	if err != nil {
		return nil, fmt.Errorf("sqlserver: %w", err)
	}
	return s.mysql, nil
}

// transport is how connections are secured, an error where that is not enough for the
// address.
func (s *Server) transport(addr net.Addr) (gms.Transport, error) {
	exposed := exposed(addr)
	t := gms.Transport{TLS: s.options.tls, Required: exposed, Exposed: exposed}
	open := len(s.options.accounts) == 0
	for _, a := range s.options.accounts {
		open = open || a.password == ""
	}
	switch {
	case exposed && open:
		return t, fmt.Errorf("%w: other machines reach %s: give it Account with a password, or listen on 127.0.0.1", ErrExposed, addr)
	case exposed && t.TLS == nil:
		return t, fmt.Errorf("%w: other machines reach %s: give it TLS, or listen on 127.0.0.1", ErrExposed, addr)
	case exposed || len(s.options.accounts) == 0:
		return t, nil
	}
	var err error
	if t.Key, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
		return t, fmt.Errorf("sqlserver: make a key: %w", err)
	}
	if t.TLS == nil {
		t.TLS, err = ownTLS()
	}
	return t, err
}

// exposed says whether other machines reach an address.
func exposed(addr net.Addr) bool {
	switch a := addr.(type) {
	case *net.TCPAddr:
		return !a.IP.IsLoopback()
	case *net.UnixAddr:
		return false
	}
	return true
}

// Shutdown refuses new connections, ends those there are with what they run, and returns
// when they have ended and nothing of the Server runs any more, or with ctx's error.
func (s *Server) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	srv := s.mysql
	s.closed = true
	s.mu.Unlock()
	if srv != nil {
		srv.Listener.Close()
		if err := s.drain(ctx, srv); err != nil {
			return err
		}
	}
	var err error
	s.end.Do(func() {
		s.adapter.Close()
		if err = s.engine.Close(); errors.Is(err, context.Canceled) {
			err = nil // it says that it has ended what ran
		}
	})
	return err
}

func (s *Server) drain(ctx context.Context, srv *server.Server) error {
	select {
	case <-s.served:
	case <-ctx.Done():
		return fmt.Errorf("sqlserver: %w", ctx.Err())
	}
	if err := s.adapter.Drain(ctx, srv); err != nil {
		return fmt.Errorf("sqlserver: %w", err)
	}
	return nil
}
