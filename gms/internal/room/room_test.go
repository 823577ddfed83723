package room

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func of(bytes int64) *Room { return New(func() int64 { return bytes }) }

// begin has somebody take room, and gives what he gets.
func begin(ctx context.Context, r *Room, bytes int64, limit time.Duration) <-chan error {
	got := make(chan error, 1)
	go func() { got <- r.Take(ctx, bytes, limit) }()
	synctest.Wait()
	return got
}

func served(got <-chan error) bool {
	synctest.Wait()
	select {
	case err := <-got:
		return err == nil
	default:
		return false
	}
}

func TestWhoComesFirstIsServedFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := of(10)
		if !r.TryTake(6) || r.TryTake(5) {
			t.Fatal("10 bytes are not lent as 10 bytes")
		}
		large := begin(t.Context(), r, 9, time.Hour)
		small := begin(t.Context(), r, 1, time.Hour)
		if served(large) || served(small) {
			t.Error("served while there is no room, or before who came first")
		}
		if r.TryTake(1) {
			t.Error("who does not wait went before those who do")
		}
		r.Give(6)
		if !served(large) || !served(small) || r.Taken() != 10 || r.Waits() != 2 {
			t.Errorf("%d taken, %d waits", r.Taken(), r.Waits())
		}
		r.Give(9)
		r.Give(1)
		if r.Taken() != 0 {
			t.Error(r.Taken())
		}
	})
}

// Who wants more than there is has it alone.
func TestMoreThanThereIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := of(10)
		r.TryTake(1)
		all := begin(t.Context(), r, 1000, time.Hour)
		if served(all) {
			t.Error("beside another")
		}
		r.Give(1)
		if !served(all) {
			t.Fatal("not served alone")
		}
		if r.TryTake(1) {
			t.Error("another beside it")
		}
	})
}

// Who leaves the queue takes nothing with him, and lets those behind him in.
func TestLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := of(10)
		r.TryTake(6)
		ctx, cancel := context.WithCancel(t.Context())
		killed := begin(ctx, r, 9, time.Hour)
		late := begin(t.Context(), r, 8, time.Second)
		next := begin(t.Context(), r, 4, time.Hour)
		cancel()
		if err := <-killed; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if served(next) {
			t.Error("passed by who came before")
		}
		time.Sleep(time.Second)
		if err := <-late; !errors.Is(err, ErrTime) {
			t.Error(err)
		}
		if !served(next) || r.Taken() != 10 {
			t.Errorf("%d taken", r.Taken())
		}
	})
}

// Many take, wait, give up and give back, and never is more lent than there is, nor
// anything left over.
func TestMany(t *testing.T) {
	const size, most = 100, 70
	r := of(size)
	var lent atomic.Int64
	var all sync.WaitGroup
	for i := range 8 {
		random := rand.New(rand.NewPCG(1, uint64(i)))
		all.Go(func() {
			for range 200 {
				ctx, cancel := context.WithCancel(t.Context())
				bytes, gives := 1+random.Int64N(most), random.IntN(3) == 0
				if gives {
					go cancel()
				}
				if err := r.Take(ctx, bytes, time.Hour); err == nil {
					if n := lent.Add(bytes); n > size {
						t.Errorf("%d bytes are lent", n)
					}
					lent.Add(-bytes)
					r.Give(bytes)
				}
				cancel()
			}
		})
	}
	all.Wait()
	if r.Taken() != 0 || r.waiting.Len() != 0 {
		t.Errorf("%d bytes and %d who wait are left over", r.Taken(), r.waiting.Len())
	}
}
