package perfschema

// memoryMode is what is to be done about the allocations of one class: its
// ENABLED and FLAGS and the consumers in one word, so that an allocation asks
// once.
type memoryMode uint32

const (
	// memoryOn: the class and global_instrumentation are on. Without it nothing is
	// allocated; what was is released all the same.
	memoryOn memoryMode = 1 << iota
	// memoryByThread: thread_instrumentation is on and the class has more than
	// global statistics.
	memoryByThread
	// memoryControlled: FLAGS has controlled.
	memoryControlled
	// memoryWatched: an alarm looks at what the class has in use.
	memoryWatched
)

func (c *Class) memoryMode() memoryMode { return memoryMode(c.mode.Load()) }

// refreshMemoryMode makes the mode of a memory class follow its state and the
// consumers. modeMu is held.
func (c *Class) refreshMemoryMode() {
	on := c.schema.consumerSet()
	var m memoryMode
	if c.Enabled() && on.has(ConsumerGlobalInstrumentation) {
		m = memoryOn
	}
	if on.has(ConsumerThreadInstrumentation) && c.flags&FlagGlobal == 0 {
		m |= memoryByThread
	}
	if c.Controlled() {
		m |= memoryControlled
	}
	if c.watched {
		m |= memoryWatched
	}
	c.mode.Store(uint32(m))
}
