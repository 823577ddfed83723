package server_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/racetest"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/server"
)

var madeFiles = []string{"ca.pem", "ca-key.pem", "server-cert.pem", "server-key.pem", "private_key.pem", "public_key.pem"}

// checks is a client's TLS that trusts a data directory's authority alone.
func checks(t *testing.T, dir string) func(*mysql.Config) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "ca.pem"))
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(data) {
		t.Fatal("no certificate in ca.pem")
	}
	return func(c *mysql.Config) { c.TLS = &tls.Config{RootCAs: pool, ServerName: "localhost"} }
}

func certificateIn(t *testing.T, file string) *x509.Certificate {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	block, _ := pem.Decode(data)
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

func contentsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, f := range madeFiles {
		data, err := os.ReadFile(filepath.Join(dir, f))
		if err != nil {
			t.Fatal(err)
		}
		all[f] = string(data)
	}
	return all
}

// The first start makes an authority, a certificate and keys; the next ones use
// them.
func TestCertificateIsMade(t *testing.T) {
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir})
	if err := open(t, s, "root", "", checks(t, dir)).Ping(); err != nil {
		t.Error(err)
	}
	for _, f := range madeFiles {
		info, err := os.Stat(filepath.Join(dir, f))
		if err != nil {
			t.Fatal(err)
		}
		secret := f == "ca-key.pem" || f == "server-key.pem" || f == "private_key.pem"
		if mode := info.Mode().Perm(); secret && mode != 0o600 && runtime.GOOS != "windows" {
			t.Errorf("%s has mode %o", f, mode)
		}
	}
	first := contentsOf(t, dir)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = start(t, server.Config{DataDir: dir})
	if err := open(t, s, "root", "", checks(t, dir)).Ping(); err != nil {
		t.Error(err)
	}
	for f, data := range contentsOf(t, dir) {
		if data != first[f] {
			t.Errorf("%s was made again", f)
		}
	}
	// A client without ca.pem finds it in what the server sends.
	for _, reload := range []bool{false, true} {
		if reload {
			if _, err := open(t, s, "root", "").Exec("ALTER INSTANCE RELOAD TLS"); err != nil {
				t.Fatal(err)
			}
		}
		var sent []*x509.Certificate
		err := open(t, s, "root", "", func(c *mysql.Config) {
			c.TLS = &tls.Config{InsecureSkipVerify: true, VerifyConnection: func(state tls.ConnectionState) error {
				sent = state.PeerCertificates
				return nil
			}}
		}).Ping()
		if err != nil || len(sent) != 2 || !sent[1].Equal(certificateIn(t, filepath.Join(dir, "ca.pem"))) {
			t.Errorf("the server sends %d certificates, %v", len(sent), err)
		}
	}
}

// What a start that was cut short has left, the next one goes on from: each file
// is made after those it needs.
func TestCertificateHalfMade(t *testing.T) {
	racetest.SkipAlone(t)
	order := []string{"ca-key.pem", "ca.pem", "server-key.pem", "server-cert.pem", "private_key.pem", "public_key.pem"}
	whole := t.TempDir()
	if err := start(t, server.Config{DataDir: whole}).Close(); err != nil {
		t.Fatal(err)
	}
	for n := range order {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		for _, f := range order[n:] {
			if err := os.Remove(filepath.Join(dir, f)); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, order[n]+".new"), []byte("cut sho"), 0o600); err != nil {
			t.Fatal(err)
		}
		s := start(t, server.Config{DataDir: dir})
		if err := open(t, s, "root", "", checks(t, dir)).Ping(); err != nil {
			t.Errorf("without %s and what follows: %v", order[n], err)
		}
		before, after := contentsOf(t, whole), contentsOf(t, dir)
		for _, f := range order[:n] {
			if before[f] != after[f] {
				t.Errorf("without %s, %s was made anew", order[n], f)
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// write puts a certificate and its key into a data directory.
func write(t *testing.T, dir, name string, ends time.Time) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotAfter: ends, NotBefore: ends.Add(-time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{
		"server-cert.pem": {Type: "CERTIFICATE", Bytes: der}, "server-key.pem": {Type: "PRIVATE KEY", Bytes: keyDER},
	} {
		if err := os.WriteFile(filepath.Join(dir, file), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// A certificate of the server's own is made anew before it ends, with the same
// authority; another one is the administrator's.
func TestCertificateIsRenewed(t *testing.T) {
	dir := t.TempDir()
	if err := start(t, server.Config{DataDir: dir}).Close(); err != nil {
		t.Fatal(err)
	}
	for name, renewed := range map[string]bool{"perfschema_Auto_Generated_Server_Certificate": true, "db.example.com": false} {
		for _, left := range []time.Duration{-time.Hour, 24 * time.Hour, 60 * 24 * time.Hour} {
			ends := time.Now().Add(left)
			write(t, dir, name, ends)
			s := start(t, server.Config{DataDir: dir})
			cert := certificateIn(t, filepath.Join(dir, "server-cert.pem"))
			if got, want := cert.NotAfter.After(ends.Add(time.Minute)), renewed && left < 30*24*time.Hour; got != want {
				t.Errorf("%s with %v left: renewed is %v", name, left, got)
			} else if got {
				if err := open(t, s, "root", "", checks(t, dir)).Ping(); err != nil {
					t.Errorf("with the new certificate: %v", err)
				}
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestCertificateDamaged(t *testing.T) {
	whole := t.TempDir()
	if err := start(t, server.Config{DataDir: whole}).Close(); err != nil {
		t.Fatal(err)
	}
	for _, f := range []string{"server-cert.pem", "server-key.pem", "private_key.pem"} {
		for _, content := range []string{"", "nonsense", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"} {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, f), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := server.Start(t.Context(), server.Config{Listen: "127.0.0.1:0", DataDir: dir})
			if err == nil {
				s.Close()
			}
			if !errors.Is(err, server.ErrTLS) {
				t.Errorf("%s with %q in it: %v", f, content, err)
			}
		}
	}
	for _, f := range []string{"server-key.pem"} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(dir, f)); err != nil {
			t.Fatal(err)
		}
		s, err := server.Start(t.Context(), server.Config{Listen: "127.0.0.1:0", DataDir: dir})
		if err == nil {
			s.Close()
		}
		if !errors.Is(err, server.ErrTLS) {
			t.Errorf("without %s: %v", f, err)
		}
	}
}

func TestNoTLS(t *testing.T) {
	dir := t.TempDir()
	s := start(t, server.Config{DataDir: dir, NoTLS: true})
	if err := open(t, s, "root", "", func(c *mysql.Config) { c.TLSConfig = "skip-verify" }).Ping(); !errors.Is(err, mysql.ErrNoTLS) {
		t.Errorf("a client that wants TLS: %v", err)
	}
	exec(t, open(t, s, "root", ""), "CREATE USER ann IDENTIFIED WITH caching_sha2_password BY 'secret'")
	if err := open(t, s, "ann", "secret").Ping(); err != nil {
		t.Errorf("caching_sha2_password without TLS: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "server-cert.pem")); err == nil {
		t.Error("a certificate was made that nobody needs")
	}
}
