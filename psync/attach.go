package psync

import (
	"sync/atomic"

	"github.com/perfschema/perfschema/internal/cleanup"
)

// attach makes in the instance of owner, in place of the one it had, and has
// it destroyed when owner is garbage. A nil in detaches.
func attach[T, I any](owner *T, slot *atomic.Pointer[I], in *I, destroy func(*I)) {
	if old := slot.Swap(in); old != nil {
		destroy(old)
	}
	if in == nil {
		return
	}
	// It cannot be watched where the collector does not go, in memory from
	// elsewhere: the instance then stays until Destroy.
	defer func() { _ = recover() }()
	cleanup.Watch(owner, in, destroy)
}
