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
	entries [cacheSize]cached[T]
}

type cached[T any] struct {
	body  *Body[T]
	stat  *T
	class uint32
}

// Hit returns the stat of a class if the cache knows it, else nil. Only the
// writer calls it, inside its write section; so small that it costs no call.
func (c *Cache[T]) Hit(t *Table[T], class uint32) *T {
	e := &c.entries[class%cacheSize]
	if e.class == class && e.body == t.body.Load() {
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
	entries [wideSize]cached[T]
}

// Hit is [Cache.Hit].
func (c *Wide[T]) Hit(t *Table[T], class uint32) *T {
	e := &c.entries[class%wideSize]
	if e.class == class && e.body == t.body.Load() {
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
func (e *cached[T]) learn(t *Table[T], class uint32) *T {
	b := t.At(int(class))
	// Somebody may have taken the content between the two lines: then there is
	// none, and an entry of none would fit again as long as that is so.
	if body := t.body.Load(); body != nil {
		e.body, e.stat, e.class = body, b, class
	}
	return b
}
