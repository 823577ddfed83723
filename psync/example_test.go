package psync_test

import (
	"fmt"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/psync"
)

type cache struct {
	mu    psync.Mutex // was sync.Mutex
	items map[string]string
}

func (c *cache) put(k, v string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[k] = v
}

func Example() {
	ps, err := perfschema.New(perfschema.Config{
		Instruments: []perfschema.InstrumentRule{{Pattern: "wait/synch/mutex/app/%", State: perfschema.InstrumentOn}},
	})
	if err != nil {
		panic(err)
	}
	key := ps.RegisterMutex("app", perfschema.Info{Name: "LOCK_cache"})

	c := &cache{items: map[string]string{}}
	c.mu.Init(ps, key)
	c.put("a", "1")
	for _, m := range ps.Read().MutexInstances() {
		fmt.Println(m.EventName, m.Wait.Count)
	}
	// Output: wait/synch/mutex/app/LOCK_cache 1
}
