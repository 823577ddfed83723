package gms

// grownSlice follows a slice that append grows by one element at a time.
type grownSlice struct{ length, capacity int64 }

// push counts one more element of so many bytes and says by how much the slice
// has grown.
func (g *grownSlice) push(element int64) int64 {
	g.length++
	if g.length <= g.capacity {
		return 0
	}
	const doubled = 256 // up to here capacities double
	before := heapSize(g.capacity*element, true)
	switch c := g.capacity; {
	case c == 0:
		g.capacity = 1
	case c < doubled:
		g.capacity = 2 * c
	default:
		g.capacity += (c + 3*doubled) / 4
	}
	after := heapSize(g.capacity*element, true)
	g.capacity = after / element
	return after - before
}

// grownMap follows a map that grows by one entry at a time.
type grownMap struct {
	entries, full int
	bytes         int64
}

// push counts one more entry of so many bytes, key and value, and says by how
// much the map has grown.
func (g *grownMap) push(entry int64) int64 {
	g.entries++
	if g.entries <= g.full {
		return 0
	}
	before := g.bytes
	g.bytes, g.full = mapSize(g.entries, entry)
	return g.bytes - before
}
