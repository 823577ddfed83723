package gms_test

import (
	"crypto/sha1"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/dolthub/vitess/go/mysql"

	protocol "github.com/perfschema/perfschema/gms/internal/wire"
)

// changeUser is the payload of a COM_CHANGE_USER.
func changeUser(user, proof, database, plugin, attributes string) string {
	return user + "\x00" + string(rune(len(proof))) + proof + database + "\x00\x2d\x00" + plugin + "\x00" + attributes
}

// becomes sends a COM_CHANGE_USER and answers what it is asked for a password, by
// mysql_native_password. It gives the error, 0 for none.
func (c tracked) becomes(user, password, database, attributes string) int {
	c.t.Helper()
	proof := ""
	if password != "" {
		proof = string(nativeProof(password, c.salt))
	}
	c.send(0, append([]byte{protocol.ComChangeUser}, changeUser(user, proof, database, string(mysql.MysqlNativePassword), attributes)...))
	for sequence := byte(1); ; sequence += 2 {
		head := make([]byte, 4)
		if _, err := io.ReadFull(c, head); err != nil {
			c.t.Fatal(err)
		}
		p := make([]byte, protocol.PacketLength(head))
		if _, err := io.ReadFull(c, p); err != nil {
			c.t.Fatal(err)
		}
		switch {
		case head[3] != sequence:
			c.t.Fatalf("packet %d is numbered %d", sequence, head[3])
		case p[0] == mysql.OKPacket:
			return 0
		case p[0] == mysql.ErrPacket:
			return int(p[1]) | int(p[2])<<8
		}
		c.send(sequence+1, []byte("no proof of any plugin at all..."))
	}
}

func nativeProof(password string, salt []byte) []byte {
	one := sha1.Sum([]byte(password))
	two := sha1.Sum(one[:])
	mixed := sha1.Sum(append(append([]byte(nil), salt...), two[:]...))
	for i := range mixed {
		mixed[i] ^= one[i]
	}
	return mixed[:]
}

// ended says whether the server has ended the connection.
func (c tracked) ended() bool {
	n, err := c.Read(make([]byte, 1))
	return n == 0 && err != nil
}

