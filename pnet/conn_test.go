package pnet_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"sync"
	"testing"
	"time"
)

// eachPair runs a test with both ends as stand-ins, over every kind of
// connection: what holds for any net.Conn holds for these.
func eachPair(t *testing.T, test func(t *testing.T, a, b net.Conn)) {
	f := newFixture(t)
	for _, network := range networks {
		t.Run(network, func(t *testing.T) {
			a, b := f.pair(t, network)
			done := make(chan struct{})
			go func() {
				defer close(done)
				test(t, a, b)
			}()
			within(t, "the test", done)
		})
	}
}

func isTimeout(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) && ne.Timeout() && errors.Is(err, os.ErrDeadlineExceeded)
}

var (
	past  = time.Unix(1, 0)
	never = time.Time{}
)

// What is written arrives, whole and in order, in both directions at a time.
func TestConnDelivers(t *testing.T) {
	eachPair(t, func(t *testing.T, a, b net.Conn) {
		var wg sync.WaitGroup
		for _, way := range [][2]net.Conn{{a, b}, {b, a}} {
			want := make([]byte, 300_000)
			for i := range want {
				want[i] = byte(rand.Uint32())
			}
			wg.Go(func() {
				for rest := want; len(rest) > 0; {
					n := min(len(rest), 1+rand.IntN(10_000))
					m, err := way[0].Write(rest[:n])
					if m != n || err != nil {
						t.Errorf("wrote %d of %d: %v", m, n, err)
						return
					}
					rest = rest[n:]
				}
			})
			wg.Go(func() {
				got := make([]byte, len(want))
				if _, err := io.ReadFull(way[1], got); err != nil || !bytes.Equal(got, want) {
					t.Errorf("what arrived differs: %v", err)
				}
			})
		}
		wg.Wait()
	})
}

func TestConnPingPong(t *testing.T) {
	eachPair(t, func(t *testing.T, a, b net.Conn) {
		var wg sync.WaitGroup
		wg.Go(func() {
			var ball [1]byte
			for range 200 {
				if _, err := io.ReadFull(b, ball[:]); err != nil {
					t.Error(err)
					return
				}
				ball[0]++
				if _, err := b.Write(ball[:]); err != nil {
					t.Error(err)
					return
				}
			}
		})
		for i := range 200 {
			ball := [1]byte{byte(i)}
			_, err := a.Write(ball[:])
			must(t, err)
			_, err = io.ReadFull(a, ball[:])
			must(t, err)
			if ball[0] != byte(i+1) {
				t.Fatalf("%d came back as %d", i, ball[0])
			}
		}
		wg.Wait()
	})
}

// A deadline that has passed fails every call at once, and one taken back
// fails none.
func TestConnPastDeadline(t *testing.T) {
	eachPair(t, func(t *testing.T, a, b net.Conn) {
		must(t, a.SetDeadline(past))
		for range 2 {
			if n, err := a.Read(make([]byte, 10)); n != 0 || !isTimeout(err) {
				t.Errorf("read %d, %v", n, err)
			}
			if n, err := a.Write(make([]byte, 10)); n != 0 || !isTimeout(err) {
				t.Errorf("wrote %d, %v", n, err)
			}
		}
		must(t, a.SetDeadline(never))
		go func() { _, _ = b.Write([]byte("x")) }()
		if n, err := a.Read(make([]byte, 10)); n != 1 || err != nil {
			t.Errorf("read %d, %v", n, err)
		}
	})
}

// A deadline set while a call waits ends the wait.
func TestConnPresentDeadline(t *testing.T) {
	eachPair(t, func(t *testing.T, a, _ net.Conn) {
		var wg sync.WaitGroup
		blocked := make(chan bool)
		wg.Go(func() {
			blocked <- true
			if _, err := a.Read(make([]byte, 10)); !isTimeout(err) {
				t.Errorf("read: %v", err)
			}
		})
		wg.Go(func() {
			blocked <- true
			for {
				if _, err := a.Write(make([]byte, 1<<16)); err != nil {
					if !isTimeout(err) {
						t.Errorf("write: %v", err)
					}
					return
				}
			}
		})
		<-blocked
		<-blocked
		must(t, a.SetDeadline(past))
		wg.Wait()
	})
}

// One that comes ends the wait when it has come, for that direction alone.
func TestConnFutureDeadline(t *testing.T) {
	eachPair(t, func(t *testing.T, a, b net.Conn) {
		begin := time.Now()
		must(t, a.SetReadDeadline(begin.Add(20*time.Millisecond)))
		if _, err := a.Read(make([]byte, 10)); !isTimeout(err) || time.Since(begin) < 20*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(begin))
		}
		go func() { _, _ = io.ReadFull(b, make([]byte, 1)) }()
		if _, err := a.Write([]byte("x")); err != nil {
			t.Errorf("write: %v", err)
		}
		must(t, a.SetWriteDeadline(time.Now().Add(20*time.Millisecond)))
		for {
			if _, err := a.Write(make([]byte, 1<<16)); err != nil {
				if !isTimeout(err) {
					t.Errorf("write: %v", err)
				}
				return
			}
		}
	})
}

// Close wakes who reads and writes, and the other end sees it.
func TestConnClose(t *testing.T) {
	eachPair(t, func(t *testing.T, a, b net.Conn) {
		var wg sync.WaitGroup
		blocked := make(chan bool)
		for range 3 {
			wg.Go(func() {
				blocked <- true
				if _, err := a.Read(make([]byte, 10)); !errors.Is(err, net.ErrClosed) && !errors.Is(err, io.ErrClosedPipe) {
					t.Errorf("read: %v", err)
				}
			})
			<-blocked
		}
		wg.Go(func() {
			for {
				if _, err := a.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		})
		must(t, a.Close())
		wg.Wait()
		_ = a.Close() // a pipe says nothing, a socket that it is closed
		if _, err := io.Copy(io.Discard, b); err != nil && a.LocalAddr().Network() == "pipe" {
			t.Errorf("the other end: %v", err)
		}
	})
}

// All methods at once, from many goroutines, for the race detector.
func TestConnConcurrentMethods(t *testing.T) {
	eachPair(t, func(t *testing.T, a, b net.Conn) {
		var readers, wg sync.WaitGroup
		readers.Go(func() { _, _ = io.Copy(io.Discard, b) })
		readers.Go(func() { _, _ = io.Copy(b, bytes.NewReader(make([]byte, 1<<20))) })
		for range 4 {
			wg.Go(func() {
				soon := time.Now().Add(time.Millisecond)
				for range 50 {
					_ = a.SetReadDeadline(soon)
					_, _ = a.Read(make([]byte, 1024))
					_ = a.SetWriteDeadline(soon)
					_, _ = a.Write(make([]byte, 1024))
					_ = a.SetDeadline(never)
					_, _ = a.LocalAddr(), a.RemoteAddr()
					_ = a.SetDeadline(soon)
				}
			})
		}
		wg.Wait()
		must(t, a.Close())
		must(t, b.Close())
		readers.Wait()
	})
}
