package gms_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"database/sql"
	"encoding/asn1"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/view"
)

// certified makes an authority, a server's certificate and a client's.
func certified(t *testing.T) (forServer, forClient *tls.Config) {
	t.Helper()
	key := func() *ecdsa.PrivateKey {
		k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	caKey := key()
	ca := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		Subject: pkix.Name{Country: []string{"SE"}, Organization: []string{"Shop"}, CommonName: "authority"}}
	caDER, err := x509.CreateCertificate(rand.Reader, ca, ca, caKey.Public(), caKey)
	if err != nil {
		t.Fatal(err)
	}
	root, err := x509.ParseCertificate(caDER)
	if err != nil {
		t.Fatal(err)
	}
	issue := func(serial int64, name pkix.Name) tls.Certificate {
		k := key()
		c := &x509.Certificate{SerialNumber: big.NewInt(serial), NotBefore: time.Date(2024, 3, 5, 6, 7, 8, 0, time.UTC),
			NotAfter: time.Date(2099, 12, 31, 23, 59, 59, 0, time.UTC), Subject: name, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
		der, err := x509.CreateCertificate(rand.Reader, c, root, k.Public(), caKey)
		if err != nil {
			t.Fatal(err)
		}
		return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: k}
	}
	pool := x509.NewCertPool()
	pool.AddCert(root)
	forServer = &tls.Config{ClientCAs: pool, ClientAuth: tls.VerifyClientCertIfGiven,
		Certificates: []tls.Certificate{issue(2, pkix.Name{CommonName: "server"})}}
	forClient = &tls.Config{RootCAs: pool, ServerName: "127.0.0.1", MaxVersion: tls.VersionTLS12,
		Certificates: []tls.Certificate{issue(3, pkix.Name{Country: []string{"SE"}, CommonName: "ann",
			ExtraNames: []pkix.AttributeTypeAndValue{{Type: asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 1}, Value: "ann@shop"}}})}}
	return forServer, forClient
}

// loginServer is a server with accounts of every kind.
func loginServer(t *testing.T, change func(*gms.Transport)) (*testServer, *tls.Config) {
	t.Helper()
	forServer, forClient := certified(t)
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	transport := gms.Transport{TLS: forServer, Key: key}
	if change != nil {
		change(&transport)
	}
	var adapter *gms.Adapter
	set := func(_ *server.Config, a *gms.Adapter) {
		adapter = a
		a.SetTransport(gms.Transport{TLS: forServer})
	}
	functions := []view.LoadableFunction{{Name: "two", ReturnType: "integer"}, {Name: "one"}}
	s := startServerParts(t, perfschema.Config{}, serverParts{options: gms.Options{Functions: functions}, set: set}, memory.NewDatabase("shop"))
	root := s.connectWith(t, func(c *mysql.Config) { c.TLSConfig = "skip-verify" })
	for _, q := range []string{
		"CREATE USER native IDENTIFIED WITH mysql_native_password BY 'secret'",
		"CREATE USER sha2 IDENTIFIED WITH caching_sha2_password BY 'secret'",
		"CREATE USER other IDENTIFIED WITH caching_sha2_password BY 'secret'",
		"CREATE USER open2 IDENTIFIED WITH caching_sha2_password BY ''",
		"CREATE USER open1 IDENTIFIED WITH mysql_native_password BY ''",
		"CREATE USER tls IDENTIFIED WITH caching_sha2_password BY 'secret' REQUIRE SSL",
		"CREATE USER certified IDENTIFIED WITH caching_sha2_password BY 'secret' REQUIRE X509",
		"CREATE USER ann IDENTIFIED WITH caching_sha2_password BY 'secret' REQUIRE SUBJECT '/C=SE/CN=ann/emailAddress=ann@shop' AND ISSUER '/C=SE/O=Shop/CN=authority'",
		"CREATE USER bob IDENTIFIED WITH caching_sha2_password BY 'secret' REQUIRE SUBJECT '/CN=bob'",
		"CREATE USER cipher IDENTIFIED WITH caching_sha2_password BY 'secret' REQUIRE CIPHER 'ECDHE-ECDSA-AES128-GCM-SHA256'",
		"CREATE USER locked IDENTIFIED WITH caching_sha2_password BY 'secret'",
	} {
		mustExec(t, root, q)
	}
	s.adapter = adapter
	s.lock(t, "locked")
	adapter.SetTransport(transport)
	return s, forClient
}

