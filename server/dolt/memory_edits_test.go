package dolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"runtime"
	"testing"

	"github.com/dolthub/dolt/go/store/skip"
)

// A list of edits counts as much as the heap holds of it, also after it has been
// emptied and filled again.
func TestEditListSize(t *testing.T) {
	ctx := t.Context()
	order := func(_ context.Context, l, r []byte) int { return bytes.Compare(l, r) }
	list := skip.NewSkipList(order)
	e := &editList{list: list}
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	put := func(n int) {
		for i := range n {
			key := binary.BigEndian.AppendUint64(make([]byte, 0, 8), uint64(i*7919))
			list.Put(ctx, key, make([]byte, 130))
		}
	}
	for _, step := range []func(){
		func() { put(40_000) },
		list.Truncate,
		func() { put(10_000) },
		func() { put(60_000) },
	} {
		step()
		got, grown := e.size(), heap()-before
		t.Logf("%d bytes, the heap grew by %d", got, grown)
		if d := got - grown; d < -grown/10 || d > grown/10 {
			t.Errorf("%d bytes, the heap grew by %d", got, grown)
		}
	}
	runtime.KeepAlive(list)
}

// What is not an editor of Dolt's has no size.
func TestEditsOfOthers(t *testing.T) {
	for _, o := range []any{nil, 7, new(int), struct{ Editor any }{}, (*editList)(nil)} {
		if SizeEdits(o) != nil {
			t.Errorf("%T is taken for an editor", o)
		}
	}
	if !skipNodes.known {
		t.Error("Dolt's list of edits is not found")
	}
}
