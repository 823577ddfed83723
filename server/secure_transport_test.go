package server_test

import (
	"crypto/tls"
	"path/filepath"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/server"
)

// TestSecureTransportIsSet: require_secure_transport is what SET says at once, and what
// SET PERSIST says after a restart.
func TestSecureTransportIsSet(t *testing.T) {
	withTLS := func(c *mysql.Config) { c.TLS = &tls.Config{InsecureSkipVerify: true} } //nolint:gosec // whoever it is
	dir := filepath.Join(t.TempDir(), "data")
	s := start(t, server.Config{DataDir: dir})
	admin := open(t, s, "root", "", withTLS)
	try := func(s *server.Server, want uint16) {
		t.Helper()
		if got := number(open(t, s, "root", "").Ping()); got != want {
			t.Errorf("without TLS: error %d, want %d", got, want)
		}
	}
	try(s, 0)
	exec(t, admin, "SET GLOBAL require_secure_transport = ON")
	try(s, 3159)
	exec(t, admin, "SET GLOBAL require_secure_transport = OFF")
	try(s, 0)
	exec(t, admin, "SET PERSIST require_secure_transport = ON")
	try(s, 3159)
	admin.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = start(t, server.Config{DataDir: dir})
	try(s, 3159)
	exec(t, open(t, s, "root", "", withTLS), "SET PERSIST require_secure_transport = OFF")
	try(s, 0)

	s = start(t, server.Config{NoTLS: true})
	db := open(t, s, "root", "")
	if _, err := db.Exec("SET GLOBAL require_secure_transport = ON"); number(err) != 3160 {
		t.Errorf("TLS is required where there is none: %v", err)
	}
	if err := open(t, s, "root", "").Ping(); err != nil {
		t.Error(err)
	}
}
