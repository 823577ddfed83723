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
		if c := t.children[i].Swap(nil); c != nil && !c.ended.Load() {
			c.resting.Store(0)
			c.follow(t)
			c.work()
			return c
		}
	}
	c := t.schema.newThread(key, ThreadOptions{Parent: t, Background: t.background})
	c.owner = t
	c.follow(t)
	if !t.schema.threads.add(c, t.schema.sizes.ThreadInstances) {
		return nil
	}
	c.work()
	return c
}

// Release hands a child back to its parent's pool; it ends if the parent has
// ended. On any other Thread, and on a child that is there already, it does
// nothing.
func (t *Thread) Release() {
	if t == nil || t.owner == nil || t.resting.Load() != 0 || t.ended.Load() {
		return
	}
	t.resting.Store(1)
	t.rest()
	for i := range t.owner.children {
		if !t.owner.children[i].CompareAndSwap(nil, t) {
			continue
		}
		// A parent that ends meanwhile may have looked at its pool before.
		if t.owner.ended.Load() && t.owner.children[i].CompareAndSwap(t, nil) {
			t.End()
		}
		return
	}
	t.End()
}

// follow gives a child what changes in its parent. What the child counts is the
// account's; the connection does not count twice.
func (t *Thread) follow(parent *Thread) {
	t.enabled.Store(parent.enabled.Load())
	t.history.Store(parent.history.Load())
	if h := parent.home.Load(); h != t.home.Load() {
		t.move(h)
	}
	user, host, known := parent.account()
	if t.info.user != user || t.info.host != host || t.info.hasAccount != known {
		t.publish(func(a *threadAttributes) { a.user, a.host, a.hasAccount = user, host, known })
	}
}
