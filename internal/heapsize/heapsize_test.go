//go:build !race

// Under the race detector objects take more of the heap.

package heapsize

import (
	"testing"

	"github.com/perfschema/perfschema/internal/heaptest"
)

// What the heap grows by is what the package says.
func TestSizes(t *testing.T) {
	if !heaptest.Alone(t) {
		return
	}
	const n = 2000
	for name, c := range map[string]struct {
		make func() any
		want uint64
	}{
		"24 bytes":                     {func() any { return new([24]byte) }, Plain(24)},
		"1,100 bytes":                  {func() any { return new([1100]byte) }, Plain(1100)},
		"1,016 bytes of pointers":      {func() any { return new([127]*int) }, Object(1016)},
		"1,024 bytes of pointers":      {func() any { return new([128]*int) }, Object(1024)},
		"40,000 bytes":                 {func() any { return new([40_000]byte) }, Plain(40_000)},
		"a map of a hundred numbers":   {func() any { return numbers(100) }, Map(100, 16)},
		"a map of a thousand, of more": {func() any { return numbers(1000) }, Map(1000, 16)},
	} {
		_, grown := heaptest.Grown(func() []any {
			kept := make([]any, n)
			for i := range kept {
				kept[i] = c.make()
			}
			return kept
		})
		got := float64(grown)/n - 16
		if want := float64(c.want); got < want*0.93 || got > want*1.07 {
			t.Errorf("%s take %.0f bytes, not %.0f", name, got, want)
		}
	}
}

func numbers(n int) map[uint64]uint64 {
	m := make(map[uint64]uint64)
	for i := range uint64(n) {
		m[i] = i
	}
	return m
}
