package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server/dolt"
	"github.com/perfschema/perfschema/server/endpoint"
	"github.com/perfschema/perfschema/web"
)

// drainTimeout bounds how long Close waits for connections to end after their
// statements were killed.
const drainTimeout = 3 * time.Second

// Server is a running server. Its methods are safe for concurrent use.
type Server struct {
	instruments *instruments
	database    *dolt.Database
	mysql       *server.Server
	warnings    *warnings
	http        *endpoint.Endpoint // nil where there is none
	pages       *web.Pages         // nil where there is no http
	serving     atomic.Bool        // clients can connect, or could
	addr        net.Addr
	done        chan struct{}
	asked       chan struct{} // closed by SHUTDOWN
	askOnce     sync.Once
	closeOnce   sync.Once
	closeErr    error
}

// Start opens the data directory and accepts connections. When it fails,
// nothing is left behind: no file, no port. Errors wrap one of this package's
// or of package dolt's Err values. ctx bounds the start only; end the server
// with [Server.Close].
func Start(ctx context.Context, cfg Config) (_ *Server, err error) {
	cfg = cfg.withDefaults()
	if err := cfg.setLogFormat(); err != nil {
		return nil, err
	}
	collation, err := cfg.collation()
	if err != nil {
		return nil, err
	}
	inst, err := newInstruments(cfg.PerformanceSchema)
	if err != nil {
		return nil, err
	}
	main := inst.mainThread()
	before := perfschema.Bound()
	main.Bind()
	defer func() {
		if err != nil {
			inst.stop()
			main.End()
		}
		before.Bind()
	}()
	stages := &startStages{schema: inst.schema, config: cfg.PerformanceSchema, thread: main}
	defer stages.end()
	stages.enter("reading certificates and accounts")
	tlsConfig, err := cfg.loadTLS(inst.files(), time.Now())
	if err != nil {
		return nil, err
	}
	listener, err := listen(ctx, "listen", cfg.Listen)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			listener.Close()
		}
	}()
	addr := listener.Addr()
	socket, err := cfg.listenSocket(ctx)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil && socket != nil {
			socket.Close()
		}
	}()
	if err := cfg.checkExposure(inst.schema, addr, tlsConfig != nil); err != nil {
		return nil, err
	}
	if err := inst.startProfiler(cfg.Profiler); err != nil {
		return nil, err
	}
	inst.startOverhead(cfg.overheadSampling())
	s := &Server{instruments: inst, addr: addr, done: make(chan struct{}), asked: make(chan struct{})}
	// The pages tell of the start too, so they are there before what takes its time.
	if err := s.serveHTTP(ctx, cfg, tlsConfig); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.closeHTTP()
		}
	}()
	passwordKey := cfg.makePasswordKey()
	defer passwordKey.wait()
	if cfg.History {
		if err := errors.Join(inst.serveHistory(), inst.serveFleet(cfg.HistoryClickHouse)); err != nil {
			return nil, err
		}
	}
	stages.enter("opening databases")
	installed, endFirst := startFirst()
	defer endFirst()
	database, err := dolt.Open(ctx, dolt.Options{
		Dir:       cfg.DataDir,
		Accounts:  cfg.newAccounts(isLoopback(addr)),
		Overrides: inst.overrides(),
		Reserved:  inst.adapter.Overlay().HasDatabase,
		Schema:    inst.schema,
	})
	if err != nil {
		return nil, err
	}
	stages.enter("preparing the engine")
	s.database = database
	inst.shutdown = s.askShutdown
	if err := inst.install(database); err != nil {
		return nil, errors.Join(err, database.Discard())
	}
	installed()
	inst.adapter.StartedWith(cfg.Sources, database.PersistedFile())
	if err := keepSysConfig(inst.adapter.SysConfig(), database.Path()); err != nil {
		return nil, errors.Join(err, database.Discard())
	}
	if err := inst.watchMemory(cfg.MemoryWatch); err != nil {
		return nil, errors.Join(err, database.Discard())
	}
	if err := inst.adapter.ShowDatabases(!cfg.Unlisted); err != nil {
		return nil, errors.Join(err, database.Discard())
	}
	if err := cfg.showRequired(); err != nil {
		return nil, errors.Join(err, database.Discard())
	}
	settleCollation(collation)
	if err := cfg.setVariables(ctx, database); err != nil {
		return nil, errors.Join(err, database.Discard())
	}
	// As in MySQL, what was persisted wins over the command line.
	database.RestoreVariables(ctx, cfg.restored)
	if err := cfg.restoreRequired(); err != nil {
		return nil, errors.Join(err, database.Discard())
	}
	cfg.declareHistory()
	if cfg.History {
		stages.enter("opening the history")
		if err := inst.startHistory(cfg, database.Path(), addr); err != nil {
			return nil, errors.Join(err, database.Discard())
		}
	}
	stages.enter("starting statistics")
	if err := database.StartWorkers(ctx); err != nil {
		return nil, errors.Join(err, database.Discard())
	}
	stages.enter("making keys")
	keys := keyStore{fs: inst.files(), dir: database.Path(), now: time.Now(), made: database.Made, newKey: passwordKey.get}
	transport, err := cfg.transport(tlsConfig, &keys)
	if err != nil {
		return nil, errors.Join(err, database.Discard())
	}
	transport.Exposed = !isLoopback(addr)
	if transport.TLS != nil {
		s.http.SetCertificate(transport.TLS.Certificates[0])
	}
	inst.adapter.SetTransport(transport)
	inst.reloadTLS = func() error { return cfg.reloadTLS(inst, s.http, keys) }
	stages.enter("opening the network")
	if err := cfg.variables(transport); err != nil {
		return nil, errors.Join(err, database.Discard())
	}
	if err := describe(database.Path(), addr, cfg.Socket); err != nil {
		return nil, errors.Join(err, database.Discard())
	}
	if err := nameLogs(); err != nil {
		return nil, errors.Join(err, database.Discard())
	}
	inst.startLogs(database.Path())
	if err := inst.adapter.SettleVariables(sql.NewContext(ctx)); err != nil {
		return nil, errors.Join(err, database.Discard())
	}
	listener = inst.listener(listener)
	if socket != nil {
		listener = acceptBoth(listener, inst.listener(socket), inst.acceptor)
	}
	s.mysql, err = server.NewServerWithHandler(server.Config{
		Listener:                listener,
		Protocol:                "tcp",
		Address:                 addr.String(),
		Version:                 version(),
		ProtocolListenerFactory: inst.adapter.ProtocolListener,
	}, database.Engine(), database.ContextFactory(), inst.adapter.Sessions(database.NewSession), nil, inst.wrapHandler)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("starting the server: %w", err), database.Discard())
	}
	if err := inst.adapter.StartEvents(database.NewEventContext); err != nil {
		return nil, errors.Join(fmt.Errorf("starting the server: %w", err), database.Discard())
	}
	s.warnings = startWarnings(inst.schema.Read().Warnings)
	inst.adapter.LogMessage(time.Now(), gms.LogSystem, fmt.Sprintf("ready for connections on %v", addr))
	stages.end()
	main.Unbind()
	s.serving.Store(true)
	s.http.Ready()
	go func() {
		defer close(s.done)
		defer main.End()
		main.Bind()
		s.mysql.Listener.Accept()
	}()
	return s, nil
}

