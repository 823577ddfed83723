package login

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"net"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/account"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/credential"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// The plugins that clients log in by, as the protocol names them.
const (
	pluginClear = string(mysql.MysqlClearPassword)
)

// loginPlugin is the one plugin vitess knows of: a login says it in the place of
// the client's own.
const loginPlugin = "any plugin"

// Server authenticates clients whose connections have a [Login]; others it
// leaves to the engine.
type Server struct {
	mysql.AuthServer
	Options
	secret [sha256.Size]byte // see decoy
}

// Options are what a server of logins needs.
type Options struct {
	Rights    *privilege.Rights
	Accounts  *account.Accounts
	Passwords *credential.Passwords
	// LoginOf returns the login of a connection, nil if it has none or has ended.
	LoginOf func(net.Conn) *Login
}

// NewServer returns a server of logins that leaves to the engine the clients without a Login.
func NewServer(engine mysql.AuthServer, o Options) *Server {
	s := &Server{AuthServer: engine, Options: o}
	_, _ = rand.Read(s.secret[:]) // it never fails
	return s
}

// AuthMethods implements mysql.AuthServer.
func (s *Server) AuthMethods() []mysql.AuthMethod {
	return append([]mysql.AuthMethod{method{s}}, s.AuthServer.AuthMethods()...)
}

// DefaultAuthMethodDescription implements mysql.AuthServer.
func (s *Server) DefaultAuthMethodDescription() mysql.AuthMethodDescription {
	return mysql.CachingSha2Password
}

// method stands for all plugins.
type method struct{ server *Server }

// Name implements mysql.AuthMethod.
func (m method) Name() mysql.AuthMethodDescription { return loginPlugin }

// HandleUser implements mysql.AuthMethod.
func (m method) HandleUser(c *mysql.Conn, _ string) bool {
	return m.server.LoginOf(c.Conn) != nil
}

// AllowClearTextWithoutTLS implements mysql.AuthMethod.
func (m method) AllowClearTextWithoutTLS() bool { return true }

// AuthPluginData implements mysql.AuthMethod.
func (m method) AuthPluginData() ([]byte, error) { return nil, nil }

// HandleAuthPluginData implements mysql.AuthMethod. greeting is the salt that the
// client has had in the greeting, and a zero.
func (m method) HandleAuthPluginData(c *mysql.Conn, user string, greeting, _ []byte, remote net.Addr) (mysql.Getter, error) {
	l := m.server.LoginOf(c.Conn)
	if l.wire.TLS() != nil {
		c.Capabilities |= mysql.CapabilityClientSSL
	}
	x := attempt{
		server: m.server, conn: c, login: l, user: user, host: client.Host(remote),
		salt: bytes.TrimSuffix(greeting, []byte{0}), plugin: l.Response.Plugin, proof: l.Response.Proof,
	}
	x.find(remote)
	as, err := x.run()
	l.wire.LoggedIn(Proof{Server: m.server, salt: x.salt})
	return as, err
}

// Proof is who has let a client in, and the salt of the client's proof of a password.
type Proof struct {
	Server *Server
	salt   []byte
}

// Again authenticates a client that changes its user, for which it has sent r.
func (p Proof) Again(l *Login, c *mysql.Conn, r *wire.ChangeUser) (mysql.Getter, error) {
	x := attempt{
		server: p.Server, conn: c, login: l, user: r.User, host: client.Host(c.RemoteAddr()),
		salt: p.salt, plugin: r.Plugin, proof: r.Proof,
	}
	x.find(c.RemoteAddr())
	return x.run()
}

// requestKey asks for the server's public key.
const requestKey = 2

// decrypted is what a client has encrypted, nil if it is not what it is to send.
func decrypted(key *rsa.PrivateKey, data []byte) []byte {
	plain, err := rsa.DecryptOAEP(sha1.New(), nil, key, data, nil)
	if err != nil {
		return nil
	}
	return plain
}

// other logs in by a plugin of the engine's, which gets the password itself.
func (x *attempt) other() (mysql.Getter, error) {
	if !x.login.wire.Secure() {
		return nil, x.denied()
	}
	if err := x.change(pluginClear); err != nil {
		return nil, err
	}
	if !x.isEngines() {
		return nil, x.denied()
	}
	for _, m := range x.server.AuthServer.AuthMethods() {
		if m.Name() == mysql.MysqlClearPassword && m.HandleUser(x.conn, x.user) {
			if _, err := m.HandleAuthPluginData(x.conn, x.user, nil, x.proof, x.conn.RemoteAddr()); err != nil {
				return nil, err
			}
			if !credential.Suits(&x.account, x.login.wire.TLS()) {
				return nil, x.denied()
			}
			return x.admit(sql.MysqlConnectionUser{User: x.account.User, Host: x.account.Host})
		}
	}
	return nil, x.denied()
}

// clientExpiredPasswords says of a client that it knows what to do when a password has
// expired.
const clientExpiredPasswords = 1 << 22

// tried tells of a login, whether the client has proved that it has the password, and why it
// is not let in if its account is locked.
func (x *attempt) tried(proved bool) error {
	if !x.known {
		return nil
	}
	return x.server.Accounts.Tried(&x.account, x.host, proved)
}

// enter puts the client's session under the restrictions of its account.
func (x *attempt) enter() error {
	if x.open || !x.login.wire.Serves() {
		return nil
	}
	usage, expired, err := x.server.Accounts.Admit(&x.account, x.login.Response.Flags&clientExpiredPasswords != 0)
	if err != nil {
		return err
	}
	x.login.wire.Admit(usage, expired, clientAddress(x.conn.RemoteAddr()))
	return nil
}
