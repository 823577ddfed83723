package server

import (
	"sync"
	"sync/atomic"
)

// The engine keeps its variables of status and what it knows of sql_mode once per process, without
// a lock: the first server puts others in their place, and no other may start meanwhile.
var (
	firstStart sync.Mutex
	started    atomic.Bool // a server has got as far as that
)

// startFirst waits while another server of the process is the first. installed is to be called
// when a server has put its variables into the engine, end where it starts no longer; either may
// be called again.
func startFirst() (installed, end func()) {
	if started.Load() {
		return func() {}, func() {}
	}
	firstStart.Lock()
	end = sync.OnceFunc(firstStart.Unlock)
	return func() {
		started.Store(true)
		end()
	}, end
}