// lock locks an account.
func (s *testServer) lock(t *testing.T, user string) {
	t.Helper()
	editor := s.engine.Analyzer.Catalog.MySQLDb.Editor()
	defer editor.Close()
	u, ok := editor.GetUser(mysql_db.UserPrimaryKey{User: user, Host: "%"})
	if !ok {
		t.Fatalf("no account %s", user)
	}
	u.Locked = true
	editor.PutUser(u)
}

// logIn is the error number of a login; 0 is success, and 1 an answer that the
// driver does not understand.
func (s *testServer) logIn(t *testing.T, user, password string, encryption *tls.Config) uint16 {
	t.Helper()
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.Passwd, cfg.TLS, cfg.Logger = "tcp", s.addr, user, password, encryption, &mysql.NopLogger{}
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	err = db.PingContext(t.Context())
	var refused *mysql.MySQLError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &refused):
		return refused.Number
	}
	return 1
}

func TestLogin(t *testing.T) {
	s, encryption := loginServer(t, nil)
	uncertified := encryption.Clone()
	uncertified.Certificates = nil
	newest := uncertified.Clone()
	newest.MaxVersion = 0
	for name, test := range map[string]struct {
		tls     *tls.Config
		refused map[string]uint16 // of those with the right password
	}{
		"TLS with a certificate": {encryption, map[string]uint16{"bob": 1045, "locked": 3118}},
		"TLS 1.2":                {uncertified, map[string]uint16{"certified": 1045, "ann": 1045, "bob": 1045, "locked": 3118}},
		"TLS":                    {newest, map[string]uint16{"certified": 1045, "ann": 1045, "bob": 1045, "cipher": 1045, "locked": 3118}},
		"no TLS":                 {nil, map[string]uint16{"tls": 1045, "certified": 1045, "ann": 1045, "bob": 1045, "cipher": 1045, "locked": 3118}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, user := range []string{"native", "sha2", "tls", "certified", "ann", "bob", "cipher", "locked", "open1", "open2", "nobody", "root"} {
				right := "secret"
				if user == "open1" || user == "open2" || user == "root" {
					right = ""
				}
				for round := range 2 { // the second is remembered
					for _, password := range []string{right, "wrong", "", "secret"} {
						want := uint16(1045)
						if password == right && user != "nobody" {
							want = test.refused[user]
						}
						if got := s.logIn(t, user, password, test.tls); got != want {
							t.Errorf("round %d, %s with %q: error %d, want %d", round, user, password, got, want)
						}
					}
				}
			}
		})
	}
}

// A session says how its connection is secured.
func TestTransportStatus(t *testing.T) {
	s, encryption := loginServer(t, nil)
	newest := encryption.Clone()
	newest.MaxVersion = 0
	for name, test := range map[string]struct {
		tls             *tls.Config
		cipher, version string
	}{
		"TLS 1.2": {encryption, "ECDHE-ECDSA-AES128-GCM-SHA256", "TLSv1.2"},
		"TLS 1.3": {newest, "TLS_AES_128_GCM_SHA256", "TLSv1.3"},
		"no TLS":  {nil, "", ""},
	} {
		c := s.connectWith(t, func(c *mysql.Config) { c.User, c.Passwd, c.DBName, c.TLS = "sha2", "secret", "", test.tls })
		status := map[string]string{}
		for _, r := range rows(t, c, "SHOW STATUS LIKE 'Ssl%'") {
			status[r[0]] = r[1]
		}
		if status["Ssl_cipher"] != test.cipher || status["Ssl_version"] != test.version || !strings.Contains(status["Ssl_cipher_list"], test.cipher) {
			t.Errorf("%s: %v", name, status)
		}
		for name, want := range map[string]string{"Ssl_server_not_before": "Mar  5 06:07:08 2024 GMT", "Ssl_server_not_after": "Dec 31 23:59:59 2099 GMT"} {
			if status[name] != want {
				t.Errorf("%s is %q, want %q", name, status[name], want)
			}
			if global := rows(t, c, "SHOW GLOBAL STATUS LIKE '"+name+"'"); len(global) != 1 || global[0][1] != want {
				t.Errorf("the global %s is %q, want %q", name, global, want)
			}
		}
	}
	if key := rows(t, s.connectWith(t, nil), "SHOW GLOBAL STATUS LIKE 'Caching_sha2_password_rsa_public_key'"); !strings.HasPrefix(key[0][1], "-----BEGIN PUBLIC KEY-----") {
		t.Errorf("the key is %q", key)
	}
}

