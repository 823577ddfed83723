package size

// GrowingSlice follows a slice that append grows by one element at a time.
type GrowingSlice struct{ Length, Capacity int64 }

// Push counts one more element of so many bytes and says by how much the slice
// has grown.
func (g *GrowingSlice) Push(element int64) int64 {
	g.Length++
	if g.Length <= g.Capacity {
		return 0
	}
	const doubled = 256 // up to here capacities double
	before := Heap(g.Capacity*element, true)
	switch c := g.Capacity; {
	case c == 0:
		g.Capacity = 1
	case c < doubled:
		g.Capacity = 2 * c
	default:
		g.Capacity += (c + 3*doubled) / 4
	}
	after := Heap(g.Capacity*element, true)
	g.Capacity = after / element
	return after - before
}

// GrowingMap follows a map that grows by one entry at a time.
type GrowingMap struct {
	Entries, full int
	Bytes         int64
}

// Push counts one more entry of so many bytes, key and value, and says by how
// much the map has grown.
func (g *GrowingMap) Push(entry int64) int64 {
	g.Entries++
	if g.Entries <= g.full {
		return 0
	}
	before := g.Bytes
	g.Bytes, g.full = Map(g.Entries, entry)
	return g.Bytes - before
}
