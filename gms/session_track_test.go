package gms_test

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
	protocol "github.com/perfschema/perfschema/gms/internal/wire"
)

// tracked is a client that is told of changes of its session.
type tracked struct {
	net.Conn
	t    *testing.T
	salt []byte
}

// trackedFlags are what it knows.
const trackedFlags = mysql.CapabilityClientProtocol41 | mysql.CapabilityClientSecureConnection | mysql.CapabilityClientPluginAuth |
	mysql.CapabilityClientTransactions | mysql.CapabilityClientMultiStatements | mysql.CapabilityClientMultiResults | protocol.ClientSessionTrack

func plainServer(t *testing.T) *testServer {
	return startServerWith(t, perfschema.Config{}, nil, func(_ *server.Config, a *gms.Adapter) { a.SetTransport(gms.Transport{}) })
}

func dialTracked(t *testing.T, s *testServer, flags uint32) tracked {
	t.Helper()
	c, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	out := tracked{Conn: c, t: t}
	greeting := out.packet()
	end := strings.IndexByte(string(greeting), 0)
	out.salt = append(append(out.salt, greeting[end+5:][:8]...), greeting[end+32:][:12]...)
	if high := binary.LittleEndian.Uint16(greeting[end+1+4+8+1+2+1+2:]); high&(protocol.ClientSessionTrack>>16) == 0 {
		t.Errorf("capabilities %#x", high)
	}
	out.send(1, rawAnswer(flags, "root", "", string(mysql.MysqlNativePassword)))
	if p := out.packet(); p[0] != mysql.OKPacket {
		t.Fatalf("login: %q", p)
	}
	return out
}

func (c tracked) send(sequence byte, payload []byte) {
	c.t.Helper()
	c.write(wirePacket(sequence, payload))
}

func (c tracked) write(b []byte) {
	c.t.Helper()
	if _, err := c.Write(b); err != nil {
		c.t.Fatal(err)
	}
}

// row is the one value of a query, of a client with the deprecated EOF.
func (c tracked) row(query string) string {
	c.t.Helper()
	c.send(0, append([]byte{mysql.ComQuery}, query...))
	if p := c.packet(); p[0] != 1 {
		c.t.Fatalf("%s: %q", query, p)
	}
	c.packet()
	value := protocol.Fields{Rest: c.packet()}
	c.packet()
	return string(value.Bytes())
}

func (c tracked) packet() []byte {
	c.t.Helper()
	head := make([]byte, 4)
	if _, err := io.ReadFull(c, head); err != nil {
		c.t.Fatal(err)
	}
	body := make([]byte, protocol.PacketLength(head))
	if _, err := io.ReadFull(c, body); err != nil {
		c.t.Fatal(err)
	}
	return body
}

// answer sends a command and gives what it is told, one answer after the other.
func (c tracked) answer(command byte, text string, eof bool) string {
	c.t.Helper()
	c.send(0, append([]byte{command}, text...))
	var all []string
	for {
		p := c.packet()
		switch p[0] {
		case mysql.ErrPacket:
			return strings.Join(append(all, fmt.Sprint("error ", binary.LittleEndian.Uint16(p[1:]))), "; ")
		case mysql.OKPacket:
		default:
			ends := 1 // of columns and rows
			if eof {
				ends++
			}
			for ends > 0 {
				if p = c.packet(); p[0] == mysql.EOFPacket {
					ends--
				}
			}
			if eof {
				return strings.Join(append(all, fmt.Sprintf("rows %#x", binary.LittleEndian.Uint16(p[3:]))), "; ")
			}
		}
		told, more := c.told(p)
		if all = append(all, told); !more {
			return strings.Join(all, "; ")
		}
	}
}

// told reads an OK packet.
func (c tracked) told(p []byte) (out string, more bool) {
	c.t.Helper()
	f := protocol.Fields{Rest: p[1:]}
	f.Integer()
	f.Integer()
	flags := f.Uint16()
	f.Skip(2)
	out = "ok"
	if p[0] == mysql.EOFPacket {
		out = "rows"
	}
	if len(f.Rest) > 0 {
		if text := f.Bytes(); len(text) > 0 {
			out += fmt.Sprintf(" %q", text)
		}
		if changed := flags&protocol.StatusSessionChanged != 0; changed {
			list := protocol.Fields{Rest: f.Bytes()}
			for len(list.Rest) > 0 {
				out += fmt.Sprintf(" %d", list.Uint8())
				for fields := (protocol.Fields{Rest: list.Bytes()}); len(fields.Rest) > 0; {
					out += ":" + string(fields.Bytes())
				}
			}
		}
	} else if flags&protocol.StatusSessionChanged != 0 {
		c.t.Errorf("flags %#x without changes", flags)
	}
	if f.Failed || len(f.Rest) > 0 {
		c.t.Errorf("packet %q", p)
	}
	return out, flags&mysql.ServerMoreResultsExists != 0
}

