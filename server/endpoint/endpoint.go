package endpoint

import (
	"context"
	"crypto/tls"
	"errors"
	"log"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	client "github.com/prometheus/client_golang/prometheus"
	"github.com/sirupsen/logrus"
)

const (
	headerTimeout = 5 * time.Second
	idleTimeout   = 2 * time.Minute
	// answerTimeout is how long an answer may take, beside the time a profile is taken for.
	answerTimeout = 30 * time.Second
	// closeTimeout is how long answers may take that are under way at the end.
	closeTimeout = time.Second
	maxHeader    = 16 << 10
)

// Options say who may ask.
type Options struct {
	// User and Password are asked for unless User is empty.
	User, Password string
	// TLS has clients speak it; until [Endpoint.SetCertificate] nobody is answered
	// unless it has a certificate. nil: no TLS.
	TLS *tls.Config
	// Local says that requests must name the host as this machine: a page in a browser
	// that has its own name resolve to a loopback address is refused.
	Local bool
	// Foreign says that pages and metrics are about another program: neither metrics nor profiles
	// of this one are served with them.
	Foreign bool
	// Pages and Metrics are served from the beginning; nil: there are none.
	Pages   http.Handler
	Metrics client.Collector
}

// Endpoint answers until Close. It is safe for concurrent use. A nil Endpoint does
// nothing.
type Endpoint struct {
	listener    net.Listener
	server      *http.Server
	stop        context.CancelFunc // ends profiles that are being taken
	done        chan struct{}
	certificate atomic.Pointer[tls.Certificate]
	ready       atomic.Bool
}

// Serve begins to answer on a listener, which the Endpoint owns from now on. Until
// [Endpoint.Ready] it says that it is not ready.
func Serve(l net.Listener, o Options) *Endpoint {
	ctx, stop := context.WithCancel(context.Background())
	e := &Endpoint{listener: l, stop: stop, done: make(chan struct{})}
	e.server = &http.Server{
		Handler:           guard(o, e.paths(o)),
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       headerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ErrorLog:          log.New(failures{}, "", 0),
	}
	if o.TLS != nil {
		e.server.TLSConfig = e.tls(o.TLS)
	}
	go func() {
		defer close(e.done)
		err := error(nil)
		if o.TLS != nil {
			err = e.server.ServeTLS(l, "", "")
		} else {
			err = e.server.Serve(l)
		}
		if !errors.Is(err, http.ErrServerClosed) {
			logrus.Errorf("HTTP on %s: %v", l.Addr(), err)
		}
	}()
	return e
}

// tls is the configuration of MySQL's side without what concerns its clients'
// certificates: here an account says who somebody is.
func (e *Endpoint) tls(c *tls.Config) *tls.Config {
	if len(c.Certificates) > 0 {
		e.SetCertificate(c.Certificates[0])
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		if c := e.certificate.Load(); c != nil {
			return c, nil
		}
		return nil, errors.New("the server has no certificate yet")
	}}
}

// SetCertificate gives the certificate for connections from now on.
func (e *Endpoint) SetCertificate(c tls.Certificate) {
	if e != nil {
		e.certificate.Store(&c)
	}
}

// Ready says that clients can connect from now on.
func (e *Endpoint) Ready() {
	if e != nil {
		e.ready.Store(true)
	}
}

// Stopping says that clients cannot connect any more.
func (e *Endpoint) Stopping() {
	if e != nil {
		e.ready.Store(false)
	}
}

// Addr is the address that it listens on; nil of a nil Endpoint.
func (e *Endpoint) Addr() net.Addr {
	if e == nil {
		return nil
	}
	return e.listener.Addr()
}

// Close ends it: it lets answers end that are under way, for a second at most.
func (e *Endpoint) Close() {
	if e == nil {
		return
	}
	e.ready.Store(false)
	e.stop()
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	if err := e.server.Shutdown(ctx); err != nil {
		_ = e.server.Close()
	}
	<-e.done
}

// failures is where net/http writes what went wrong. Clients that speak no TLS, or break
// off, are not the operator's concern.
type failures struct{}

func (failures) Write(line []byte) (int, error) {
	text := strings.TrimSpace(string(line))
	if strings.Contains(text, "TLS handshake error") {
		logrus.Debug("HTTP: ", text)
	} else {
		logrus.Warn("HTTP: ", text)
	}
	return len(line), nil
}
