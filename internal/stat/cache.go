package stat

// cacheSize is a power of two.
const cacheSize = 8

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
	b := t.At(int(class))
	// Somebody may have taken the content between the two lines: then there is
	// none, and an entry of none would fit again as long as that is so.
	if body := t.body.Load(); body != nil {
		c.entries[class%cacheSize] = cached[T]{body, b, class}
	}
	return b
}
