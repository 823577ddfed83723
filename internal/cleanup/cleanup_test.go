package cleanup

import (
	"runtime"
	"testing"
	"weak"
)

// list is what lists things, and is led from them.
type list struct {
	things  []*thing
	owner   *owner // that it leads to, where there is one
	removed chan *thing
}

type thing struct{ in *list }

type owner struct {
	thing *thing
	_     [4]int // has an allocation of its own
}

func remove(x *thing) { x.in.removed <- x }

//go:noinline
func owned(l *list) weak.Pointer[owner] {
	o := &owner{thing: &thing{l}}
	l.things = append(l.things, o.thing)
	Watch(o, o.thing, remove)
	return weak.Make(o)
}

// What is listed is taken out when its owner is garbage, and not before.
func TestOwnerIsGone(t *testing.T) {
	l := &list{removed: make(chan *thing, 1)}
	o := owned(l)
	held := o.Value()
	runtime.GC()
	select {
	case <-l.removed:
		t.Error("taken out while it has an owner")
	default:
	}
	runtime.KeepAlive(held)
	runtime.GC()
	if got := <-l.removed; got != l.things[0] {
		t.Errorf("taken out: %p, want %p", got, l.things[0])
	}
}

//go:noinline
func circle() (weak.Pointer[list], weak.Pointer[owner]) {
	l := &list{removed: make(chan *thing, 1)}
	o := owned(l)
	l.owner = o.Value()
	return weak.Make(l), o
}

// A list that leads to the owner of what it lists goes with it.
func TestListLeadsToOwner(t *testing.T) {
	l, o := circle()
	runtime.GC()
	runtime.GC()
	if l.Value() != nil || o.Value() != nil {
		t.Error("a list, or what it leads to, lives on that nobody holds")
	}
}
