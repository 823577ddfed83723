package dolt

import (
	"testing"
)

// A lock is free unless somebody has it for writing, whether that is looked at or tried.
func TestLockIsFreeButForWriters(t *testing.T) {
	_, _, _, dir := watched(t, "wait/synch/%=ON")
	db, _ := openStore(t, dir)
	found := db.(*observedDatabase).store.lock
	if found.readers == nil {
		t.Error("the count of readers was not found")
	}
	tried := found
	tried.readers = nil
	for name, l := range map[string]*storeLock{"looked at": &found, "tried": &tried} {
		if !l.free() {
			t.Errorf("%s: nobody has it", name)
		}
		l.mu.RLock()
		if !l.free() {
			t.Errorf("%s: a reader has it", name)
		}
		l.mu.RUnlock()
		l.mu.Lock()
		if l.free() {
			t.Errorf("%s: a writer has it", name)
		}
		l.mu.Unlock()
	}
}
