package sampler

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestBlocksKeepWhatIsPut puts, reads and drops random bytes in a random order.
func TestBlocksKeepWhatIsPut(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 3))
		var b blocks
		kept := map[chain][]byte{}
		for range 3000 {
			if r.IntN(2) == 0 {
				data := make([]byte, r.IntN(1+r.IntN(5*blockRoom)))
				for i := range data {
					data[i] = byte(r.Uint32())
				}
				if c := b.put(data); len(data) > 0 {
					kept[c] = data
				} else if c != (chain{}) {
					t.Fatalf("seed %d: nothing takes %+v", seed, c)
				}
			}
			for c, want := range kept { // any
				if got := b.get(nil, c); !bytes.Equal(got, want) {
					t.Fatalf("seed %d: %x, want %x", seed, got, want)
				}
				if r.IntN(2) == 0 {
					delete(kept, c)
					b.drop(&c)
				}
				break
			}
		}
		used := 0
		for c := range kept {
			used += (int(c.bytes) + blockRoom - 1) / blockRoom
		}
		if total := len(b.chunks) * chunkBlocks; used+b.unused != total {
			t.Errorf("seed %d: %d blocks used and %d unused of %d", seed, used, b.unused, total)
		}
	}
}

// checkBlocks checks that every block is part of one of n profiles, or unused.
func checkBlocks(t *testing.T, k *packedProfiles, n int) {
	t.Helper()
	used := 0
	for i := range int32(n) {
		p := k.at(i)
		for _, c := range [...]chain{p.rest, p.plan, p.text} {
			used += (int(c.bytes) + blockRoom - 1) / blockRoom
		}
	}
	if total := len(k.blocks.chunks) * chunkBlocks; used+k.blocks.unused != total {
		t.Errorf("%d blocks used and %d unused of %d", used, k.blocks.unused, total)
	}
}
