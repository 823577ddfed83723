package change

import "sync"

// Dolt reads the number that AUTO_INCREMENT gives next and writes the one behind it in two steps,
// with no lock between them, as its tracker takes every mode for the traditional one. Two inserts
// at once were given the same number. So a table is asked for numbers under a lock.

// numberLocks are the locks of tables by their names.
var numberLocks [64]struct {
	sync.Mutex
	_ [56]byte // no two in one cache line
}

// NumberLock returns the lock to hold while a table is asked for a number of AUTO_INCREMENT, or for
// several that are to be consecutive. Tables of other names may share it; case is disregarded.
// Databases do not matter: branches of one count together.
func NumberLock(table string) *sync.Mutex {
	h := uint32(2166136261)
	for i := range len(table) {
		h = (h ^ uint32(table[i]|0x20)) * 16777619
	}
	return &numberLocks[h%uint32(len(numberLocks))].Mutex
}
