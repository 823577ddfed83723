// Command busy waits as often as it can, in many goroutines, until standard input ends. It says that
// it is ready when each of its pairs has waited for ping.
package main

import (
	"fmt"
	"io"
	"os"
	"sync"
)

func main() {
	var waited sync.WaitGroup
	for range 2 {
		waited.Add(1)
		ping, pong := make(chan int), make(chan int)
		go func() {
			for n := range ping {
				pong <- n
			}
		}()
		go func() {
			ping <- 0 // the first of the two parks: nothing is buffered
			<-pong
			waited.Done()
			for n := 1; ; n++ {
				ping <- n
				<-pong
			}
		}()
	}
	var mu sync.Mutex
	for range 2 {
		go func() {
			for {
				mu.Lock()
				done := make(chan bool) // a channel that is waited for once
				go func() { close(done) }()
				<-done
				mu.Unlock()
			}
		}()
	}
	waited.Wait()
	fmt.Println("ready")
	_, _ = io.Copy(io.Discard, os.Stdin)
}
