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
