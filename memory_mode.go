package perfschema

// memoryMode is how allocations and releases of one class are counted: its FLAGS
// and the consumers in one word. Whether it counts what is allocated, its ENABLED
// and global_instrumentation, is a word of its own: what was counted is released
// whatever that says.
type memoryMode uint32

const (
	// memoryByThread: thread_instrumentation is on and the class has more than
	// global statistics.
	memoryByThread memoryMode = 1 << iota
	// memoryControlled: FLAGS has controlled.
	memoryControlled
	// memoryWatched: an alarm looks at what the class has in use.
	memoryWatched
)

func (c *Class) memoryMode() memoryMode { return memoryMode(c.memory.Load()) }

// refreshMemoryMode makes the modes of a memory class follow its state and the
// consumers. modeMu is held.
func (c *Class) refreshMemoryMode() {
	on := c.schema.consumerSet()
	var m memoryMode
	if on.has(ConsumerThreadInstrumentation) && c.flags&FlagGlobal == 0 {
		m |= memoryByThread
	}
	if c.Controlled() {
		m |= memoryControlled
	}
	if c.watched {
		m |= memoryWatched
	}
	c.memory.Store(uint32(m))
	c.mode.Store(uint32(asInt(c.Enabled() && on.has(ConsumerGlobalInstrumentation))))
}
