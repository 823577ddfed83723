package goroutine

import "testing"

func TestParse(t *testing.T) {
	ids := make(chan uint64)
	for range 2 {
		go func() { ids <- parse() }()
	}
	if a, b := <-ids, <-ids; a == 0 || b == 0 || a == b || a == parse() {
		t.Errorf("goroutines %d and %d", a, b)
	}
}
