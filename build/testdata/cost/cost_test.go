// Package cost has what perfschema build may make dearer: run by build/proof with the standard
// library as it is, patched, and patched and recording.
package cost

import (
	"os"
	"sync"
	"testing"
)

func BenchmarkMutexFree(b *testing.B) {
	var mu sync.Mutex
	n := 0
	for b.Loop() {
		mu.Lock()
		n++
		mu.Unlock()
	}
}

func BenchmarkMutexContended(b *testing.B) {
	const goroutines = 4
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	b.ResetTimer()
	for range goroutines {
		wg.Go(func() {
			for range b.N / goroutines {
				mu.Lock()
				n++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}

func BenchmarkRWMutexFree(b *testing.B) {
	var mu sync.RWMutex
	for b.Loop() {
		mu.RLock()
		mu.RUnlock()
	}
}

func BenchmarkChanBuffered(b *testing.B) {
	c := make(chan int, 1)
	for b.Loop() {
		c <- 1
		<-c
	}
}

func BenchmarkChanPingPong(b *testing.B) {
	ping, pong := make(chan int), make(chan int)
	go func() {
		for n := range ping {
			pong <- n
		}
	}()
	for b.Loop() {
		ping <- 1
		<-pong
	}
	close(ping)
}

func BenchmarkSelectTwoParks(b *testing.B) {
	ping, pong, quit := make(chan int), make(chan int), make(chan int)
	go func() {
		for {
			select {
			case n := <-ping:
				select {
				case pong <- n:
				case <-quit:
				}
			case <-quit:
				return
			}
		}
	}()
	for b.Loop() {
		select {
		case ping <- 1:
		case <-quit:
		}
		select {
		case <-pong:
		case <-quit:
		}
	}
	close(quit)
}

func BenchmarkGoWait(b *testing.B) {
	for b.Loop() {
		var wg sync.WaitGroup
		wg.Go(func() {})
		wg.Wait()
	}
}

func BenchmarkPread(b *testing.B) {
	f, err := os.CreateTemp(b.TempDir(), "")
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(make([]byte, 4096)); err != nil {
		b.Fatal(err)
	}
	buffer := make([]byte, 16)
	for b.Loop() {
		if _, err := f.ReadAt(buffer, 0); err != nil {
			b.Fatal(err)
		}
	}
}
