package stat

// The sizes are powers of two.
const (
	cacheSize = 8
	wideSize  = 32
)

// Cache remembers where in a table the stats of the classes used last are, for
// the table's writer: one load instead of five that wait for each other. The
// zero Cache is ready.
type Cache[T any] struct {
	entries [cacheSize]Cached[T]
}

// Cached is where a cache remembers a class. Its size is a power of two: two never share
// a cache line by half, and finding one takes a shift.
type Cached[T any] struct {
	body  *Body[T]
	stat  *T
	class uint32 // 1 + the class, 0: none
	_     uint32
	_     uint64
}

// Hit returns the stat of a class if the cache knows it, else nil. Only the
// writer calls it, inside its write section; so small that it costs no call.
func (c *Cache[T]) Hit(t *Table[T], class uint32) *T {
	e := &c.entries[class%cacheSize]
	if e.class == class+1 && e.body == t.body.Load() {
		return e.stat
	}
	return nil
}

// At is [Table.At]. Only the writer calls it, inside its write section. It
// returns nil if the class is out of range.
func (c *Cache[T]) At(t *Table[T], class uint32) *T {
	if b := c.Hit(t, class); b != nil {
		return b
	}
	return c.entries[class%cacheSize].learn(t, class)
}

// Wide is a Cache for a family of which a writer uses half a dozen classes over and over:
// of eight slots two of them would share one more often than not, and each would throw
// the other out.
type Wide[T any] struct {
	entries [wideSize]Cached[T]
}

// Hit is [Cache.Hit].
func (c *Wide[T]) Hit(t *Table[T], class uint32) *T {
	e := &c.entries[class%wideSize]
	if e.class == class+1 && e.body == t.body.Load() {
		return e.stat
	}
	return nil
}

// At is [Cache.At].
func (c *Wide[T]) At(t *Table[T], class uint32) *T {
	if b := c.Hit(t, class); b != nil {
		return b
	}
	return c.entries[class%wideSize].learn(t, class)
}

// learn has a slot remember a class.
func (e *Cached[T]) learn(t *Table[T], class uint32) *T {
	b := t.At(int(class))
	// Somebody may have taken the content between the two lines: then there is
	// none, and an entry of none would fit again as long as that is so.
	if body := t.body.Load(); body != nil {
		e.body, e.stat, e.class = body, b, class+1
	}
	return b
}

// Entry is where the cache remembers a class, if [Cached.Knows] says so and
// [Cached.IsOf]: [Wide.Hit] in parts, for one who has something else to do where it
// misses. All of it is done inside the write section.
func (c *Wide[T]) Entry(class uint32) *Cached[T] { return &c.entries[class%wideSize] }

// Knows says whether the entry is that of a class.
func (e *Cached[T]) Knows(class uint32) bool { return e.class == class+1 }

// IsOf says whether what it knows is in the table still.
func (e *Cached[T]) IsOf(t *Table[T]) bool { return e.body == t.body.Load() }

// Stat is the stat it knows.
func (e *Cached[T]) Stat() *T { return e.stat }
