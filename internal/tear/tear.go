// Package tear makes races likely that are rare by nature: those of a reader who
// copies what a writer is changing. Package instrument puts its calls into a copy
// of the sources, between all statements and between the words of whatever is
// read or stored through a pointer; a test of that copy finds in seconds what
// else takes weeks. Nothing that is built otherwise imports it.
package tear

import (
	"math/rand/v2"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// odds is how often Pause lets others run: one time in so many, 0 for never.
var odds atomic.Uint32

// Instrumented says whether anything has called Pause: whether the program was
// built from instrumented sources.
func Instrumented() bool { return called.Load() }

var called atomic.Bool

// Unrest begins to let goroutines run between each other's steps, until the
// function it returns is called. Often, seldom and never take turns of some
// milliseconds: a reader needs quiet to get done at all.
func Unrest() (end func()) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		defer odds.Store(0)
		tick := time.NewTicker(3 * time.Millisecond)
		defer tick.Stop()
		for i := 0; ; i++ {
			odds.Store([...]uint32{0, 10, 40, 0, 100, 300}[i%6])
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
	})
	return func() {
		close(done)
		wg.Wait()
	}
}

// longest is how long a pause is at most: others get through much in it.
const longest = 50 * time.Microsecond

// Pause lets other goroutines run, now and then.
func Pause() {
	n := odds.Load()
	if n == 0 {
		return
	}
	if !called.Load() {
		called.Store(true)
	}
	if rand.Uint32N(n) != 0 {
		return
	}
	if rand.Uint32N(4) != 0 {
		runtime.Gosched()
	} else {
		time.Sleep(time.Duration(rand.Int64N(int64(longest))))
	}
}

// Load copies *p a word at a time, with pauses between the words.
func Load[T any](p *T) T {
	Pause()
	if unsafe.Sizeof(*p) <= unsafe.Sizeof(uintptr(0)) {
		return *p
	}
	var v T
	copyWords(unsafe.Pointer(&v), unsafe.Pointer(p), reflect.TypeFor[T]())
	return v
}

// Store gives a function that stores into *p a word at a time.
func Store[T any](p *T) func(T) {
	return func(v T) {
		Pause()
		if unsafe.Sizeof(*p) <= unsafe.Sizeof(uintptr(0)) {
			*p = v
			return
		}
		copyWords(unsafe.Pointer(p), unsafe.Pointer(&v), reflect.TypeFor[T]())
	}
}

// word is a part of a type that a processor loads and stores at once.
type word struct {
	at, size uintptr
	pointer  bool
}

var layouts sync.Map // of []word by reflect.Type

func copyWords(to, from unsafe.Pointer, t reflect.Type) {
	words, ok := layouts.Load(t)
	if !ok {
		words, _ = layouts.LoadOrStore(t, appendWords(nil, 0, t))
	}
	for _, w := range words.([]word) {
		Pause()
		to, from := unsafe.Add(to, w.at), unsafe.Add(from, w.at)
		switch {
		case w.pointer:
			*(*unsafe.Pointer)(to) = *(*unsafe.Pointer)(from)
		case w.size == 8:
			*(*uint64)(to) = *(*uint64)(from)
		case w.size == 4:
			*(*uint32)(to) = *(*uint32)(from)
		case w.size == 2:
			*(*uint16)(to) = *(*uint16)(from)
		default:
			*(*uint8)(to) = *(*uint8)(from)
		}
	}
}

// appendWords lists the words of a type that lies at an offset.
func appendWords(list []word, at uintptr, t reflect.Type) []word {
	const size = unsafe.Sizeof(uintptr(0))
	switch t.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return append(list, word{at, size, true})
	case reflect.String:
		return append(list, word{at, size, true}, word{at + size, size, false})
	case reflect.Slice:
		return append(list, word{at, size, true}, word{at + size, size, false}, word{at + 2*size, size, false})
	case reflect.Interface:
		return append(list, word{at, size, true}, word{at + size, size, true})
	case reflect.Complex64, reflect.Complex128:
		return append(list, word{at, t.Size() / 2, false}, word{at + t.Size()/2, t.Size() / 2, false})
	case reflect.Array:
		for i := range t.Len() {
			list = appendWords(list, at+uintptr(i)*t.Elem().Size(), t.Elem())
		}
		return list
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			list = appendWords(list, at+f.Offset, f.Type)
		}
		return list
	}
	return append(list, word{at, t.Size(), false})
}
