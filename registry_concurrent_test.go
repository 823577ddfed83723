package perfschema_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// Instruments of every kind are registered, some names by all at once, while
// others record with them, switch them on and off, and read the summaries. Each
// name ends with one key, and no wait that was enabled all along is lost.
func TestRegisterEverythingWhileRecording(t *testing.T) {
	const registrars, own, recorders, waits = 4, 20, 3, 2000
	cfg := perfschema.Config{Sizes: perfschema.DefaultSizes()}
	for _, n := range []*int64{
		&cfg.Sizes.SocketClasses, &cfg.Sizes.FileClasses, &cfg.Sizes.MutexClasses, &cfg.Sizes.RWLockClasses, &cfg.Sizes.CondClasses,
		&cfg.Sizes.StageClasses, &cfg.Sizes.StatementClasses, &cfg.Sizes.MemoryClasses, &cfg.Sizes.ThreadClasses,
	} {
		*n = 1000
	}
	s, err := perfschema.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	steady := key(s.RegisterMutex)
	for _, c := range s.Read().ClassesOf(perfschema.KindMutex) {
		c.SetEnabled(true)
	}
	instance := s.NewMutexInstance(steady)

	var working, background sync.WaitGroup
	stop := make(chan struct{})
	keys := make([]map[string]uint32, registrars)
	for i := range registrars {
		keys[i] = map[string]uint32{}
		working.Go(func() {
			th := s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "h"})
			defer th.End()
			for n := range own {
				for _, r := range registrations {
					// Names of its own, and names that all register.
					for _, name := range []string{fmt.Sprintf("own %d of %d", n, i), fmt.Sprintf("shared %d", n)} {
						k := r.register(s, name)[0]
						keys[i][fmt.Sprint(r.kind, name)] = k
						switch r.kind {
						case perfschema.KindStage:
							th.SetStage(perfschema.StageKey(k))
							th.EndStage()
						case perfschema.KindStatement:
							th.BeginStatement(perfschema.StatementKey(k)).End()
						case perfschema.KindCond:
							w := s.NewCondInstance(perfschema.CondKey(k)).StartWait(th, perfschema.OpWait)
							w.End()
						}
					}
				}
			}
		})
	}
	for range recorders {
		working.Go(func() {
			th := s.NewThread(0, perfschema.ThreadOptions{User: "ann", Host: "h"})
			defer th.End()
			var mu sync.Mutex
			own := s.NewMutexInstance(steady)
			for range waits {
				own.Lock(th, &mu)
				own.Unlock(&mu)
			}
		})
	}
	until := func(f func()) func() {
		return func() {
			for {
				select {
				case <-stop:
					return
				default:
					f()
				}
			}
		}
	}
	background.Go(until(func() {
		for _, c := range s.Read().Classes() {
			if c.Kind() != perfschema.KindMutex {
				c.SetEnabled(!c.Enabled())
			}
			c.SetTimed(!c.Timed())
		}
		s.SetConsumer(waitsCurrent, !s.Consumer(waitsCurrent))
	}))
	background.Go(until(func() {
		for range s.Read().WaitSummary(record.Global, 0).All() {
		}
		for range s.Read().StageSummary(record.ByThread, 0).All() {
		}
		s.Read().MutexInstances()
	}))
	working.Wait()
	close(stop)
	background.Wait()

	byName := map[string]uint32{}
	used := map[string]string{}
	for _, mine := range keys {
		for name, k := range mine {
			if was, ok := byName[name]; ok && was != k {
				t.Errorf("%s has keys %d and %d", name, was, k)
			}
			byName[name] = k
		}
	}
	for _, r := range registrations {
		for _, c := range s.Read().ClassesOf(r.kind) {
			key := fmt.Sprint(r.kind, c.Name())
			if used[key] != "" {
				t.Errorf("%s is there twice", c.Name())
			}
			used[key] = c.Name()
		}
	}
	var mu sync.Mutex
	instance.Lock(nil, &mu)
	instance.Unlock(&mu)
	counted := only(s.Read().WaitSummary(record.Global, 0).All(), 0, itself).Count
	if want := uint64(recorders*waits + 1); counted != want {
		t.Errorf("%d waits counted, want %d", counted, want)
	}
}
