package client

import (
	"bytes"
	"math/rand/v2"
	"os"
	"testing"
)

// Bytes come out of a queue as they were put in, however much of it lies in the file,
// and the room is given back.
func TestPacketQueue(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		limit := int64(r.IntN(400 << 10))
		room, want := limit, []byte{}
		var q packetQueue
		for range r.IntN(60) {
			b := make([]byte, r.IntN(1<<r.IntN(16)))
			for i := range b {
				b[i] = byte(r.Uint32())
			}
			want = append(want, b...)
			if err := q.add(b, &room); err != nil {
				t.Fatal(err)
			}
			if room < 0 {
				t.Fatalf("seed %d: %d bytes more than the room", seed, -room)
			}
		}
		if err := q.complete(); err != nil {
			t.Fatal(err)
		}
		for cut := r.IntN(3) == 0; !q.empty() && (!cut || r.IntN(20) > 0); {
			b := make([]byte, min(1+r.IntN(100<<10), len(want)))
			if err := q.take(b, &room); err != nil || !bytes.Equal(b, want[:len(b)]) {
				t.Fatalf("seed %d: other bytes, %v", seed, err)
			}
			want = want[len(b):]
		}
		if q.empty() && len(want) > 0 {
			t.Fatalf("seed %d: %d bytes are gone", seed, len(want))
		}
		if q.close(&room); room != limit {
			t.Fatalf("seed %d: %d bytes of room are not given back", seed, limit-room)
		}
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
}

// A queue without a place for its file says so, and gives its room back.
func TestPacketQueueWithoutFile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/missing")
	room := int64(10 << 10)
	var q packetQueue
	if err := q.add(make([]byte, 5<<10), &room); err != nil {
		t.Fatal(err)
	}
	if err := q.add(make([]byte, 50<<10), &room); err == nil {
		t.Error("no error")
	}
	if q.close(&room); room != 10<<10 {
		t.Errorf("%d", room)
	}
}
