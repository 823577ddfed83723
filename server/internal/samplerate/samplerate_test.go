package samplerate

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// TestRate runs this test again with a rate that somebody has chosen, which is
// left alone.
func TestRate(t *testing.T) {
	const chosen = 100_000
	if os.Getenv("CHOSEN") != "" {
		if runtime.MemProfileRate != chosen {
			t.Errorf("the rate is %d", runtime.MemProfileRate)
		}
		return
	}
	if strings.Contains(os.Getenv("GODEBUG"), "memprofilerate") {
		t.Skip("somebody has chosen a rate")
	}
	if runtime.MemProfileRate != Rate {
		t.Errorf("the rate is %d", runtime.MemProfileRate)
	}
	again := exec.Command(os.Args[0], "-test.run=^TestRate$")
	again.Env = append(os.Environ(), "CHOSEN=1", "GODEBUG=memprofilerate=100000")
	if out, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
