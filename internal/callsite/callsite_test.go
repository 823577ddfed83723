package callsite

import (
	"runtime"
	"strconv"
	"testing"
)

//go:noinline
func exported() uintptr {
	var pad [64]byte // a frame of some size
	runtime.KeepAlive(&pad)
	return PC()
}

//go:noinline
func small() uintptr { return PC() }

func TestNamesTheCaller(t *testing.T) {
	for name, f := range map[string]func() uintptr{"exported": exported, "small": small} {
		pc := f()
		_, _, line, _ := runtime.Caller(0)
		got := Of(pc)
		if want := "callsite_test.go:" + strconv.Itoa(line-1); got.String() != want {
			t.Errorf("%s: got %q (%s), want %q", name, got, got.Function, want)
		}
	}
	direct := small()
	if got := Of(direct); got.Function != "github.com/perfschema/perfschema/internal/callsite.TestNamesTheCaller" {
		t.Errorf("function %q", got.Function)
	}
	if Of(0).String() != "" {
		t.Error("no place must print as nothing")
	}
}

func BenchmarkPC(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_ = exported()
	}
}

func inlined() Site { return pairOfCaller() }

//go:noinline
func pairOfCaller() Site { return Pair() }

// A place in a function that was inlined is one in the function around it too.
func TestFramesSeesThroughInlining(t *testing.T) {
	p := inlined()
	fs := frames(p.PC)
	var names []string
	for more := true; more; {
		var f runtime.Frame
		f, more = fs.Next()
		names = append(names, f.Function)
	}
	const pkg = "github.com/perfschema/perfschema/internal/callsite."
	if names[0] != pkg+"inlined" || names[len(names)-1] != pkg+"TestFramesSeesThroughInlining" {
		t.Errorf("%v", names)
	}
}
