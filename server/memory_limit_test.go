package server_test

import (
	"runtime/debug"
	"testing"

	"github.com/perfschema/perfschema/server"
)

func TestLimitMemory(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	t.Setenv("GOMEMLIMIT", "")
	if n := server.LimitMemory(4 << 30); n != 4<<30 || debug.SetMemoryLimit(-1) != 4<<30 {
		t.Errorf("a limit of %d is set, %d", debug.SetMemoryLimit(-1), n)
	}
	if n := server.LimitMemory(-1); n != 0 || debug.SetMemoryLimit(-1) != 4<<30 {
		t.Errorf("no limit sets one of %d", n)
	}
	t.Setenv("GOMEMLIMIT", "4GiB")
	if n := server.LimitMemory(0); n != 4<<30 {
		t.Errorf("GOMEMLIMIT gives way to %d", n)
	}
	t.Setenv("GOMEMLIMIT", "")
	if n := server.LimitMemory(0); n != 0 && n != debug.SetMemoryLimit(-1) {
		t.Errorf("%d is said, %d is set", n, debug.SetMemoryLimit(-1))
	}
}
