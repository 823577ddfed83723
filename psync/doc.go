// Package psync is package sync, watched: [Mutex], [RWMutex], [Cond],
// [WaitGroup], [Once], [Semaphore] and [Group], the latter two those of
// golang.org/x/sync, behave as their twins do, and report who
// waits for what to a Performance Schema once [Mutex.Init] and its kin have
// told them to which.
//
//	var mu psync.Mutex          // works at once, unwatched
//	mu.Init(schema, key)        // from here on a row of mutex_instances
//
// The zero values are ready to use and record nothing. A stand-in that is
// attached to an instrument records while the instrument is ENABLED; it shows
// in the instances tables until Destroy, or until the garbage collector finds
// that nobody uses it any more. One in a package-level variable stays until
// Destroy. As with the twins, values must not be copied once used; go vet says
// where they are.
//
// Waits count on the Thread that the goroutine is bound to
// ([perfschema.Thread.Bind]); those of other goroutines count in the instance
// and in the global summaries. The methods whose names end in Thread take the
// Thread instead, nil for none, and are a little cheaper.
//
// Which kind of instrument each takes:
//
//	Mutex                       wait/synch/mutex/...   lock, try_lock
//	RWMutex                     wait/synch/rwlock/...  read_lock, write_lock, try_...
//	Cond                        wait/synch/cond/...    wait
//	WaitGroup, Once, Semaphore, wait/synch/cond/...    wait
//	Group
//
// A mutex or rwlock counts every acquisition, as in MySQL, contended or not;
// a Semaphore and a Once only those that had to wait; a WaitGroup every Wait; a
// Group every Wait, and a Go that its limit held up.
//
// Cost: where nothing is recorded Lock and Unlock are inlined to the twin's
// own code after a load and a branch, two loads if there is an instrument that
// is off. While a profiler samples (package sampler) it sees the waits of an
// instrument that is off too; a lock that is free is then taken by the twin's
// TryLock, inlined as well. No method allocates that does not in the twin, but
// those that start goroutines with a Thread.
package psync
