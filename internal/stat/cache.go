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
	body    *Body[T] // whose stats all entries are
	entries [cacheSize]Cached[T]
}

// Cached is where a cache remembers a class. Its size is a power of two: none has a part
// in two cache lines, and to find one takes a shift.
type Cached[T any] struct {
	stat  *T
	class uint64 // 1 + the class, 0: none
}

// Hit returns the stat of a class if the cache knows it, else nil. Only the
// writer calls it, inside its write section; so small that it costs no call.
func (c *Cache[T]) Hit(t *Table[T], class uint32) *T {
	e := &c.entries[class%cacheSize]
	if e.Knows(class) && c.body == t.body.Load() {
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
	return learn(t, &c.body, c.entries[:], class)
}

// Wide is a Cache for a family of which a writer uses half a dozen classes over and over:
// of eight slots two of them would share one more often than not, and each would throw
// the other out.
type Wide[T any] struct {
	body    *Body[T]
	entries [wideSize]Cached[T]
}

// Hit is [Cache.Hit].
func (c *Wide[T]) Hit(t *Table[T], class uint32) *T {
	e := &c.entries[class%wideSize]
	if e.Knows(class) && c.body == t.body.Load() {
		return e.stat
	}
	return nil
}

// At is [Cache.At].
func (c *Wide[T]) At(t *Table[T], class uint32) *T {
	if b := c.Hit(t, class); b != nil {
		return b
	}
	return learn(t, &c.body, c.entries[:], class)
}

// learn has a slot remember a class. If the content has changed, no other slot knows
// anything of what is there now.
func learn[T any](t *Table[T], known **Body[T], entries []Cached[T], class uint32) *T {
	b := t.At(int(class))
	// Somebody may have taken the content between the two lines: then there is
	// none, and an entry of none would fit again as long as that is so.
	if body := t.body.Load(); body != nil {
		if *known != body {
			clear(entries)
			*known = body
		}
		entries[class%uint32(len(entries))] = Cached[T]{b, uint64(class) + 1}
	}
	return b
}

// Entry is where the cache remembers a class, if [Cached.Knows] says so and [Wide.IsOf]:
// [Wide.Hit] in parts, for one who has something else to do where it misses. All of it is
// done inside the write section.
func (c *Wide[T]) Entry(class uint32) *Cached[T] { return &c.entries[class%wideSize] }

// IsOf says whether what the cache knows is in the table still.
func (c *Wide[T]) IsOf(t *Table[T]) bool { return c.body == t.body.Load() }

// Knows says whether the entry is that of a class.
func (e *Cached[T]) Knows(class uint32) bool { return e.class == uint64(class)+1 }

// Stat is the stat it knows.
func (e *Cached[T]) Stat() *T { return e.stat }
