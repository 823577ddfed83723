package usage_test

import (
	"runtime"
	"testing"

	"github.com/perfschema/perfschema/internal/usage"
	"github.com/perfschema/perfschema/internal/usage/watchtest"
)

func TestWatch(t *testing.T) { watchtest.Run(t) }

func BenchmarkWatch(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	p := usage.System()
	for b.Loop() {
		w := p.Watch()
		p.EndWatch(&w)
	}
}
