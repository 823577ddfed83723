package gms

import (
	"context"
	"crypto/tls"
	"net"

	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/account"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/login"
	"github.com/perfschema/perfschema/gms/internal/transport"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// Transport is how the connections of clients are secured: TLS to offer and whether it is
// required, the key for passwords sent without it, and whether other machines reach the
// server. The zero Transport offers no TLS, and without TLS a client can log in by
// caching_sha2_password only if the server remembers its password from an earlier login.
type Transport = transport.Terms

// SetTransport says how connections accepted from now on are secured. It has an
// effect on listeners of [Adapter.Listener] whose server was made with
// [Adapter.ProtocolListener].
func (a *Adapter) SetTransport(t Transport) { a.secured.Terms.Store(&t) }

// SetTLS changes how connections accepted from now on speak TLS, and nothing else of their
// [Transport].
func (a *Adapter) SetTLS(cfg *tls.Config) { a.secured.Change(func(t *Transport) { t.TLS = cfg }) }

// ReloadTLS implements grammar.Server.
func (a grammarServer) ReloadTLS(*sql.Context) error {
	if a.options.OnReloadTLS == nil {
		return sqlerr.NotSupportedYet("ALTER INSTANCE RELOAD TLS")
	}
	if err := a.options.OnReloadTLS(); err != nil {
		return mysql.NewSQLError(errTLSLibrary, sqlerr.StateGeneral, "Failed to set up SSL because of the following SSL library error: %s", err)
	}
	return nil
}

// errTLSLibrary is ER_SSL_LIBRARY_ERROR.
const errTLSLibrary = 3888

// ProtocolListener serves MySQL's protocol with the Adapter logging clients in:
// by caching_sha2_password, which is the default, or mysql_native_password, with
// TLS and without. It is a server.ProtocolListenerFunc for a server.Config whose
// Listener is [Adapter.Listener]'s, whatever is around that. TLS that the Config
// asks for is made the Adapter's [Transport].
//
// TLS ends in the Adapter: connection attributes and commands are seen with it
// as without. The engine takes such a connection for secure, but does not find
// a tls.Conn in it.
func (a *Adapter) ProtocolListener(cfg server.Config, l mysql.ListenerConfig, events server.ServerEventListener) (server.ProtocolListener, error) {
	switch {
	case cfg.TLSConfig != nil:
		a.SetTransport(Transport{TLS: cfg.TLSConfig, Required: cfg.RequireSecureTransport})
	case a.secured.Terms.Load() == nil:
		a.SetTransport(Transport{Required: cfg.RequireSecureTransport})
	}
	cfg.TLSConfig, cfg.RequireSecureTransport = nil, false
	l.AuthServer = login.NewServer(l.AuthServer, login.Options{Rights: a.rights, Accounts: a.accounts, Passwords: &a.passwords, LoginOf: loginOf})
	a.logsIn.Store(true)
	return server.MySQLProtocolListenerFactory(cfg, l, events)
}

// Encrypt begins TLS on the connection.
func (w *wireConn) Encrypt(cfg *tls.Config) error {
	c := tls.Server(&tlsSocket{w.Socket, w}, cfg)
	// Whoever bounds the time sets the connection's deadline.
	if err := c.HandshakeContext(context.Background()); err != nil {
		return err
	}
	w.tls = c
	return nil
}

// TLS returns the connection's TLS, nil for none.
func (w *wireConn) TLS() *tls.Conn { return w.tls }

// Handshaking reports whether the client has not been let in yet.
func (w *wireConn) Handshaking() bool { return w.state == wireHandshake }

// RaiseError counts an error of the client's.
func (w *wireConn) RaiseError(number int) {
	if c := w.connection; c != nil {
		c.thread.RaiseError(number)
	}
}

// Serves reports whether there is a session.
func (w *wireConn) Serves() bool { return w.connection != nil }

// Admit puts the session under the restrictions of an account.
func (w *wireConn) Admit(usage *account.Usage, expired bool, address string) {
	w.connection.restrict(usage, expired)
	w.connection.roles.Named(address)
}

// LoggedIn notes how the client was let in.
func (w *wireConn) LoggedIn(p login.Proof) { w.proof = p }

// loginOf returns the login of a connection, nil if it has none or has ended.
func loginOf(c net.Conn) *login.Login {
	if w := wireOf(c); w != nil {
		return w.login
	}
	return nil
}

// Encrypted says whether what passes is encrypted below.
func (w *wireConn) Encrypted() bool { return w.tls != nil }

// tlsSocket is the socket as TLS reads it.
type tlsSocket struct {
	*wire.Socket
	wire *wireConn
}

// Read implements net.Conn. The first read for a new command ends idle time.
func (s *tlsSocket) Read(b []byte) (int, error) {
	if s.wire.idle {
		s.wire.idle = false
		return s.Socket.ReadIdle(s.wire.connection.thread, b)
	}
	return s.Socket.Read(b)
}

// Close implements net.Conn. Any goroutine may call it. A client that has said
// that it leaves is told by TLS that nothing follows; another one may not be
// reading, and nobody is to wait for it.
func (w *wireConn) Close() error {
	if w.quit.Load() && w.tls != nil {
		_ = w.tls.CloseWrite()
	}
	w.bytes.Close()
	err := w.Socket.Close()
	w.settleAnswered()
	return err
}

var _ net.Conn = (*wireConn)(nil)

// tellTransport goes around a session builder, so that sessions show how their
// connection is secured: Ssl_cipher, Ssl_version and their like.
func (a *Adapter) tellTransport(build server.SessionBuilder) server.SessionBuilder {
	return func(ctx context.Context, c *mysql.Conn, addr string) (sql.Session, error) {
		session, err := build(ctx, c, addr)
		if err != nil || session == nil {
			return session, err
		}
		if conn := connectionFor(c); conn != nil {
			conn.variables.begin(a, session)
			if name := client.NamedCollation(c.CharacterSet); name != "" { // see tellCollation
				conn.variables.set.Store(&map[string]any{"collation_connection": name})
			}
		}
		if w := wireOf(c.Conn); w != nil && w.tls != nil {
			for name, value := range a.secured.Session(w.tls.ConnectionState()) {
				_ = session.SetStatusVariable(nil, name, value) // the engine may do without it
			}
		}
		return session, nil
	}
}

// PasswordDated reports whether it is known since when an account has its password. A password
// without a date does not expire by its age.
func PasswordDated(u *mysql_db.User) bool { return account.Dated(u) }