func TestSessionIsTracked(t *testing.T) {
	s := plainServer(t)
	c := dialTracked(t, s, trackedFlags|mysql.CapabilityClientDeprecateEOF)
	for _, test := range []struct{ query, want string }{
		{"SET @a = 1", "ok"},
		{"SET autocommit = 1", "ok 0:autocommit:ON"},
		{"SET autocommit = 1, time_zone = '+01:00', sort_buffer_size = 100000, GLOBAL max_connections = 200", "ok 0:autocommit:ON 0:time_zone:+01:00"},
		{"SET time_zone = 'nowhere'", "error 1298"},
		{"SELECT 1", "rows"},
		{"SET NAMES utf8mb4", "ok 0:character_set_client:utf8mb4 0:character_set_connection:utf8mb4 0:character_set_results:utf8mb4"},
		{"USE shop", "ok 1:shop"},
		{"USE shop", "ok 1:shop"},
		{"USE nowhere", "error 1049"},
		{"SET session_track_schema = OFF", "ok"},
		{"USE shop", "ok"},
		{"SET session_track_schema = ON, session_track_state_change = ON", "ok 2:1"},
		{"SET @a = 1", "ok 2:1"},
		{"SELECT @a", "rows"},
		{"SET sort_buffer_size = 200000", "ok 2:1"},
		{"PREPARE p FROM 'SELECT 1'", `ok "Statement prepared" 2:1`},
		{"EXECUTE p", "rows"},
		{"DEALLOCATE PREPARE p", "ok 2:1"},
		{"CREATE TABLE t (a INT PRIMARY KEY)", "ok"},
		{"INSERT INTO t VALUES (1)", "ok"},
		{"UPDATE t SET a = 100000 WHERE a = 1", `ok "Rows matched: 1  Changed: 1  Warnings: 0"`},
		{"SET session_track_system_variables = '*', session_track_state_change = OFF", "ok 0:session_track_system_variables:* 0:session_track_state_change:OFF"},
		{"SET sort_buffer_size = 300000", "ok 0:sort_buffer_size:300000"},
		{"SET session_track_system_variables = ''", "ok"},
		{"SET autocommit = 1", "ok"},
		{"SET session_track_system_variables = 'sql_mode, time_zone, nothing'", "ok"},
		{"SET time_zone = '+02:00'; SELECT 1; USE shop; SELECT 1 FROM nowhere; USE shop", "ok 0:time_zone:+02:00; rows; ok 1:shop; error 1146"},
		{"SELECT 1", "rows"},
		{"CREATE PROCEDURE p() BEGIN SET time_zone = '+03:00'; SELECT 1; SELECT 2; END", "ok"},
		{"CALL p()", "rows; rows; ok 0:time_zone:+03:00"},
		{"CREATE PROCEDURE q() BEGIN SET time_zone = '+04:00'; SELECT 1 FROM nowhere; END", "ok"},
		{"CALL q()", "error 1146"},
		{"SELECT 1", "rows 0:time_zone:+04:00"},
		{"SET session_track_transaction_info = 'STATE'", "error 1235"},
		{"SET session_track_transaction_info = OFF", "ok"},
		{"CREATE DATABASE other", "ok"},
		{"USE other", "ok 1:other"},
		{"DROP DATABASE other", "ok 1:"},
	} {
		if got := c.answer(mysql.ComQuery, test.query, false); got != test.want {
			t.Errorf("%s: %s, want %s", test.query, got, test.want)
		}
	}
	for _, test := range []struct {
		name    string
		command byte
		text    string
		want    string
	}{
		{"COM_INIT_DB", mysql.ComInitDB, "shop", "ok 1:shop"},
		{"COM_INIT_DB of none", mysql.ComInitDB, "nowhere", "error 1049"},
		{"COM_RESET_CONNECTION", mysql.ComResetConnection, "", "ok"},
		{"a query", mysql.ComQuery, "SELECT 1", "rows"},
		{"its variables are the default again", mysql.ComQuery, "SET sql_mode = DEFAULT, time_zone = '+05:00'", "ok 0:time_zone:+05:00"},
	} {
		if got := c.answer(test.command, test.text, false); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
	c.send(0, append([]byte{mysql.ComPrepare}, "SET time_zone = '+06:00'"...))
	prepared := c.packet()
	execute := append(append([]byte(nil), prepared[1:5]...), 0, 1, 0, 0, 0)
	if got := c.answer(mysql.ComStmtExecute, string(execute), false); len(prepared) != 12 || got != "ok 0:time_zone:+06:00" {
		t.Errorf("prepared %q: %s", prepared, got)
	}
}

// Rows that end in an EOF packet cannot tell, and a client that does not ask is not told.
func TestSessionIsTrackedBetweenRows(t *testing.T) {
	s := plainServer(t)
	c := dialTracked(t, s, trackedFlags)
	for _, test := range []struct{ query, want string }{
		{"USE shop", "ok 1:shop"},
		{"CREATE PROCEDURE q() BEGIN SET time_zone = '+04:00'; SELECT 1 FROM nowhere; END", "ok"},
		{"CALL q()", "error 1146"},
		{"SELECT 1", "rows 0x2"},
		{"DO 1", "ok 0:time_zone:+04:00"},
		{"DO 1", "ok"},
	} {
		if got := c.answer(mysql.ComQuery, test.query, true); got != test.want {
			t.Errorf("%s: %s, want %s", test.query, got, test.want)
		}
	}
	silent := dialTracked(t, s, trackedFlags&^protocol.ClientSessionTrack)
	for _, query := range []string{"USE shop", "SET autocommit = 1", "SET time_zone = '+01:00'"} {
		if got := silent.answer(mysql.ComQuery, query, true); got != "ok" {
			t.Errorf("%s: %s", query, got)
		}
	}
}
