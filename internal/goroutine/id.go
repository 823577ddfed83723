package goroutine

import (
	"runtime"
	"sync"
)

// ID is the number of the running goroutine; no other goroutine of the process
// ever has it, but for those that are [Lent]. It costs one load where the place of the number is known (amd64
// and arm64), and about a microsecond elsewhere.
func ID() uint64 {
	if id := current(); id != 0 {
		return id
	}
	return parse()
}

// headers are buffers for the first bytes of a stack's text, which the runtime
// would have on the heap each time.
var headers = sync.Pool{New: func() any { return new([64]byte) }}

// parse reads the number from the first line of the stack's text, where the
// runtime documents it for people: "goroutine 7 [running]:". It returns 0 if
// there is none, and allocates nothing once warm.
func parse() (id uint64) {
	const before = "goroutine "
	header := headers.Get().(*[64]byte)
	defer headers.Put(header)
	for i, c := range header[:runtime.Stack(header[:], false)] {
		switch {
		case i < len(before):
			if c != before[i] {
				return 0
			}
		case c < '0' || c > '9':
			return id
		default:
			id = id*10 + uint64(c-'0')
		}
	}
	return 0
}

// offset is where the runtime keeps the number in its record of a goroutine, 0
// if that is not known: then current returns 0. entry is where it keeps the
// address of the function that the goroutine began with.
var offset, entry = find()

// searched is how many bytes of the record are looked at. The record is
// longer in every version of Go.
const searched = 320

// find looks for the words that hold the number and the function in each of
// several goroutines, so that their places need not be known for every version of
// Go.
func find() (number, function uintptr) {
	if !hasWord {
		return 0, 0
	}
	var mu sync.Mutex
	numbers, functions := map[uintptr]int{}, map[uintptr]int{}
	const tries = 8
	var wg sync.WaitGroup
	look := func() {
		id, began := parse(), outermost()
		mu.Lock()
		defer mu.Unlock()
		for o := uintptr(8); o < searched; o += 8 {
			switch w := word(o); {
			case w == id:
				numbers[o]++
			case w == began && began != 0:
				functions[o]++
			}
		}
		wg.Done()
	}
	wg.Add(tries)
	for i := range tries {
		if i%2 == 0 { // not all with the same function
			go look()
		} else {
			go func() { look() }()
		}
	}
	wg.Wait()
	return only(numbers, tries), only(functions, tries)
}

// only is the place that has fitted every time, if there is one only.
func only[T comparable](fits map[T]int, tries int) (found T) {
	var none T
	for o, n := range fits {
		if n == tries {
			if found != none {
				return none
			}
			found = o
		}
	}
	return found
}

// outermost is the address of the function that the running goroutine began with.
func outermost() uint64 {
	var pcs [16]uintptr
	n := runtime.Callers(1, pcs[:])
	if n < 2 || n == len(pcs) {
		return 0
	}
	return uint64(runtime.FuncForPC(pcs[n-2]).Entry()) // below goexit
}

// Lent says whether the running goroutine is one that the runtime lends to a
// thread of C code which calls Go. It has a number like any other, but when the
// call is over it is lent to the next, which has the same number then. False
// where that cannot be told: where the number is not found in one load. A load.
func Lent() bool { return entry != 0 && word(entry) == 0 }
