package goroutine

import (
	"sync"
	"testing"
)

func TestIDIsTheRuntimes(t *testing.T) {
	if hasWord && offset == 0 {
		t.Error("the place of the number was not found: ID parses the stack")
	}
	var mu sync.Mutex
	seen := map[uint64]bool{}
	var wg sync.WaitGroup
	for range 100 {
		wg.Go(func() {
			id := ID()
			if id != parse() {
				t.Errorf("%d, the runtime says %d", id, parse())
			}
			mu.Lock()
			defer mu.Unlock()
			if seen[id] {
				t.Errorf("%d twice", id)
			}
			seen[id] = true
		})
	}
	wg.Wait()
}

// Every goroutine sees its own value, whatever the others do meanwhile.
func TestLocalIsEachGoroutinesOwn(t *testing.T) {
	var l Local[int]
	if l.Get() != nil {
		t.Fatal("a value nobody set")
	}
	var wg sync.WaitGroup
	for g := range 200 {
		wg.Go(func() {
			for i := range 50 {
				v := g*1000 + i
				id := l.Set(&v)
				done := make(chan bool)
				go func() { done <- l.Get() == nil }()
				if !<-done {
					t.Error("a new goroutine inherited a value")
				}
				if got := l.Get(); got != &v {
					t.Errorf("got another value")
				}
				other := 0
				l.Clear(id, &other)
				if l.Get() != &v {
					t.Error("cleared by somebody else's value")
				}
				if i%2 == 0 {
					l.Clear(id, &v)
					if l.Get() != nil {
						t.Error("not cleared")
					}
				}
			}
		})
	}
	wg.Wait()
	if n := len(l.table.Load().slots); n > 2048 {
		t.Errorf("%d slots for 200 goroutines", n)
	}
}

func BenchmarkGet(b *testing.B) {
	var l Local[int]
	v := 1
	id := l.Set(&v)
	defer l.Clear(id, &v)
	for b.Loop() {
		if l.Get() == nil {
			b.Fatal("lost")
		}
	}
}

// A goroutine that Go code has begun is its own.
func TestGoroutinesOfGoAreNotLent(t *testing.T) {
	if hasWord && entry == 0 {
		t.Error("the place of the function was not found: no goroutine counts as lent")
	}
	if Lent() {
		t.Error("the test's goroutine is lent")
	}
	done := make(chan bool)
	go func() { done <- Lent() }()
	if <-done {
		t.Error("a new goroutine is lent")
	}
}
