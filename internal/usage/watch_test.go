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

// A word that somebody else has stored, or the kernel cleared, tells of no unbroken
// time.
func TestWatchOfAForeignWord(t *testing.T) {
	var word uint64
	w := usage.NewWatch(&word)
	if w.Arm(); !w.Unbroken() {
		t.Error("broken by nobody")
	}
	if word = 77; w.Unbroken() {
		t.Error("unbroken though C code ran a sequence")
	}
	if word = 0; w.Unbroken() {
		t.Error("unbroken though the kernel cleared the word")
	}
}