func TestChangeUser(t *testing.T) {
	s := plainServer(t)
	root := s.connectWith(t, nil)
	for _, q := range []string{
		"CREATE USER native IDENTIFIED WITH mysql_native_password BY 'secret'",
		"CREATE USER sha2 IDENTIFIED WITH caching_sha2_password BY 'secret'",
		"CREATE USER open IDENTIFIED WITH mysql_native_password BY ''",
		"CREATE USER locked IDENTIFIED WITH mysql_native_password BY 'secret'",
		"GRANT ALL ON shop.* TO native",
		"CREATE TABLE shop.t (a INT PRIMARY KEY)",
	} {
		mustExec(t, root, q)
	}
	s.lock(t, "locked")
	const flags = trackedFlags | mysql.CapabilityClientDeprecateEOF | mysql.CapabilityClientConnAttr

	c := dialTracked(t, s, flags)
	id := c.row("SELECT CONNECTION_ID()")
	for _, q := range []string{"USE shop", "SET @v = 1, autocommit = 0, time_zone = '+01:00'",
		"PREPARE p FROM 'SELECT 1'", "DO GET_LOCK('l', 0)", "INSERT INTO t VALUES (1)"} {
		if got := c.answer(mysql.ComQuery, q, false); got[:2] != "ok" {
			t.Fatalf("%s: %s", q, got)
		}
	}
	if got := c.becomes("native", "secret", "shop", "\x0c\x05_name\x05other"); got != 0 {
		t.Fatalf("error %d", got)
	}
	const who = "SELECT CONCAT_WS(' ', USER(), DATABASE(), @v, @@autocommit, @@time_zone, CONNECTION_ID())"
	if got, want := c.row(who), "native@localhost shop 1 SYSTEM "+id; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for query, want := range map[string]string{
		"EXECUTE p": "error 1243", "SELECT 1 FROM mysql.user": "error 1142",
		"USE shop": "ok 1:shop",
	} {
		if got := c.answer(mysql.ComQuery, query, false); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	if got := fmt.Sprint(rows(t, root, "SELECT COUNT(*), IS_FREE_LOCK('l') FROM shop.t")); got != "[[0 1]]" {
		t.Errorf("rows and lock left: %s", got)
	}
	if got := fmt.Sprint(rows(t, root, "SELECT processlist_user, processlist_db FROM performance_schema.threads WHERE processlist_id = "+id)); got != "[[native shop]]" {
		t.Errorf("thread of %s", got)
	}
	if got := fmt.Sprint(rows(t, root, "SELECT user, db FROM information_schema.processlist WHERE id = "+id)); got != "[[native shop]]" {
		t.Errorf("process of %s", got)
	}
	if got := fmt.Sprint(rows(t, root, "SELECT attr_value FROM performance_schema.session_connect_attrs WHERE processlist_id = "+id)); got != "[[other]]" {
		t.Errorf("attributes %s", got)
	}
	if got := fmt.Sprint(rows(t, root, "SELECT current_connections, total_connections FROM performance_schema.accounts WHERE user = 'native'")); got != "[[1 1]]" {
		t.Errorf("connections %s", got)
	}
	if got := c.becomes("open", "", "", ""); got != 0 {
		t.Errorf("no password: error %d", got)
	}
	if got, want := c.row(who), "open@localhost 1 SYSTEM "+id; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := fmt.Sprint(rows(t, root, "SELECT current_connections FROM performance_schema.accounts WHERE user = 'native'"),
		rows(t, root, "SELECT count_star FROM performance_schema.events_statements_summary_global_by_event_name WHERE event_name = 'statement/com/Change user'")); got != "[[0]] [[2]]" {
		t.Errorf("connections and events %s", got)
	}

	for _, test := range []struct {
		name, user, password, database string
		want                           int
	}{
		{"a wrong password", "native", "wrong", "", 1045},
		{"none", "native", "", "", 1045},
		{"one for an account without", "open", "secret", "", 1045},
		{"a wrong one by another plugin", "sha2", "secret", "", 1045},
		{"nobody", "nobody", "secret", "", 1045},
		{"a locked account", "locked", "secret", "", 3118},
		{"no right to the database", "open", "", "shop", 1044},
		{"no such database", "root", "", "nowhere", 1049},
	} {
		c := dialTracked(t, s, flags)
		c.answer(mysql.ComQuery, "BEGIN", false)
		c.answer(mysql.ComQuery, "INSERT INTO shop.t VALUES (2)", false)
		if got := c.becomes(test.user, test.password, test.database, ""); got != test.want {
			t.Errorf("%s: error %d, want %d", test.name, got, test.want)
		}
		if !c.ended() {
			t.Errorf("%s: the connection goes on", test.name)
		}
	}
}

// Whatever comes in the place of a COM_CHANGE_USER, and however it comes, the server
// answers with an error or ends the connection, and nobody is another user.
func TestChangeUserCutShort(t *testing.T) {
	s := plainServer(t)
	whole := "\x11" + changeUser("root", "", "", "", "")
	const flags = trackedFlags | mysql.CapabilityClientDeprecateEOF | mysql.CapabilityClientConnAttr
	for n := 1; n < len("\x11root\x00\x00"); n++ {
		c := dialTracked(t, s, flags)
		c.send(0, []byte(whole[:n]))
		if p := c.packet(); p[0] != mysql.ErrPacket || !c.ended() {
			t.Errorf("%d bytes: %q", n, p)
		}
	}
	packet := wirePacket(0, []byte(whole))
	for n := 1; n < len(packet); n++ { // in two pieces, or the first alone
		c := dialTracked(t, s, flags)
		c.write(packet[:n])
		if n%2 == 0 {
			_ = c.Conn.(*net.TCPConn).CloseWrite()
			if !c.ended() {
				t.Errorf("%d bytes of the packet: the connection goes on", n)
			}
			continue
		}
		c.write(packet[n:])
		if p := c.packet(); p[0] != mysql.OKPacket || c.row("SELECT 1") != "1" {
			t.Errorf("cut at %d: %q", n, p)
		}
	}
	ping := wirePacket(0, []byte{mysql.ComPing})
	c := dialTracked(t, s, flags)
	c.write(append(append([]byte(nil), packet...), ping...))
	if p := c.packet(); p[0] != mysql.ErrPacket || !c.ended() {
		t.Errorf("with another command behind it: %q", p)
	}
	c = dialTracked(t, s, flags)
	c.write(append(append([]byte(nil), ping...), packet...))
	if p := [2]byte{c.packet()[0], c.packet()[0]}; p[0] != mysql.OKPacket {
		t.Errorf("with another before it: %q", p)
	}
	c = dialTracked(t, s, flags)
	c.send(0, append([]byte{protocol.ComChangeUser}, make([]byte, 100<<10)...))
	if p := c.packet(); p[0] != mysql.ErrPacket || !c.ended() {
		t.Errorf("a long one: %q", p)
	}
}
