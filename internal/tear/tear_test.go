package tear

import (
	"fmt"
	"reflect"
	"testing"
)

type mixed struct {
	a     uint8
	b     uint64
	text  string
	list  []int
	any   any
	err   error
	inner [3]struct {
		x uint16
		p *int
		f float32
	}
	c complex128
}

// What is copied a word at a time is what is copied at once.
func TestCopiesAreWhole(t *testing.T) {
	defer Unrest()()
	n := 7
	v := mixed{a: 1, b: 1 << 60, text: "text", list: []int{1, 2}, any: "any", err: fmt.Errorf("error"), c: 1 + 2i}
	for i := range v.inner {
		v.inner[i].x, v.inner[i].p, v.inner[i].f = uint16(i), &n, 1.5
	}
	for range 100 {
		var stored mixed
		Store(&stored)(v)
		if loaded := Load(&stored); !reflect.DeepEqual(loaded, v) {
			t.Fatalf("%+v\nwant %+v", loaded, v)
		}
		var small uint16
		Store(&small)(5)
		if Load(&small) != 5 {
			t.Fatal("a word got lost")
		}
	}
}