// Addr is the address clients connect to.
func (s *Server) Addr() net.Addr { return s.addr }

// Schema is the Performance Schema of the server.
func (s *Server) Schema() *perfschema.Schema { return s.instruments.schema }

// ShutdownAsked is closed when a client has run SHUTDOWN. Who has started the server is to
// call [Server.Close] then.
func (s *Server) ShutdownAsked() <-chan struct{} { return s.asked }

func (s *Server) askShutdown(user string) {
	s.askOnce.Do(func() {
		s.instruments.adapter.LogMessage(time.Now(), gms.LogSystem, fmt.Sprintf("Received SHUTDOWN from user %s. Shutting down", user))
		close(s.asked)
	})
}

// Close refuses new connections, kills the statements in progress, ends the
// connections and closes the database; it takes at most a few seconds. What
// was committed stays.
func (s *Server) Close() error {
	s.closeOnce.Do(func() { s.closeErr = s.close() })
	return s.closeErr
}

func (s *Server) close() error {
	defer s.closeHTTP()
	s.http.Stopping()
	s.mysql.Listener.Close()
	<-s.done
	s.warnings.stop()
	defer s.instruments.stop()
	ctx, cancel := context.WithTimeout(context.Background(), drainTimeout)
	defer cancel()
	s.instruments.adapter.StopEvents(ctx)
	busy := s.instruments.adapter.Drain(ctx, s.mysql)
	failed := s.database.Stop()
	if busy != nil {
		// Something cannot be interrupted. The storage stays open under it;
		// the journal holds what was committed.
		return errors.Join(failed, fmt.Errorf("connections still busy after %v", drainTimeout))
	}
	// Its files are in the data directory, which is another server's as soon as it is closed.
	s.instruments.stopHistory()
	return errors.Join(failed, s.database.Close())
}

// version is what the server calls itself, in the handshake as in VERSION().
func version() string {
	if _, value, ok := sql.SystemVariables.GetGlobal("version"); ok {
		if text, ok := value.(string); ok {
			return text
		}
	}
	return ""
}
