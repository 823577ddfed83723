package gms

import (
	"fmt"
	"testing"

	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
)

// The rows follow the list of open statements that vitess keeps, whatever made
// it change between two commands.
func TestPreparedStatementsSettle(t *testing.T) {
	conn := testConnection(t)
	conn.client = &mysql.Conn{PrepareData: make(map[uint32]*mysql.PrepareData)}
	p, open := &conn.prepared, conn.client.PrepareData
	prepare := func(id uint32) {
		data := &mysql.PrepareData{StatementID: id, PrepareStmt: "SELECT 1"}
		open[id] = data
		p.preparing()
		x := conn.beginPrepared("Prepare", data.PrepareStmt)
		p.prepared(x.statement, data, data.PrepareStmt)
		x.finish(nil)
	}
	want := func(when string, ids ...uint64) {
		t.Helper()
		var got []uint64
		for _, r := range conn.adapter.schema.Read().PreparedStatements() {
			got = append(got, r.ID)
		}
		if fmt.Sprint(got) != fmt.Sprint(ids) {
			t.Errorf("%s: %v, want %v", when, got, ids)
		}
	}
	prepare(1)
	prepare(2)
	prepare(3)
	want("prepared", 1, 2, 3)
	delete(open, 2)
	want("closed", 1, 2, 3)
	p.settle(conn.client)
	want("settled", 1, 3)
	delete(open, 1)
	prepare(4)
	want("closed one and prepared one", 3, 4)
	open[5] = &mysql.PrepareData{StatementID: 5} // prepared in vain
	p.preparing()
	p.settle(conn.client)
	delete(open, 5)
	p.settle(conn.client)
	want("one that failed", 3, 4)

	// COM_RESET_CONNECTION: the rows go, then vitess makes a new list.
	conn.client.StatementID = 5
	x := conn.begin("Reset Connection")
	conn.prepare(x.statement, preparation{name: "a", text: "SELECT 2", prepares: true}, perfschema.PreparedOptions{})
	want("by name", 3, 4, 6)
	p.closeAll()
	x.finish(nil)
	open = make(map[uint32]*mysql.PrepareData)
	conn.client.PrepareData = open
	p.settle(conn.client)
	want("reset")
	prepare(7)
	want("after the reset", 7)
}
