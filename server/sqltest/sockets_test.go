package sqltest_test

import (
	"context"
	"database/sql"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
)

// countedConn is a client's connection that counts its traffic.
type countedConn struct {
	net.Conn
	sent, received atomic.Int64
}

func (c *countedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.received.Add(int64(n))
	return n, err
}

func (c *countedConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.sent.Add(int64(n))
	return n, err
}

// The bytes of a socket are those its client sent and received, from the first
// to the last, large results and both protocols included.
func TestSocketBytesAreExact(t *testing.T) {
	s := start(t)
	root := open(t, dial(s))
	mustExec(t, root, "UPDATE performance_schema.setup_instruments SET ENABLED = 'YES' WHERE NAME LIKE 'wait/io/socket/%'")
	mustExec(t, root, "CREATE DATABASE exact")
	mustExec(t, root, "CREATE TABLE exact.t (id INT PRIMARY KEY AUTO_INCREMENT, v TEXT)")

	client := &countedConn{}
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User = "tcp", s.Addr().String(), "root"
	cfg.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		var d net.Dialer
		var err error
		client.Conn, err = d.DialContext(ctx, network, addr)
		return client, err
	}
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("INSERT INTO exact.t (v) VALUES ('" + strings.Repeat("long ", 10000) + "')"); err != nil {
		t.Fatal(err)
	}
	for range 9 {
		mustExec(t, db, "INSERT INTO exact.t (v) SELECT 'short' FROM exact.t")
	}
	for _, args := range [][]any{nil, {0}} { // as text, and prepared
		query := "SELECT * FROM exact.t"
		if args != nil {
			query += " WHERE id > ?"
		}
		rows, err := db.Query(query, args...)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for rows.Next() {
			n++
		}
		if err := rows.Close(); err != nil || n != 512 {
			t.Fatalf("%d rows, %v", n, err)
		}
	}
	if err := db.Ping(); err != nil {
		t.Fatal(err)
	}
	sent, received := client.sent.Load(), client.received.Load()
	port := client.LocalAddr().(*net.TCPAddr).Port
	// What was sent last counts when it is sent, which the client may see first. So
	// the figures are read after the state: a join may read the tables in any order.
	deadline := time.Now().Add(time.Minute)
	for state := ""; state != "IDLE"; {
		if err := root.QueryRow("SELECT STATE FROM performance_schema.socket_instances WHERE PORT = ?", port).Scan(&state); err != nil {
			t.Fatal(err)
		}
		if time.Now().After(deadline) {
			t.Fatalf("the socket is %s", state)
		}
	}
	var read, written int64
	if err := root.QueryRow(`SELECT s.SUM_NUMBER_OF_BYTES_READ, s.SUM_NUMBER_OF_BYTES_WRITE
		FROM performance_schema.socket_summary_by_instance s
		JOIN performance_schema.socket_instances k ON k.OBJECT_INSTANCE_BEGIN = s.OBJECT_INSTANCE_BEGIN
		WHERE k.PORT = ?`, port).Scan(&read, &written); err != nil {
		t.Fatal(err)
	}
	if read != sent || written != received {
		t.Errorf("the server received %d and sent %d bytes; its client sent %d and received %d", read, written, sent, received)
	}
}
