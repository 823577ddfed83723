package perfschema

import (
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/perfschema/perfschema/internal/goheap"
	"github.com/perfschema/perfschema/internal/procmem"
	"github.com/perfschema/perfschema/record"
)

// testHeap keeps buffers so large that the profile cannot miss one, and as many
// small ones as make the error of sampling some hundredth of all. Half of the
// large ones are counted by an instrument.
type testHeap struct {
	counted *Memory
	large   [48][]byte
	blocks  [48]MemoryBlock
	small   [4096][]byte
}

const largeBuffer, smallBuffer = 4 << 20, 4 << 10

// replace makes buffer i anew.
func (h *testHeap) replace(i int) {
	n := i % len(h.large)
	h.large[n] = nil
	h.blocks[n].Free(nil)
	h.large[n] = touched(largeBuffer)
	if n%2 == 0 {
		h.blocks[n] = h.counted.Alloc(nil, largeBuffer)
	}
	per := len(h.small) / len(h.large)
	for j := range per {
		h.small[n*per+j] = touched(smallBuffer)
	}
}

// touched makes a buffer that is in memory.
func touched(n int) []byte {
	b := make([]byte, n)
	for i := 0; i < n; i += 4096 {
		b[i] = 1
	}
	return b
}

// TestProcessMemoryExplained holds that at most 5 % are unexplained, at rest and
// while all memory is replaced again and again.
func TestProcessMemoryExplained(t *testing.T) {
	if runtime.MemProfileRate != 512<<10 || !residentNow(t).Divided {
		t.Skip("memory is not sampled at the default rate, or the system does not tell")
	}
	s, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	h := &testHeap{counted: s.Memory(s.RegisterMemory("app", Info{Name: "buffers"})).AllocatedIn()}
	s.WatchProcessMemory()
	for i := range h.large {
		h.replace(i)
	}
	published()
	explained(t, s, "at rest", 5, func() {})

	var wg sync.WaitGroup
	stop := make(chan bool)
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				h.replace(i)
			}
		}
	})
	explained(t, s, "under load", 15, func() {
		for last := goheap.Collections(); goheap.Collections() == last; {
			runtime.Gosched()
		}
	})
	close(stop)
	wg.Wait()
	runtime.KeepAlive(h)
}

// explained takes readings and holds what is unexplained in the one in the middle.
func explained(t *testing.T, s *Schema, when string, readings int, next func()) {
	t.Helper()
	var shares []float64
	var claimed []int64
	var parts []record.MemoryPart
	for range readings {
		next()
		parts = s.Read().ProcessMemory()
		shares = append(shares, max(float64(bytesOf(parts, "unexplained")), -float64(bytesOf(parts, "unexplained")))/float64(sumOf(parts)))
		claimed = append(claimed, -bytesOf(parts, procmem.Claimed))
	}
	slices.Sort(shares)
	slices.Sort(claimed)
	t.Logf("%s: unexplained %.4f, claimed %d of %d", when, shares, claimed, sumOf(parts))
	if shares[readings/2] > 0.05 {
		t.Errorf("%s: %.3f of the process are unexplained:\n%s", when, shares, lines(parts))
	}
	if claimed[readings/2] > 2*largeBuffer {
		t.Errorf("%s: %d are claimed twice:\n%s", when, claimed, lines(parts))
	}
}
