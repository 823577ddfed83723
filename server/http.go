package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"

	"github.com/perfschema/perfschema/prometheus"
	"github.com/perfschema/perfschema/server/endpoint"
	"github.com/perfschema/perfschema/web"
)

// checkHTTP refuses settings that contradict each other.
func (c Config) checkHTTP() error {
	switch {
	case c.HTTP == "" && c.HTTPUser != "":
		return fmt.Errorf("%w: there is a user for HTTP, and no HTTP; give --http too", ErrListen)
	case (c.HTTPUser == "") != (c.HTTPPassword == ""):
		return fmt.Errorf("%w: give --http-user and --http-password-file together", ErrExposed)
	}
	return nil
}

// serveHTTP begins to serve pages, metrics, health and profiles, if that is wanted. There
// need be neither database nor engine yet.
func (s *Server) serveHTTP(ctx context.Context, c Config, tlsConfig *tls.Config) error {
	if err := c.checkHTTP(); err != nil || c.HTTP == "" {
		return err
	}
	l, err := listen(ctx, "http", c.HTTP)
	if err != nil {
		return err
	}
	o := endpoint.Options{User: c.HTTPUser, Password: c.HTTPPassword, Local: isLoopback(l.Addr())}
	if !o.Local {
		o.TLS = tlsConfig
		if err := c.checkHTTPExposure(tlsConfig != nil); err != nil {
			l.Close()
			return err
		}
	}
	s.pages = s.newPages(c)
	o.Pages, o.Metrics = s.pages, s.instruments.collector()
	s.http = endpoint.Serve(l, o)
	return nil
}

// closeHTTP ends what serveHTTP has begun.
func (s *Server) closeHTTP() {
	s.http.Close()
	if s.pages != nil {
		s.pages.Close()
	}
}

// checkHTTPExposure refuses to serve other machines without an account or without TLS.
func (c Config) checkHTTPExposure(tls bool) error {
	switch {
	case c.HTTPUser == "":
		return fmt.Errorf("%w: --http %s is reachable from other machines, so give --http-user and --http-password-file, or choose 127.0.0.1",
			ErrExposed, c.HTTP)
	case !tls:
		return fmt.Errorf("%w: --http %s is reachable from other machines and there is no TLS, so do without --skip-ssl, or choose 127.0.0.1",
			ErrExposed, c.HTTP)
	}
	return nil
}

// collector gives Prometheus what this server has counted.
func (i *instruments) collector() *prometheus.Collector {
	o := prometheus.Options{}
	if i.overhead != nil {
		o.Overhead = i.overhead
	}
	return prometheus.NewCollector(i.schema, o)
}

// newPages makes the pages. Who may change anything is who has given the account.
func (s *Server) newPages(c Config) *web.Pages {
	i := s.instruments
	o := web.Options{
		Title:          "perfschema",
		Profiler:       i.adapter.Profiler(),
		ActiveSessions: i.adapter.ActiveSessions(),
		// The endpoint has let in who asks.
		Allow: func(*http.Request) bool { return true },
		Links: []web.Link{{Name: "metrics", URL: "metrics"}, {Name: "Go's profiles", URL: "debug/pprof/"}},
	}
	if i.overhead != nil {
		o.Overhead = i.overhead
	}
	if c.History {
		o.History = historyPages{filepath.Join(c.DataDir, HistoryDir)}
	}
	if c.HTTPUser != "" {
		o.Change = func(*http.Request) bool { return true }
		o.Kill = func(_ context.Context, connection uint64, statementOnly bool) error {
			return s.kill(connection, statementOnly)
		}
	}
	return web.New(i.schema, o)
}

// kill ends a connection as KILL does, or its statement as KILL QUERY.
func (s *Server) kill(connection uint64, statementOnly bool) error {
	id := uint32(connection)
	if !s.serving.Load() || uint64(id) != connection || s.instruments.schema.Read().ThreadByProcesslistID(connection) == nil {
		return fmt.Errorf("%w: there is no connection %d", errNoConnection, connection)
	}
	s.database.Engine().ProcessList.Kill(id)
	if statementOnly {
		return nil
	}
	return s.mysql.SessionManager().KillConnection(id)
}

var errNoConnection = errors.New("KILL")

// HTTPAddr is the address of pages, metrics, health and profiles; nil if they are not served.
func (s *Server) HTTPAddr() net.Addr { return s.http.Addr() }
