package memory

import (
	"testing"

	"github.com/dolthub/dolt/go/store/hash"
	"github.com/dolthub/dolt/go/store/prolly/tree"
	"github.com/dolthub/dolt/go/store/val"
)

// A value outside its row counts what has been loaded of it.
func TestValueSize(t *testing.T) {
	text := val.NewTextStorage(t.Context(), hash.Of([]byte("x")), tree.NewNodeStore(nil))
	before, ok := ValueSize(text)
	if !ok || before < 80 || before > 128 {
		t.Errorf("a text not loaded: %d, %v", before, ok)
	}
	text.Buf = make([]byte, 1000)
	if after, _ := ValueSize(text); after != before+1000 {
		t.Errorf("a text of 1000 bytes: %d, not loaded %d", after, before)
	}
	if _, ok := ValueSize("a string"); ok {
		t.Error("a string is taken for a value of Dolt's")
	}
	if n := testing.AllocsPerRun(10, func() { ValueSize(text) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
