package gms

import (
	"context"
	"testing"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/variables"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/internal/instrument"
	"github.com/perfschema/perfschema/gms/internal/metalock"
)

// A KILL that comes when a statement can be seen, and the engine's list has it not
// yet, ends it; one that came before has nothing to end.
func TestKillOfWhatBegins(t *testing.T) {
	if sql.StatusVariables == nil {
		variables.InitStatusVariables()
	}
	list := sqle.NewProcessList()
	l := &lifecycle{dialect: true, instruments: new(instrument.Keys)}
	p := &stageProcessList{ProcessList: list, lifecycle: l}
	session := sql.NewBaseSessionWithClientServer("", sql.Client{}, 7)
	list.AddConnection(7, "")
	list.ConnectionReady(session)
	conn := &connection{adapter: l, uses: new(metalock.Use), client: &mysql.Conn{ConnectionID: 7}, base: context.Background()}
	conn.ownExecution()
	l.connections.Store(uint32(7), conn)
	for _, test := range []struct{ before, between, ended bool }{{}, {before: true}, {between: true, ended: true}, {true, true, true}} {
		if test.before {
			p.Kill(7)
		}
		conn.x.kills = conn.kills.Load()
		conn.busy.Store(true)
		conn.x.phase = phaseStarting
		if test.between {
			p.Kill(7)
		}
		ctx := sql.NewContext(&guardedContext{context.Background(), conn}, sql.WithSession(session), sql.WithProcessList(p))
		began, err := p.BeginQuery(ctx, "SELECT 1")
		if err != nil {
			t.Fatal(err)
		}
		if ended := began.Err() != nil; ended != test.ended {
			t.Errorf("%+v: ended %v", test, ended)
		}
		list.EndQuery(began)
		conn.busy.Store(false)
	}
}
