package gms_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"database/sql"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema"
)

// rawPacket reads a packet past the driver.
func rawPacket(t *testing.T, c net.Conn) []byte {
	t.Helper()
	_ = c.SetReadDeadline(time.Now().Add(time.Minute))
	var h [4]byte
	if _, err := io.ReadFull(c, h[:]); err != nil {
		t.Fatal(err)
	}
	p := make([]byte, int(h[0])|int(h[1])<<8|int(h[2])<<16)
	if _, err := io.ReadFull(c, p); err != nil {
		t.Fatal(err)
	}
	return p
}

// A session sets its own limit, and is ended by it; the error counts on its
// Thread, and the next client is served.
func TestSessionWaitTimeout(t *testing.T) {
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, cfg)
		c, raw := s.connectCounted(t, nil)
		mustExec(t, c, "SET SESSION wait_timeout = 1")
		if p := rawPacket(t, raw.Conn); p[0] != 0xff || binary.LittleEndian.Uint16(p[1:]) != 4031 {
			t.Fatalf("%q", p)
		}
		if _, err := raw.Conn.Read(make([]byte, 1)); err != io.EOF {
			t.Error(err)
		}
		if !cfg.Off {
			s.wantRaised(t, "idle", 4031, 1, 0)
		}
		if got := rows(t, s.connectWith(t, nil), "SELECT 1"); got[0][0] != "1" {
			t.Error(got)
		}
	}
}

// So it is where a trigger or a procedure sets it.
func TestProgramsSetWaitTimeout(t *testing.T) {
	for _, cfg := range []perfschema.Config{{}, {Off: true}} {
		s := startServer(t, cfg)
		root := s.connectWith(t, nil)
		for _, q := range []string{
			"CREATE DATABASE IF NOT EXISTS shop", "CREATE TABLE shop.limited (a INT)",
			"CREATE TRIGGER shop.limits BEFORE INSERT ON shop.limited FOR EACH ROW SET SESSION wait_timeout = 1",
			"CREATE PROCEDURE shop.limit_all() SET SESSION wait_timeout = 1",
		} {
			mustExec(t, root, q)
		}
		for _, q := range []string{"INSERT INTO shop.limited VALUES (1)", "CALL shop.limit_all()"} {
			c, raw := s.connectCounted(t, nil)
			mustExec(t, c, q)
			if p := rawPacket(t, raw.Conn); p[0] != 0xff || binary.LittleEndian.Uint16(p[1:]) != 4031 {
				t.Errorf("%s: %q", q, p)
			}
		}
	}
}

// An interactive client's session has interactive_timeout for wait_timeout.
func TestInteractiveSession(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	root := s.connectWith(t, nil)
	mustExec(t, root, "SET GLOBAL interactive_timeout = 1234")
	defer mustExec(t, root, "SET GLOBAL interactive_timeout = 28800")
	rawPacket(t, c)
	const flags = 1<<9 | 1<<15 | 1<<19 | 1<<10 // 4.1, secure, plugins, interactive
	b := binary.LittleEndian.AppendUint32(nil, flags)
	b = append(b, make([]byte, 28)...)
	b = append(b, "root\x00\x00mysql_native_password\x00"...)
	if _, err := c.Write(append([]byte{byte(len(b)), 0, 0, 1}, b...)); err != nil {
		t.Fatal(err)
	}
	if p := rawPacket(t, c); p[0] != 0 {
		t.Fatalf("%q", p)
	}
	query := "\x03SELECT @@wait_timeout"
	if _, err := c.Write(append([]byte{byte(len(query)), 0, 0, 0}, query...)); err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	for !strings.Contains(all.String(), "1234") {
		all.Write(rawPacket(t, c))
	}
	if got := rows(t, root, "SELECT @@wait_timeout"); got[0][0] != "28800" {
		t.Errorf("another's is %v", got)
	}
}

// LOAD DATA LOCAL, whose file comes in the middle of a statement, passes.
func TestLoadDataIsNoCommand(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	mysql.RegisterReaderHandler("numbers", func() io.Reader { return strings.NewReader(strings.Repeat("1\n", 3)) })
	defer mysql.DeregisterReaderHandler("numbers")
	c := s.connectWith(t, nil)
	mustExec(t, c, "CREATE TABLE l (n INT)")
	mustExec(t, c, "SET GLOBAL local_infile = 1")
	mustExec(t, c, "LOAD DATA LOCAL INFILE 'Reader::numbers' INTO TABLE l")
	if got := rows(t, c, "SELECT COUNT(*) FROM l"); got[0][0] != "3" {
		t.Error(got)
	}
}

// Two hundred clients that say nothing do not keep a client out, and one place
// more than max_connections is kept for an administrator.
func TestSilentClients(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	for range 200 {
		c, err := net.Dial("tcp", s.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		rawPacket(t, c)
	}
	root := s.connectWith(t, nil)
	mustExec(t, root, "CREATE USER ann")
	mustExec(t, root, "CREATE USER bob")
	mustExec(t, root, "GRANT SUPER ON *.* TO bob")
	mustExec(t, root, "SET GLOBAL max_connections = 1")
	defer mustExec(t, root, "SET GLOBAL max_connections = 151")
	try := func(user string) error {
		cfg := mysql.NewConfig()
		cfg.Net, cfg.Addr, cfg.User = "tcp", s.addr, user
		connector, err := mysql.NewConnector(cfg)
		if err != nil {
			t.Fatal(err)
		}
		db := sql.OpenDB(connector)
		t.Cleanup(func() { db.Close() })
		return db.PingContext(context.Background())
	}
	if err := try("ann"); err == nil || !strings.Contains(err.Error(), "1040") {
		t.Errorf("ann: %v", err)
	}
	if err := try("bob"); err != nil {
		t.Errorf("bob: %v", err)
	}
}

// Over TLS, which ends beneath, a session's limit holds, and its client is told.
func TestSessionWaitTimeoutOverTLS(t *testing.T) {
	s := startTLSServer(t, &tls.Config{})
	other := s.connectWith(t, nil)
	aborted := func() string { return rows(t, other, "SHOW GLOBAL STATUS LIKE 'Aborted_clients'")[0][1] }
	before := aborted()
	c := s.connectWith(t, func(cfg *mysql.Config) { cfg.TLSConfig = "skip-verify" })
	mustExec(t, c, "SET SESSION wait_timeout = 1")
	for aborted() == before {
		if t.Context().Err() != nil {
			t.Fatal("the client is not ended")
		}
	}
	if number, _, _ := errorOf(t, c, "SELECT 1"); number != 4031 {
		t.Errorf("error %d", number)
	}
}
