package server_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/server"
)

// certificate writes a certificate for 127.0.0.1 and its key.
func certificate(t *testing.T) (certFile, keyFile string, pool *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, BasicConstraintsValid: true, IsCA: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for file, block := range map[string]*pem.Block{
		certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: keyDER},
	} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool = x509.NewCertPool()
	pool.AddCert(cert)
	return certFile, keyFile, pool
}

// ALTER INSTANCE RELOAD TLS has new connections get the certificate that the files have now,
// or changes nothing.
func TestReloadTLS(t *testing.T) {
	certFile, keyFile, before := certificate(t)
	otherCert, otherKey, after := certificate(t)
	by := func(pool *x509.CertPool) func(*mysql.Config) {
		return func(c *mysql.Config) { c.TLS = &tls.Config{RootCAs: pool, ServerName: "127.0.0.1"} }
	}
	s := start(t, server.Config{TLSCert: certFile, TLSKey: keyFile})
	admin := open(t, s, "root", "", by(before))
	exec(t, admin, "CREATE USER plain", "SET GLOBAL require_secure_transport = ON")
	if _, err := open(t, s, "plain", "", by(before)).Exec("ALTER INSTANCE RELOAD TLS"); number(err) != 1227 {
		t.Errorf("without the right: %v", err)
	}
	for from, to := range map[string]string{otherCert: certFile, otherKey: keyFile} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	certified := func(when string, is *x509.CertPool) {
		t.Helper()
		for _, pool := range []*x509.CertPool{before, after} {
			if err := open(t, s, "plain", "", by(pool)).Ping(); (err == nil) != (pool == is) {
				t.Errorf("%s: %v, of the first certificate %t, wanted of the first %t", when, err, pool == before, is == before)
			}
		}
		if err := open(t, s, "root", "").Ping(); err == nil {
			t.Errorf("%s: connected without TLS, which is required", when)
		}
	}
	certified("not reloaded", before)
	exec(t, admin, "ALTER INSTANCE RELOAD TLS")
	certified("reloaded", after)
	if err := os.WriteFile(certFile, []byte("broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := admin.Exec("ALTER INSTANCE RELOAD TLS"); number(err) != 3888 {
		t.Errorf("of a broken file: %v", err)
	}
	certified("not reloaded for a broken file", after)
}

func TestTLS(t *testing.T) {
	certFile, keyFile, pool := certificate(t)
	withTLS := func(c *mysql.Config) { c.TLS = &tls.Config{RootCAs: pool, ServerName: "127.0.0.1"} }

	s := start(t, server.Config{TLSCert: certFile, TLSKey: keyFile})
	admin := open(t, s, "root", "", withTLS)
	exec(t, admin, "CREATE USER old IDENTIFIED WITH mysql_native_password BY 'a'",
		"CREATE USER new IDENTIFIED WITH caching_sha2_password BY 'b'")
	for user, password := range map[string]string{"old": "a", "new": "b"} {
		if err := open(t, s, user, password, withTLS).Ping(); err != nil {
			t.Errorf("%s: %v", user, err)
		}
		if err := open(t, s, user, "wrong", withTLS).Ping(); number(err) != 1045 {
			t.Errorf("%s with a wrong password: %v, want error 1045", user, err)
		}
	}
	if err := open(t, s, "root", "").Ping(); err != nil {
		t.Errorf("without TLS, which is not required: %v", err)
	}

	s = start(t, server.Config{TLSCert: certFile, TLSKey: keyFile, RequireSecureTransport: true})
	if err := open(t, s, "root", "", withTLS).Ping(); err != nil {
		t.Error(err)
	}
	if err := open(t, s, "root", "").Ping(); err == nil {
		t.Error("connected without TLS, which is required")
	}
}
