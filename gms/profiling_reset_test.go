package gms_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"strconv"
	"testing"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

// rawClient is a client that sends any command.
type rawClient struct{ *mysql.Conn }

func dialRaw(t *testing.T, s *testServer) rawClient {
	t.Helper()
	host, port, err := net.SplitHostPort(s.addr)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	c, err := mysql.Connect(context.Background(), &mysql.ConnParams{Host: host, Port: n, Uname: "root"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return rawClient{c}
}

// command sends a command and gives the first byte of the answer: 0 is OK, 255
// an error.
func (c rawClient) command(t *testing.T, data ...byte) byte {
	t.Helper()
	if _, err := c.Conn.Conn.Write(append([]byte{byte(len(data)), 0, 0, 0}, data...)); err != nil {
		t.Fatal(err)
	}
	head := make([]byte, 4)
	if _, err := io.ReadFull(c.Conn.Conn, head); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, int(head[0])|int(head[1])<<8)
	if _, err := io.ReadFull(c.Conn.Conn, answer); err != nil {
		t.Fatal(err)
	}
	return answer[0]
}

func (c rawClient) rows(t *testing.T, query string) (out string) {
	t.Helper()
	r, err := c.ExecuteFetch(query, 100, true)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	for _, row := range r.Rows {
		for _, v := range row {
			out += v.ToString() + " "
		}
	}
	return out
}

// COM_RESET_CONNECTION makes a new session, which has no profiles, numbers them
// from 1 and has the global values. So does COM_CHANGE_USER.
func TestProfilingOfResetConnection(t *testing.T) {
	const reset, changeUser = 0x1f, 0x11
	s := startServer(t, perfschema.Config{})
	c := dialRaw(t, s)
	c.rows(t, "SET profiling = 1")
	c.rows(t, "SET profiling_history_size = 3")
	c.rows(t, "SELECT 1") // the second: setting the size is one too
	const variables = "SELECT @@profiling, @@profiling_history_size"
	const queries = "SELECT DISTINCT query_id FROM information_schema.profiling"
	if got := c.rows(t, queries); got != "1 2 " {
		t.Errorf("queries %s", got)
	}
	for _, command := range [][]byte{{changeUser, 'r', 'o', 'o', 't', 0, 0, 0}, {reset}} {
		if got := c.command(t, command...); got != 0 {
			t.Fatalf("command %d: %d", command[0], got)
		}
		if got := c.rows(t, variables); got != "0 15 " {
			t.Errorf("after command %d: %s", command[0], got)
		}
		if got := c.rows(t, queries); got != "" {
			t.Errorf("queries of the session before: %s", got)
		}
		c.rows(t, "SET profiling = 1")
	}
	c.rows(t, "SELECT 3")
	if got := c.rows(t, queries); got != "1 " {
		t.Errorf("queries %s: %s", got, c.rows(t, "SHOW PROFILES"))
	}
}

// With performance_schema=OFF nothing is profiled and everything can be asked.
func TestProfilingWithSchemaOff(t *testing.T) {
	s := startServer(t, perfschema.Config{Off: true})
	c := s.connectWith(t, nil)
	for _, q := range []string{"SET profiling = 1", "SET profiling_history_size = 3", "SELECT 1", "SET profiling_scope = 'PROCESS'"} {
		mustExec(t, c, q)
	}
	if got := fmt.Sprint(rows(t, c, "SELECT @@have_profiling, @@profiling, @@profiling_history_size")); got != "[[NO 1 3]]" {
		t.Errorf("variables: %s", got)
	}
	for _, q := range []string{"SHOW PROFILES", "SHOW PROFILE", "SHOW PROFILE ALL FOR QUERY 1", "SHOW PROFILE FOR CONNECTION 1",
		"SELECT * FROM information_schema.profiling", "SELECT * FROM profiling.session_profiles"} {
		if got := rows(t, c, q); len(got) != 0 {
			t.Errorf("%s: %v", q, got)
		}
	}
	if number, _, _ := errorOf(t, c, "SHOW PROFILE FOO"); number != 1064 {
		t.Errorf("a wrong type: %d", number)
	}
	if number, _, _ := errorOf(t, c, "CREATE DATABASE "+gms.ProfilingName); number != 1007 {
		t.Errorf("a database of a name that is taken: %d", number)
	}
}
