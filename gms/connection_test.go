package gms_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"database/sql"
	"fmt"
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
	for s.schema.Read().ThreadByID(th.ID()) != nil {
		rows(t, watch, "SELECT SLEEP(0.001)")
	}
	for _, e := range s.schema.Read().TransactionsHistoryLong() {
		if e.ThreadID == th.ID() {
			t.Errorf("%+v", e)
		}
	}
	for _, a := range s.schema.Read().Accounts() {
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

// With TLS a connection says as much as without; where the engine does the TLS,
// nothing of what is inside is read on the way.
func TestConnectionOverTLS(t *testing.T) {
	for _, test := range []struct {
		name       string
		listener   server.ProtocolListenerFunc
		attributes bool
		pings      uint64
	}{
		{"the Adapter's", nil, true, 3},
		{"the engine's", server.MySQLProtocolListenerFactory, false, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			cfg := &tls.Config{}
			selfSigned(t, cfg)
			s := startServerWith(t, perfschema.Config{}, nil, func(c *server.Config, _ *gms.Adapter) {
				c.TLSConfig, c.ProtocolListenerFactory = cfg, test.listener
			})
			c := s.connectWith(t, func(cfg *mysql.Config) {
				cfg.TLSConfig = "skip-verify"
				cfg.ConnectionAttributes = "program_name:shop"
			})
			th := s.thread(t, c)
			program := ""
			for _, a := range th.ConnectAttrs() {
				if a.Name == "program_name" {
					program = a.Value
				}
			}
			if (program == "shop") != test.attributes {
				t.Errorf("attributes %v", th.ConnectAttrs())
			}
			if ct := th.Info().ConnectionType; ct != "SSL/TLS" {
				t.Errorf("connection type %q", ct)
			}
			for range 3 {
				if err := c.PingContext(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if e, err := s.run(t, th, c, "SELECT 1"); err != nil || e.EventName != "statement/sql/select" {
				t.Errorf("%v %s", err, e.EventName)
			}
			pings := rows(t, c, "SELECT COUNT_STAR FROM performance_schema.events_statements_summary_global_by_event_name WHERE EVENT_NAME = 'statement/com/Ping'")
			if want := fmt.Sprint(test.pings); pings[0][0] != want {
				t.Errorf("%s pings counted, want %s", pings[0][0], want)
			}
		})
	}
}

// startTLSServer starts a server whose clients may use TLS.
func startTLSServer(t *testing.T, cfg *tls.Config) *testServer {
	return startTLSServerWith(t, perfschema.Config{}, cfg)
}

func startTLSServerWith(t *testing.T, schema perfschema.Config, cfg *tls.Config) *testServer {
	t.Helper()
	selfSigned(t, cfg)
	return startServerWith(t, schema, nil, func(c *server.Config, _ *gms.Adapter) { c.TLSConfig = cfg })
}

// engineTLS is a setting by which the engine ends TLS, and the Adapter cannot see what
// passes.
func engineTLS(t *testing.T) func(*server.Config) {
	cfg := &tls.Config{}
	selfSigned(t, cfg)
	return func(c *server.Config) {
		c.TLSConfig, c.ProtocolListenerFactory = cfg, server.MySQLProtocolListenerFactory
	}
}

// connectTLS opens a connection with TLS.
func (s *testServer) connectTLS(t *testing.T) *sql.Conn {
	t.Helper()
	return s.connectWith(t, func(cfg *mysql.Config) { cfg.TLSConfig = "skip-verify" })
}

// selfSigned gives a TLS server a certificate.
func selfSigned(t *testing.T, cfg *tls.Config) {
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
}
