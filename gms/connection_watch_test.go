package gms

import (
	"slices"
	"testing"

	"github.com/perfschema/perfschema"
)

// watchedClient is a connection whose client has gone or not.
type watchedClient struct {
	number uint32
	gone   bool
}

func (c *watchedClient) id() uint32       { return c.number }
func (c *watchedClient) works() bool      { return true }
func (c *watchedClient) clientGone() bool { return c.gone }

// TestWatchWithPatience checks that a patient watch ends a statement when its client is found gone for
// the second time in a row, and an impatient one at the first.
func TestWatchWithPatience(t *testing.T) {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for patient, want := range map[bool][]uint32{false: {1, 1}, true: {1}} {
		var ended []uint32
		w := newConnectionWatch(s, func(id uint32) { ended = append(ended, id) }, patient)
		left, stays := &watchedClient{number: 1, gone: true}, &watchedClient{number: 2}
		w.add(left)
		w.add(stays)
		w.sweep()
		w.sweep()
		w.remove(left)
		w.remove(stays)
		if !slices.Equal(ended, want) {
			t.Errorf("patient %t: ended %v, want %v", patient, ended, want)
		}
	}
}
