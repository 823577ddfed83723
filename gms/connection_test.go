package gms_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"testing"
	"time"

	"github.com/dolthub/go-mysql-server/server"
	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

func TestConnectionThread(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := s.connectWith(t, func(cfg *mysql.Config) { cfg.ConnectionAttributes = "program_name:shop,note:a b" })
	th := s.thread(t, c)
	info := th.Info()
	if info.Name != "thread/sql/one_connection" || info.User != "root" || info.Host != "localhost" || info.Database != "shop" || info.ConnectionType != "TCP/IP" {
		t.Errorf("%+v", info)
	}
	if info.Command != "Sleep" || info.Info != "" {
		t.Errorf("idle: command %q, info %q", info.Command, info.Info)
	}
	attrs := map[string]string{}
	for _, a := range th.ConnectAttrs() {
		attrs[a.Name] = a.Value
	}
	if attrs["program_name"] != "shop" || attrs["note"] != "a b" || attrs["_client_name"] != "Go-MySQL-Driver" {
		t.Errorf("attributes %v", attrs)
	}
	mustExec(t, c, "CREATE DATABASE other")
	mustExec(t, c, "USE other")
	if db := th.Info().Database; db != "other" {
		t.Errorf("database %q", db)
	}
	if e, err := s.run(t, th, c, "SELECT 1"); err != nil || e.Schema != "other" {
		t.Errorf("%v, schema %q", err, e.Schema)
	}
}

func TestConnectionEnds(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	watch := s.connectWith(t, nil)
	c := s.connectWith(t, nil)
	th := s.thread(t, c)
	mustExec(t, c, "START TRANSACTION")
	s.hangUp(t, c)
	for s.schema.ThreadByID(th.ID()) != nil {
		rows(t, watch, "SELECT SLEEP(0.001)")
	}
	for _, e := range s.schema.TransactionsHistoryLong() {
		if e.ThreadID == th.ID() {
			t.Errorf("%+v", e)
		}
	}
	for _, a := range s.schema.Accounts() {
		if a.User == "root" && (a.Current != 1 || a.Total != 2) {
			t.Errorf("%+v", a)
		}
	}
}

// hangUp closes the connection itself.
func (s *testServer) hangUp(t *testing.T, c interface{ Raw(func(any) error) error }) {
	t.Helper()
	_ = c.Raw(func(driver any) error {
		if err := driver.(interface{ Close() error }).Close(); err != nil {
			t.Error(err)
		}
		return nil
	})
}

// What a client says inside TLS is not read on the way.
func TestConnectionOverTLS(t *testing.T) {
	s := startTLSServer(t, &tls.Config{})
	c := s.connectWith(t, func(cfg *mysql.Config) {
		cfg.TLSConfig = "skip-verify"
		cfg.ConnectionAttributes = "program_name:shop"
	})
	th := s.thread(t, c)
	if attrs := th.ConnectAttrs(); len(attrs) != 0 {
		t.Errorf("attributes %v", attrs)
	}
	if ct := th.Info().ConnectionType; ct != "SSL/TLS" {
		t.Errorf("connection type %q", ct)
	}
	if e, err := s.run(t, th, c, "SELECT 1"); err != nil || e.Class.Name() != "statement/sql/select" {
		t.Errorf("%v %s", err, e.Class.Name())
	}
}

// startTLSServer starts a server whose clients may use TLS.
func startTLSServer(t *testing.T, cfg *tls.Config) *testServer {
	return startTLSServerWith(t, perfschema.Config{}, cfg)
}

func startTLSServerWith(t *testing.T, schema perfschema.Config, cfg *tls.Config) *testServer {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Certificates = []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}
	return startServerWith(t, schema, nil, func(c *server.Config, _ *gms.Adapter) { c.TLSConfig = cfg })
}
