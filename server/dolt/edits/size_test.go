package edits

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"runtime"
	"testing"

	"github.com/dolthub/dolt/go/store/skip"

	"github.com/perfschema/perfschema/internal/heaptest"
)

// A list of edits counts as much as the heap holds of it, also after it has been
// emptied and filled again.
func TestEditListSize(t *testing.T) {
	ctx := t.Context()
	order := func(_ context.Context, l, r []byte) int { return bytes.Compare(l, r) }
	var list *skip.List
	put := func(n int) {
		for i := range n {
			key := binary.BigEndian.AppendUint64(make([]byte, 0, 8), uint64(i*7919))
			list.Put(ctx, key, make([]byte, 130))
		}
	}
	steps := []func(){
		func() { put(40_000) },
		func() { list.Truncate() },
		func() { put(10_000) },
		func() { put(60_000) },
	}
	for n := range steps {
		heaptest.Agree(t, fmt.Sprintf("after %d steps", n+1), 0.1, func() (told, grown int64) {
			list = nil
			before := heaptest.Live()
			list = skip.NewSkipList(order)
			e := &editList{list: list}
			for _, step := range steps[:n+1] {
				step()
				told = e.size()
			}
			return told, heaptest.Live() - before
		})
	}
	runtime.KeepAlive(list)
}

// What is not an editor of Dolt's has no size.
func TestEditsOfOthers(t *testing.T) {
	for _, o := range []any{nil, 7, new(int), struct{ Editor any }{}, (*editList)(nil)} {
		if Size(o) != nil {
			t.Errorf("%T is taken for an editor", o)
		}
	}
	if !skipNodes.known {
		t.Error("Dolt's list of edits is not found")
	}
}
