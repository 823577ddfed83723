package server_test

import (
	"runtime/debug"
	"testing"

	"github.com/perfschema/perfschema/server"
)

func TestCollectGarbage(t *testing.T) {
	was := debug.SetGCPercent(100)
	defer debug.SetGCPercent(was)
	percent := func() int {
		p := debug.SetGCPercent(100)
		debug.SetGCPercent(p)
		return p
	}
	t.Setenv("GOGC", "")
	server.CollectGarbage(250, 1<<40)()
	if p := percent(); p != 250 {
		t.Errorf("250 asked for, %d set", p)
	}
	debug.SetGCPercent(100)
	server.CollectGarbage(0, 0)()
	if p := percent(); p != 100 {
		t.Errorf("without a limit %d is set", p)
	}
	server.CollectGarbage(0, 1<<40)()
	if p := percent(); p != 400 {
		t.Errorf("far below the limit %d is set", p)
	}
	debug.SetGCPercent(100)
	t.Setenv("GOGC", "100")
	server.CollectGarbage(0, 1<<40)()
	if p := percent(); p != 100 {
		t.Errorf("GOGC gives way to %d", p)
	}
}
