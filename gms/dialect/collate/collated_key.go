package collate

import (
	"encoding/binary"
	"hash/maphash"
	"sync"
	"unicode/utf8"

	"github.com/dolthub/go-mysql-server/sql"
)

// weigher gives the weights of characters in a collation. The engine looks each up in a map
// of all there are; here those of ASCII are kept.
type weigher struct {
	ascii [utf8.RuneSelf]int32
	other sql.CollationSorter
}

var weighers sync.Map // of sql.CollationID: *weigher

func weigherOf(by sql.CollationID) *weigher {
	if w, ok := weighers.Load(by); ok {
		return w.(*weigher)
	}
	w := &weigher{other: by.Sorter()}
	for r := range rune(utf8.RuneSelf) {
		w.ascii[r] = w.other(r)
	}
	weighers.Store(by, w)
	return w
}

func (w *weigher) weight(r rune) int32 {
	if r < utf8.RuneSelf {
		return w.ascii[r]
	}
	return w.other(r)
}

// keySeed is of this process: no key is kept beyond a statement.
var keySeed = maphash.MakeSeed()

// keyRoom is how many letters a key is made of without an allocation.
const keyRoom = 128

// keyOf is a number that stands for a text and for all that are equal to it by a collation.
func keyOf(text string, by sql.CollationID) uint64 {
	w := weigherOf(by)
	var room [4 * keyRoom]byte
	n := 0
	for ; n < len(text) && n < keyRoom; n++ {
		c := text[n]
		if c >= utf8.RuneSelf {
			break
		}
		binary.LittleEndian.PutUint32(room[4*n:], uint32(w.ascii[c])) //nolint:gosec // the bits matter
	}
	buf := room[:4*n]
	for _, r := range text[n:] {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(w.weight(r))) //nolint:gosec // the bits matter
	}
	return maphash.Bytes(keySeed, buf)
}

// weights are those of a text's characters.
func weights(text string, by sql.CollationID) []int32 {
	w := weigherOf(by)
	out := make([]int32, 0, len(text))
	for _, r := range text {
		out = append(out, w.weight(r))
	}
	return out
}
