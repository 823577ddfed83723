package gms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	protocol "github.com/perfschema/perfschema/gms/internal/wire"
)

// COM_DEBUG, which mysqladmin debug sends, is answered with the end of a result, and its
// line is in the log; who lacks SUPER is told so.
func TestDebug(t *testing.T) {
	s := startServer(t, perfschema.Config{})
	c := dialTracked(t, s, trackedFlags|mysql.CapabilityClientDeprecateEOF)
	root := s.connect(t, "root", "")
	const logged = "SELECT COUNT(*) FROM performance_schema.error_log WHERE DATA LIKE 'Status information: Uptime: %'"
	for n := range 2 {
		c.send(0, []byte{protocol.ComDebug})
		if p := c.packet(); p[0] != mysql.EOFPacket || len(p) != 5 {
			t.Errorf("the answer is %q", p)
		}
		if got := rows(t, root, logged)[0][0]; got != fmt.Sprint(n+1) {
			t.Errorf("%s lines are logged after %d", got, n+1)
		}
	}
	if got := c.row("SELECT 1"); got != "1" {
		t.Errorf("after it SELECT 1 is %s", got)
	}
	mustExec(t, root, "CREATE USER plain")
	c.send(0, append([]byte{protocol.ComChangeUser}, "plain\x00\x00\x00\x2d\x00mysql_native_password\x00"...))
	if p := c.packet(); p[0] != mysql.OKPacket {
		t.Fatalf("COM_CHANGE_USER: %q", p)
	}
	c.send(0, []byte{protocol.ComDebug})
	if p := c.packet(); p[0] != mysql.ErrPacket || !strings.Contains(string(p), "SUPER") {
		t.Errorf("without SUPER the answer is %q", p)
	}
	if got := rows(t, root, logged)[0][0]; got != "2" {
		t.Errorf("without SUPER %s lines are logged", got)
	}
	if got := rows(t, root, "SELECT SUM_ERROR_RAISED FROM performance_schema.events_errors_summary_global_by_error WHERE ERROR_NUMBER = 1227")[0][0]; got != "1" {
		t.Errorf("error 1227 is counted %s times", got)
	}
}
