package perfschema

// Quiet says that nothing is recorded of what the Thread does from now on: no instrument
// is enabled, but for those of threads and of the Schema's own memory, or
// global_instrumentation is off; and no stages are kept of it, for SHOW PROFILE or
// with nothing switched on. What the process list shows of it is not asked for. Who runs
// a statement asks when it begins, and spares itself what would find out the same, call
// by call; what is switched on while the statement runs takes effect with the next one.
// False of nil. A few loads.
func (t *Thread) Quiet() bool {
	if t == nil {
		return false
	}
	s := t.schema
	if s.enabled.Load() != 0 && s.consumerSet().has(ConsumerGlobalInstrumentation) {
		return false
	}
	return (t.stageHistory.size == 0 || !t.enabled.Load()) && t.profiler.Load() == nil
}

// countEnabled keeps count of the classes that are enabled. changed is the bits of the
// state that are not as they were. Of threads that which records them says more, and the
// Schema's own memory is always counted.
func (c *Class) countEnabled(changed, state uint32) {
	switch {
	case changed&classEnabled == 0 || c.kind == KindThread || ownMemory(c.name):
	case state&classEnabled != 0:
		c.schema.enabled.Add(1)
	default:
		c.schema.enabled.Add(-1)
	}
}

// ShowStage shows what the Thread does as STATE of the process list, and nowhere else;
// 0 shows nothing. It is for a Thread that is [Thread.Quiet]. Any goroutine may call it;
// nil does nothing. One store.
func (t *Thread) ShowStage(key StageKey) {
	if t != nil {
		t.stageKey.Store(uint32(key))
	}
}
