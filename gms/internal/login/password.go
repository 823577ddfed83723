package login

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"net"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/account"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/credential"
)

// attempt is one client's attempt to log in.
type attempt struct {
	server     *Server
	conn       *mysql.Conn
	login      *Login
	user, host string
	account    mysql_db.User // zero if there is none, or no accounts at all
	known      bool          // there is one
	open       bool          // there are no accounts, and no questions

	plugin string // the client's
	salt   []byte // for it
	proof  []byte // that the client has the password
}

// find looks the account up.
func (x *attempt) find(remote net.Addr) {
	db := x.server.Rights.Accounts()
	if db == nil || !db.Enabled() {
		x.open = true
		return
	}
	reader := db.Reader()
	defer reader.Close()
	host := clientAddress(remote)
	if u := privilege.FindAccount(reader, x.user, host); u != nil {
		x.account, x.known = *u, true
		return
	}
	x.account.Plugin = x.server.decoy(reader, x.user, host)
}

// clientAddress is the address of a client as accounts are found by it.
func clientAddress(remote net.Addr) string {
	if remote.Network() == "unix" {
		return "localhost"
	}
	host := remote.String()
	if h, _, err := net.SplitHostPort(host); err == nil {
		return h
	}
	return host
}

// isEngines reports whether the engine, whose plugin the password is for, finds the same account.
func (x *attempt) isEngines() bool {
	db := x.server.Rights.Accounts()
	reader := db.Reader()
	defer reader.Close()
	u := db.GetUser(reader, x.user, clientAddress(x.conn.RemoteAddr()), false)
	return x.known && u != nil && u.User == x.account.User && u.Host == x.account.Host
}

// decoy is the plugin of an account that is not there: always the same one for
// a name, and one that accounts have, so that the question tells nothing.
func (s *Server) decoy(reader *mysql_db.Reader, user, host string) string {
	native, sha2 := false, false
	reader.VisitUsers(func(u *mysql_db.User) {
		native = native || u.Plugin == account.Native && u.AuthString != ""
		sha2 = sha2 || u.Plugin == account.SHA2
	})
	h := hmac.New(sha256.New, s.secret[:])
	h.Write([]byte(user + "@" + host))
	if native && (!sha2 || h.Sum(nil)[0]&1 == 0) {
		return account.Native
	}
	return account.SHA2
}

// denied is the one answer to whoever is not let in.
func (x *attempt) denied() error {
	using := "NO"
	if !x.noProof() {
		using = "YES"
	}
	return mysql.NewSQLError(mysql.ERAccessDeniedError, mysql.SSAccessDeniedError,
		"Access denied for user '%s'@'%s' (using password: %s)", x.user, x.host, using)
}

// noProof reports whether the client has claimed no password: by nothing, or by the
// zero byte that caching_sha2_password sends.
func (x *attempt) noProof() bool {
	return len(x.proof) == 0 || len(x.proof) == 1 && x.proof[0] == 0
}

// run asks the client for what its account's plugin wants.
func (x *attempt) run() (mysql.Getter, error) {
	if x.open {
		if x.plugin == account.SHA2 && !x.noProof() {
			return sql.MysqlConnectionUser{User: x.user, Host: x.host}, x.login.send([]byte{mysql.AuthMoreDataPacket, mysql.CachingSha2FastAuth})
		}
		return sql.MysqlConnectionUser{User: x.user, Host: x.host}, nil
	}
	var ok bool
	var err error
	switch plugin := x.account.Plugin; {
	case x.account.AuthString == "" && x.known && (plugin == account.Native || plugin == account.SHA2) && x.noProof() && (x.plugin == account.Native || x.plugin == account.SHA2):
		ok = true // no password is none by either, and some clients have but one
	case plugin == account.Native:
		ok, err = x.native()
	case plugin == account.SHA2:
		ok, err = x.sha2()
	default:
		return x.other()
	}
	if err != nil {
		return nil, err
	}
	if err := x.tried(ok); err != nil {
		return nil, err
	}
	if !ok || !x.known || !credential.Suits(&x.account, x.login.wire.TLS()) {
		return nil, x.denied()
	}
	return x.admit(sql.MysqlConnectionUser{User: x.account.User, Host: x.account.Host})
}