// Who has logged in once proves the password without sending it, until it is
// another.
func TestLoginIsRemembered(t *testing.T) {
	s, encryption := loginServer(t, func(g *gms.Transport) { g.Key = nil })
	attempt := func(want bool, what string, user, password string, encryption *tls.Config) {
		t.Helper()
		if got := s.logIn(t, user, password, encryption); (got == 0) != want {
			t.Errorf("%s: error %d, to be let in is %v", what, got, want)
		}
	}
	attempt(false, "without TLS and a key", "sha2", "secret", nil)
	attempt(true, "with TLS", "sha2", "secret", encryption)
	attempt(true, "without TLS once it is known", "sha2", "secret", nil)
	attempt(false, "another password", "sha2", "wrong", nil)
	attempt(false, "another account", "other", "secret", nil)
	root := s.connectWith(t, func(c *mysql.Config) { c.TLSConfig = "skip-verify" })
	mustExec(t, root, "ALTER USER sha2 IDENTIFIED WITH caching_sha2_password BY 'new'")
	attempt(false, "the old password", "sha2", "secret", nil)
	attempt(false, "the old password with TLS", "sha2", "secret", encryption)
	attempt(false, "the new one, not known yet", "sha2", "new", nil)
	attempt(true, "the new one with TLS", "sha2", "new", encryption)
	attempt(true, "the new one, known", "sha2", "new", nil)
}

func TestSecureTransportIsRequired(t *testing.T) {
	s, encryption := loginServer(t, func(g *gms.Transport) { g.Required = true })
	if got := s.logIn(t, "sha2", "secret", nil); got != 3159 {
		t.Errorf("without TLS: error %d, want 3159", got)
	}
	if got := s.logIn(t, "sha2", "secret", encryption); got != 0 {
		t.Errorf("with TLS: error %d", got)
	}
}

// rawLogin connects and gives the greeting, then sends what it is given as the
// answer and returns what comes back until the server closes or sends an OK or
// an error.
func (s *testServer) rawLogin(t *testing.T, answer []byte, more ...[]byte) (got [][]byte) {
	t.Helper()
	c, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	read := func() []byte {
		head := make([]byte, 4)
		if _, err := io.ReadFull(c, head); err != nil {
			return nil
		}
		body := make([]byte, int(head[0])|int(head[1])<<8|int(head[2])<<16)
		if _, err := io.ReadFull(c, body); err != nil {
			return nil
		}
		return body
	}
	read()
	if _, err := c.Write(answer); err != nil {
		t.Fatal(err)
	}
	for {
		p := read()
		if p == nil {
			return got
		}
		got = append(got, p)
		if p[0] == 0xff || p[0] == 0 {
			return got
		}
		if len(more) > 0 {
			_, _ = c.Write(more[0])
			more = more[1:]
		} else {
			_ = c.(*net.TCPConn).CloseWrite()
		}
	}
}

func wirePacket(sequence byte, payload []byte) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))
	b[3] = sequence
	return append(b, payload...)
}

func rawAnswer(flags uint32, user, proof, plugin string) []byte {
	b := binary.LittleEndian.AppendUint32(nil, flags)
	b = append(b, make([]byte, 28)...)
	b = append(append(b, user...), 0, byte(len(proof)))
	return append(append(append(b, proof...), plugin...), 0)
}

