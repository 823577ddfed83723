// Command busy waits as often as it can, in many goroutines, until standard input ends.
package main

import (
	"fmt"
	"io"
	"os"
	"sync"
)

func main() {
	for range 2 {
		ping, pong := make(chan int), make(chan int)
		go func() {
			for n := range ping {
				pong <- n
			}
		}()
		go func() {
			for n := 0; ; n++ {
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
	fmt.Println("ready")
	_, _ = io.Copy(io.Discard, os.Stdin)
}
