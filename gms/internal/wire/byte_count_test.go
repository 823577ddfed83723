package wire

import (
	"sync"
	"testing"
)

// What a connection counts is counted once, whether it is closed before, after or meanwhile,
// and however often.
func TestBytesOfConnectionsThatAreClosed(t *testing.T) {
	const rounds, connections, counts = 50, 4, 20
	var c ByteCount
	var all sync.WaitGroup
	stop, watched := make(chan struct{}), make(chan struct{})
	go func() { // who reads sees no more than there is
		defer close(watched)
		for {
			if received, sent := c.Sum(); received > rounds*connections*counts*3 || sent > rounds*connections*counts*10 {
				t.Errorf("%d and %d bytes", received, sent)
				return
			}
			select {
			case <-stop:
				return
			default:
			}
		}
	}()
	for range rounds {
		for range connections {
			w := new(Bytes)
			c.Begin(w)
			all.Go(func() {
				for range counts {
					w.Count(3, 0)
					w.Count(0, 10) // of which the last three
					w.Count(0, -3) // cannot be written
				}
			})
			all.Go(func() { c.end(w) })
			all.Go(func() { c.end(w) })
		}
	}
	all.Wait()
	close(stop)
	<-watched
	if received, sent := c.Sum(); received != rounds*connections*counts*3 || sent != rounds*connections*counts*7 {
		t.Errorf("%d bytes were received and %d sent, counted %d and %d", rounds*connections*counts*3, rounds*connections*counts*7, received, sent)
	}
	w := new(Bytes)
	c.Begin(w)
	before, _ := c.Sum()
	c.end(w)
	w.Count(37, 0)
	if received, _ := c.Sum(); received != before+37 || w.received.Load() != 37 {
		t.Errorf("of 37 bytes that came when it had been closed %d were counted", received-before)
	}
}
