//go:build cgo && !windows

// Package foreigntest calls Go from threads of C code, for tests, whose files may
// contain no C themselves.
package foreigntest

/*
#include <pthread.h>

extern void foreignCall(void);

static void *run(void *none) {
	foreignCall();
	return none;
}

static int start(void) {
	pthread_t t;
	if (pthread_create(&t, 0, run, 0) != 0)
		return 0;
	return pthread_join(t, 0) == 0;
}
*/
import "C"

import "sync"

var (
	mu   sync.Mutex
	call func()
)

// Call has f called on a new thread of C code, which has ended when Call returns;
// false if there is none to be had.
func Call(f func()) bool {
	mu.Lock()
	defer mu.Unlock()
	call = f
	return C.start() != 0
}

//export foreignCall
func foreignCall() { call() }
