package gms

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/instrument"
)

// showWait shows what a function of SQL waits for: as an event of the running
// goroutine's Thread, and as a stage where that is the connection's.
func showWait(ctx *sql.Context, stage func(*instrument.Stages) perfschema.StageKey, start func(*perfschema.Thread) perfschema.Wait, wait func() error) error {
	var t *perfschema.Thread
	x := runningOf(ctx)
	if x != nil {
		t = x.helpers.Thread()
	}
	if t == nil || t != x.connection.thread {
		event := start(t)
		defer event.End()
		return wait()
	}
	before := t.Stage()
	t.SetStage(stage(&x.connection.adapter.instruments.Stages))
	event := start(t)
	err := wait()
	event.End()
	t.SetStage(before)
	return err
}
