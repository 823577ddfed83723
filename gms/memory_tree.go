package gms

import "reflect"

// maxTree is how many nodes of a tree are looked at.
const maxTree = 1 << 20

// treeSize is the bytes of a syntax tree: all that can be reached from it, each
// object once. It looks at every node by reflection, some 50 ns each.
func treeSize(root any) int64 {
	t := tree{seen: make(map[uintptr]struct{})}
	t.add(reflect.ValueOf(root))
	return t.bytes
}

type tree struct {
	bytes int64
	seen  map[uintptr]struct{}
}

// add follows what a value points to. The value itself lies in what points to
// it.
func (t *tree) add(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || !t.first(v.Pointer()) {
			return
		}
		t.bytes += heapSize(int64(v.Type().Elem().Size()), true)
		t.add(v.Elem())
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		e := v.Elem()
		if k := e.Kind(); k != reflect.Pointer && k != reflect.Func && k != reflect.Map && k != reflect.Chan {
			t.bytes += heapSize(int64(e.Type().Size()), !pointless(k))
		}
		t.add(e)
	case reflect.String:
		// Texts are mostly parts of the statement's, which counts on its own;
		// those that are not cannot be told apart.
	case reflect.Slice:
		if v.Len() == 0 || !t.first(v.Pointer()) {
			return
		}
		e := v.Type().Elem()
		t.bytes += heapSize(int64(v.Cap())*int64(e.Size()), !pointless(e.Kind()))
		if pointless(e.Kind()) {
			return
		}
		for i := range v.Len() {
			t.add(v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			t.add(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			t.add(v.Field(i))
		}
	}
}

// first says whether an object is met for the first time.
func (t *tree) first(p uintptr) bool {
	if _, ok := t.seen[p]; ok || len(t.seen) >= maxTree {
		return false
	}
	t.seen[p] = struct{}{}
	return true
}
