package perfschema

import (
	"github.com/perfschema/perfschema/internal/seqlock"
	"github.com/perfschema/perfschema/internal/stat"
)

// memoryCacheSize is a power of two.
const memoryCacheSize = 8

// memoryCache remembers a thread's blocks of the classes it used last. It knows
// them by their class, not by its number, so that one look also says that the
// class is of the thread's Schema. Only the thread's writer uses it; whether the
// body is still the thread's it asks inside its write section.
type memoryCache struct {
	class [memoryCacheSize]*Class
	block [memoryCacheSize]*memoryStat
	body  *stat.Body[memoryStat] // that the blocks are of
}

// at returns the block of a class, made if absent.
func (m *memoryCache) at(t *stat.Table[memoryStat], c *Class) *memoryStat {
	i, body := c.index%memoryCacheSize, t.Body()
	if m.class[i] == c && m.body == body {
		return m.block[i]
	}
	b := t.At(int(c.index))
	// Somebody may have taken the content before that: then b is of the next, and
	// may be of none after it.
	if body = t.Body(); body != nil && seqlock.OpenPlainOrders() {
		if m.body != body {
			*m = memoryCache{body: body}
		}
		m.class[i], m.block[i] = c, b
	}
	return b
}
