package perfschema

// maxChildren is how many idle children a Thread keeps for their next use.
const maxChildren = 8

// Child returns a Thread for a helper goroutine, taken from a pool that lives
// as long as t: its PARENT_THREAD_ID is t, its account t's. The helper
// goroutine is its writer until it calls Release. It returns nil if t is nil
// or there is no room. The first use of a child takes a lock.
func (t *Thread) Child(key ThreadKey) *Thread {
	if t == nil {
		return nil
	}
	for i := range t.children {
		if c := t.children[i].Swap(nil); c != nil {
			c.enabled.Store(t.enabled.Load())
			c.history.Store(t.history.Load())
			return c
		}
	}
	c := t.schema.newThread(key, ThreadOptions{Parent: t, Background: t.background})
	c.owner = t
	c.info.user, c.info.host, c.info.hasAccount = t.info.user, t.info.host, t.info.hasAccount
	c.enabled.Store(t.enabled.Load())
	c.history.Store(t.history.Load())
	// What the child counts is the account's; the connection does not count
	// twice.
	c.home.Store(t.home.Load())
	if !t.schema.threads.add(c, t.schema.sizes.ThreadInstances) {
		return nil
	}
	return c
}

// Release hands a child back to its parent's pool. It must be called before
// the parent ends; on any other Thread it does nothing.
func (t *Thread) Release() {
	if t == nil || t.owner == nil {
		return
	}
	for i := range t.owner.children {
		if t.owner.children[i].CompareAndSwap(nil, t) {
			return
		}
	}
	t.End()
}