// Whatever comes in the place of an answer, the client gets an error or none,
// and the server goes on.
func TestAnswerCutShort(t *testing.T) {
	s, _ := loginServer(t, nil)
	const flags = 1<<9 | 1<<15 | 1<<19 | 1<<20
	whole := append(rawAnswer(flags, "native", "12345678901234567890", "mysql_native_password"), 3, 1, 'a', 0)
	for n := range len(whole) {
		got := s.rawLogin(t, wirePacket(1, whole[:n]))
		if len(got) == 0 || got[0][0] != 0xff {
			t.Fatalf("an answer of %d bytes out of %d: %q", n, len(whole), got)
		}
	}
	long := bytes.Repeat([]byte{0xff}, 100<<10)
	for name, bytes := range map[string][]byte{
		"nothing":            {},
		"half a header":      {1, 0},
		"less than promised": wirePacket(1, whole)[:20],
		"another sequence":   wirePacket(7, whole),
		"too long":           wirePacket(1, long),
		"HTTP":               []byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
		"TLS without asking": {0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0},
		"TLS and nonsense":   append(wirePacket(1, rawAnswer(flags|1<<11, "", "", "")[:32]), "nonsense, not a hello of TLS"...),
		"TLS in one":         wirePacket(1, rawAnswer(flags|1<<11, "native", "", "mysql_native_password")),
	} {
		c, err := net.Dial("tcp", s.addr)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = c.Write(bytes)
		_ = c.(*net.TCPConn).CloseWrite()
		got, _ := io.ReadAll(c)
		c.Close()
		if ok := []byte("\x00\x00\x00\x02\x00\x00\x00"); len(got) > 7 && string(got[len(got)-7:]) == string(ok) {
			t.Errorf("%s: let in by %q", name, got)
		}
	}
	// Proofs of wrong lengths.
	for n := range 40 {
		for _, plugin := range []string{"mysql_native_password", "caching_sha2_password", "mysql_clear_password", "nonsense", ""} {
			for _, user := range []string{"native", "sha2", "open1", "open2", "nobody"} {
				got := s.rawLogin(t, wirePacket(1, rawAnswer(flags&^(1<<20), user, string(make([]byte, n)), plugin)), wirePacket(3, make([]byte, n)), wirePacket(5, make([]byte, n)), wirePacket(7, nil))
				last := []byte{0xff}
				if len(got) > 0 {
					last = got[len(got)-1]
				}
				if open := user[0] == 'o' && n < 2; (last[0] == 0) != open && !open {
					t.Errorf("%s by %s with a proof of %d bytes: %q", user, plugin, n, got)
				}
			}
		}
	}
	if got := s.logIn(t, "native", "secret", nil); got != 0 {
		t.Errorf("a client after all that: error %d", got)
	}
}

// An account that is not there is answered as one with another password.
func TestUnknownAccountIsAnsweredTheSame(t *testing.T) {
	s, _ := loginServer(t, nil)
	const flags = 1<<9 | 1<<15 | 1<<19
	conversation := func(user string) (kinds string) {
		proof := string(bytes.Repeat([]byte{'x'}, 32))
		got := s.rawLogin(t, wirePacket(1, rawAnswer(flags, user, proof, "caching_sha2_password")), wirePacket(3, []byte{2}), wirePacket(5, make([]byte, 256)))
		for _, p := range got {
			switch p[0] {
			case 0xff:
				kinds += fmt.Sprintf("error %d %s ", binary.LittleEndian.Uint16(p[1:]), bytes.ReplaceAll(p[3:], []byte(user), []byte("USER")))
			case 0xfe:
				kinds += fmt.Sprintf("switch to %s ", p[1:22])
			default:
				kinds += fmt.Sprintf("%d bytes ", len(p))
			}
		}
		return kinds
	}
	known := map[string]bool{conversation("native"): true, conversation("sha2"): true}
	if len(known) != 2 {
		t.Fatalf("the conversations of two plugins are %v", known)
	}
	seen := map[string]int{}
	for i := range 64 {
		user := fmt.Sprintf("nobody%d", i)
		got := conversation(user)
		if !known[got] {
			t.Fatalf("%s: %s, want one of %v", user, got, known)
		}
		if again := conversation(user); again != got {
			t.Errorf("%s: %s, and then %s", user, got, again)
		}
		seen[got]++
	}
	if len(seen) != 2 {
		t.Errorf("64 accounts that are not there are all answered alike: %v", seen)
	}
}