// admit lets the client in unless its account is locked.
func (x *attempt) admit(user mysql.Getter) (mysql.Getter, error) {
	if x.account.Locked {
		sql.StatusVariables.IncrementGlobal("Locked_connects", 1)
		return nil, mysql.NewSQLError(sqlerr.ERAccountLocked, "HY000", "Access denied for user '%s'@'%s'. Account is locked.", x.user, x.host)
	}
	if err := x.enter(); err != nil {
		return nil, err
	}
	return user, nil
}

// change has the client use another plugin. The salt stays, as in MySQL: clients keep one
// for COM_CHANGE_USER, some the greeting's and others the last.
func (x *attempt) change(plugin string) error {
	if x.plugin == plugin {
		return nil
	}
	if x.login.Response.Flags&mysql.CapabilityClientPluginAuth == 0 {
		return mysql.NewSQLError(sqlerr.ERAuthMode, "08004", "Client does not support authentication protocol requested by server; consider upgrading MySQL client")
	}
	p := append([]byte{mysql.AuthSwitchRequestPacket}, plugin...)
	p = append(append(append(p, 0), x.salt...), 0)
	if err := x.login.send(p); err != nil {
		return err
	}
	x.plugin = plugin
	var err error
	x.proof, err = x.login.receive()
	return err
}

func (x *attempt) native() (bool, error) {
	if err := x.change(account.Native); err != nil {
		return false, err
	}
	if x.account.AuthString == "" {
		return x.noProof(), nil
	}
	return credential.CheckNative(x.proof, x.salt, x.account.AuthString), nil
}

// sha2 is caching_sha2_password: who has logged in before proves the password,
// others send it, by TLS or encrypted with the server's key. One who is not
// there, or has no password, is asked like all others.
func (x *attempt) sha2() (bool, error) {
	if err := x.change(account.SHA2); err != nil {
		return false, err
	}
	if x.noProof() {
		return x.account.AuthString == "", nil
	}
	if len(x.proof) != sha256.Size {
		return false, nil
	}
	name := x.account.User + "\x00" + x.account.Host
	cache := x.server.Passwords
	if x.known && cache.Check(name, x.account.AuthString, x.proof, x.salt) {
		return true, x.login.send([]byte{mysql.AuthMoreDataPacket, mysql.CachingSha2FastAuth})
	}
	if err := x.login.send([]byte{mysql.AuthMoreDataPacket, mysql.CachingSha2FullAuth}); err != nil {
		return false, err
	}
	password, ok, err := x.password()
	if err != nil || !ok {
		return false, err
	}
	ok = credential.CheckSHA2(password, x.account.AuthString)
	if ok && x.known {
		cache.Add(name, x.account.AuthString, password)
	}
	return ok, nil
}

// password receives the password itself. Without TLS it is taken encrypted
// alone.
func (x *attempt) password() (string, bool, error) {
	data, err := x.login.receive()
	if err != nil {
		return "", false, err
	}
	if !x.login.wire.Secure() {
		key := x.login.terms.Key
		if key == nil {
			return "", false, nil
		}
		if len(data) == 1 && data[0] == requestKey {
			p, err := credential.PublicKey(key)
			if err != nil {
				return "", false, err
			}
			if err := x.login.send(append([]byte{mysql.AuthMoreDataPacket}, p...)); err != nil {
				return "", false, err
			}
			if data, err = x.login.receive(); err != nil {
				return "", false, err
			}
		}
		if data = decrypted(key, data); data == nil {
			return "", false, nil
		}
		for i := range data {
			data[i] ^= x.salt[i%len(x.salt)]
		}
	}
	password, ok := bytes.CutSuffix(data, []byte{0})
	return string(password), ok, nil
}
