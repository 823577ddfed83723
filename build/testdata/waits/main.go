// Command waits waits in each way that goroutines wait, at lines that are marked, and writes
// what Go's own block profile says of it to the file that it is given.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"syscall"
	"time"
)

// held is how long what is waited for is held, once a goroutine waits for it.
const held = 20 * time.Millisecond

type account struct {
	mu       sync.Mutex
	rw       sync.RWMutex
	cond     sync.Cond
	group    sync.WaitGroup
	once     sync.Once
	requests chan int
	answers  chan int
	quit     chan int
	held     chan int
}

func main() {
	runtime.SetBlockProfileRate(1)
	a := &account{requests: make(chan int), answers: make(chan int), quit: make(chan int), held: make(chan int)}
	a.cond.L = new(sync.Mutex)
	fmt.Printf("mutex %p\nrwmutex %p\ncond %p\nwaitgroup %p\nonce %p\nrequests %p\nanswers %p\nquit %p\n",
		&a.mu, &a.rw, &a.cond, &a.group, &a.once, a.requests, a.answers, a.quit)

	a.mu.Lock()
	while("lockMutex", a.lockMutex, a.mu.Unlock)
	a.rw.RLock()
	while("lockWrite", a.lockWrite, a.rw.RUnlock)
	a.rw.Lock()
	while("lockRead", a.lockRead, a.rw.Unlock)
	while("waitCond", a.waitCond, a.cond.Broadcast)
	a.group.Add(1)
	while("waitGroup", a.waitGroup, a.group.Done)
	while("receive", a.receive, func() { a.requests <- 1 })
	while("send", a.send, func() { <-a.answers })
	while("choose", a.choose, func() { close(a.quit) })

	go a.first()
	parked("hold")
	while("second", a.second, func() { close(a.held) })

	go a.hang()
	parked("hang")
	if len(os.Args) > 1 {
		if err := os.WriteFile(os.Args[1], profile(), 0o666); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	if len(os.Args) > 2 { // reports by signal, and the end when standard input ends
		fmt.Println("ready")
		bufio.NewReader(os.Stdin).ReadString('\n')
		syscall.Kill(os.Getpid(), syscall.SIGUSR1)
		bufio.NewReader(os.Stdin).ReadString('\n')
	}
}

// while has a function wait, releases it when it has waited for a while, and waits for its end.
func while(name string, wait, release func()) {
	done := make(chan bool)
	go func() {
		wait()
		done <- true
	}()
	parked(name)
	time.Sleep(held)
	release()
	<-done
}

// parked returns when a goroutine waits in a method of account.
func parked(name string) {
	buffer := make([]byte, 1<<20)
	for {
		for _, g := range strings.Split(string(buffer[:runtime.Stack(buffer, true)]), "\n\n") {
			head, stack, _ := strings.Cut(g, "\n")
			if strings.Contains(stack, "main.(*account)."+name+"(") && !strings.Contains(head, "[runn") {
				return
			}
		}
		time.Sleep(time.Millisecond)
	}
}

func (a *account) lockMutex() {
	a.mu.Lock() // wait: sync.Mutex.Lock
	a.mu.Unlock()
}

func (a *account) lockWrite() {
	a.rw.Lock() // wait: sync.RWMutex.Lock
	a.rw.Unlock()
}

func (a *account) lockRead() {
	a.rw.RLock() // wait: sync.RWMutex.RLock
	a.rw.RUnlock()
}

func (a *account) waitCond() {
	a.cond.L.Lock()
	a.cond.Wait() // wait: sync.Cond.Wait
	a.cond.L.Unlock()
}

func (a *account) waitGroup() {
	a.group.Wait() // wait: sync.WaitGroup.Wait
}

func (a *account) receive() {
	<-a.requests // wait: chan receive
}

func (a *account) send() {
	a.answers <- 1 // wait: chan send
}

func (a *account) choose() {
	select { // wait: select
	case <-a.requests:
	case <-a.quit:
	}
}

func (a *account) first() { a.once.Do(a.hold) }

func (a *account) hold() { <-a.held }

func (a *account) second() {
	a.once.Do(a.hold)
}

func (a *account) hang() {
	<-a.requests // hang: chan receive
}

func profile() []byte {
	var b bytes.Buffer
	pprof.Lookup("block").WriteTo(&b, 1)
	return b.Bytes()
}
