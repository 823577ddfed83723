package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/build/attach"
	"github.com/perfschema/perfschema/gms/sqlserver"
	"github.com/perfschema/perfschema/prometheus"
	"github.com/perfschema/perfschema/server/endpoint"
	"github.com/perfschema/perfschema/web"
)

const groupAttach = "What is read, and where it is served"

// attaching is what the options of attach set.
type attaching struct {
	listen   string
	http     string
	interval time.Duration
}

func (a *attaching) options() []option {
	return []option{
		{name: "listen", arg: "HOST:PORT", group: groupAttach, def: a.listen, doc: "where to serve the tables to MySQL's clients: an address of this machine alone", set: filled(keep(&a.listen))},
		{name: "http", arg: "HOST:PORT", group: groupAttach, doc: "where to serve pages for a browser, and /metrics for Prometheus: an address of this machine alone; none unless given", set: filled(keep(&a.http))},
		{name: "interval", arg: "TIME", group: groupAttach, def: "1s", doc: "time between two readings, as 500ms or 10s", set: interval(&a.interval)},
	}
}

func (a *attaching) help() string {
	return optionHelp("perfschema attach PROGRAM [options] serves the waits of a running program that was built by perfschema build as\n"+
		"tables of MySQL: which locks, channels and lines its goroutines waited for, and wait for now. PROGRAM is the\n"+
		"address that it was started with in PERFSCHEMA_LISTEN or, on linux, the number of its process.\n\n"+
		"  PERFSCHEMA_LISTEN=127.0.0.1:6061 ./program\n"+
		"  perfschema attach 127.0.0.1:6061\n"+
		"  mariadb -h127.0.0.1 -P3307 -e 'SELECT * FROM program.wait_places ORDER BY SUM_TIMER_WAIT DESC LIMIT 5'\n", []string{groupAttach}, a.options())
}

// runAttach serves the tables of a running program until SIGTERM or SIGINT, or until the program ends and
// another answers in its place.
func runAttach(args []string, stdout, stderr io.Writer) error {
	a := &attaching{listen: "127.0.0.1:3307", interval: time.Second}
	given, arguments, err := parseArguments("attach", args, a.options(), 1)
	if errors.Is(err, errHelp) {
		_, err = io.WriteString(stdout, a.help())
		return err
	}
	if err == nil {
		err = setAll(given, nil)
	}
	switch {
	case err != nil:
		return err
	case len(arguments) == 0:
		return errors.New("no program given; perfschema attach 127.0.0.1:6061 attaches to one that was started with PERFSCHEMA_LISTEN=127.0.0.1:6061")
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	address, err := attach.AddressOf(arguments[0])
	if err != nil {
		return err
	}
	ps, err := perfschema.New(attach.Config())
	if err != nil {
		return err
	}
	program, err := attach.Open(ctx, address, ps)
	if err != nil {
		return err
	}
	return a.serve(ctx, program, ps, stdout, stderr)
}

// serve serves the tables of a program, and reads from it.
func (a *attaching) serve(ctx context.Context, program *attach.Program, ps *perfschema.Schema, stdout, stderr io.Writer) error {
	srv, err := sqlserver.New(ps, sqlserver.Database(attach.DatabaseName, program.Tables()))
	if err != nil {
		return err
	}
	listener, err := listenHere(ctx, a.listen)
	if err != nil {
		return errors.Join(err, shutDown(srv))
	}
	pages := ""
	if a.http != "" {
		l, err := listenHere(ctx, a.http)
		if err != nil {
			return errors.Join(err, listener.Close(), shutDown(srv))
		}
		defer servePages(l, program, ps)()
		pages = fmt.Sprintf("; pages on http://%s", l.Addr())
	}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(listener) }()
	tell(stdout, fmt.Sprintf("ready for connections on %s: %s%s", listener.Addr(), program, pages))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	followed := make(chan error, 1)
	go func() {
		followed <- program.Follow(ctx, a.interval, func(err error) {
			if err != nil {
				tell(stderr, fmt.Sprintf("%v; the tables stay as they were", err))
				return
			}
			tell(stderr, "the program answers again")
		})
	}()
	select {
	case err = <-followed:
		stopped := shutDown(srv)
		return errors.Join(except(err, context.Canceled), stopped, except(<-served, sqlserver.ErrServerClosed))
	case err = <-served:
		cancel()
		return errors.Join(err, except(<-followed, context.Canceled), shutDown(srv))
	}
}

// listenHere listens at an address, and refuses one that other machines can reach: attach has no passwords.
func listenHere(ctx context.Context, address string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen at %s: %w", address, errors.Unwrap(err))
	}
	if tcp, ok := listener.Addr().(*net.TCPAddr); ok && !tcp.IP.IsLoopback() {
		return nil, errors.Join(fmt.Errorf("other machines reach %s, and attach asks for no password: listen at 127.0.0.1", address), listener.Close())
	}
	return listener, nil
}

// servePages serves pages and metrics of a program until end is called.
func servePages(l net.Listener, program *attach.Program, ps *perfschema.Schema) (end func()) {
	pages := web.New(ps, web.Options{
		Title:   program.Name(),
		Allow:   func(*http.Request) bool { return true }, // the endpoint has let in who asks
		Program: &web.Program{Database: attach.DatabaseName, Tables: program.Tables()},
		Links:   []web.Link{{Name: "metrics", URL: "metrics"}},
	})
	e := endpoint.Serve(l, endpoint.Options{Local: true, Foreign: true, Pages: pages, Metrics: prometheus.NewCollector(ps, prometheus.Options{Foreign: true})})
	e.Ready()
	return func() {
		e.Close()
		pages.Close()
	}
}

// except is an error that is not the one expected.
func except(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}

// shutDown ends a server and its connections.
func shutDown(srv *sqlserver.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return srv.Shutdown(ctx)
}
