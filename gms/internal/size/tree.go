package size

import (
	"reflect"
	"strings"
	"unsafe"

	"github.com/dolthub/go-mysql-server/sql/procedures"
)

// maxTree is how many nodes of a tree are looked at; of a list or map of more
// than sampleTree members so many stand for all.
const (
	maxTree    = 1 << 20
	sampleTree = 4096
)

// Tree is the bytes of a syntax tree: all that can be reached from it through types of
// the parser, each object once, but for the parts of texts, which count where the text
// does. What a statement of another grammar refers to, a server and all it has, is none
// of the tree's, and others may be writing it. It looks at every node by reflection, some
// 100 ns each.
func Tree(root any) int64 {
	t := tree{seen: make(map[uintptr]struct{}), owns: treeOwns}
	t.addAll(reflect.ValueOf(root))
	return t.bytes
}

// Object is the bytes of all objects that can be reached from v, each once,
// through those of types that belong to it. Texts do not count. It looks at every
// object by reflection, some 100 ns each; whoever changes them must wait.
func Object(v any, owns func(reflect.Type) bool) int64 {
	t := tree{seen: make(map[uintptr]struct{}), owns: owns}
	t.addAll(reflect.ValueOf(&v).Elem())
	return t.bytes
}

// parserModule has the types of syntax trees, and of the values in them.
const parserModule = "github.com/dolthub/vitess/"

// treeOwns says whether what is of a type is a part of a syntax tree: of the parser's, or
// of a procedure, which is a list of such.
func treeOwns(t reflect.Type) bool {
	path := t.PkgPath()
	return path == "" || strings.HasPrefix(path, parserModule) || t == reflect.TypeFor[procedures.InterpreterOperation]()
}

type tree struct {
	bytes int64
	seen  map[uintptr]struct{}
	// owns says whether what is of a type belongs to the tree.
	owns func(reflect.Type) bool
	// values counts strings that lie behind an interface, as literals do.
	values bool
	// depth is how many objects lie between the root and the one that is looked
	// at; those that lie deeper than maxTreeDepth are looked at later.
	depth int
	later []reflect.Value
}

// maxTreeDepth keeps the stack small, whatever the tree.
const maxTreeDepth = 1000

// addAll adds what can be reached from a root.
func (t *tree) addAll(root reflect.Value) {
	t.add(root)
	for n := len(t.later); n > 0; n = len(t.later) {
		v := t.later[n-1]
		t.later = t.later[:n-1]
		t.depth = 0
		t.add(v)
	}
}

// follow adds what an object holds.
func (t *tree) follow(v reflect.Value) {
	if t.depth == maxTreeDepth {
		t.later = append(t.later, v)
		return
	}
	t.depth++
	t.add(v)
	t.depth--
}

// add follows what a value points to. The value itself lies in what points to
// it.
func (t *tree) add(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || !t.owns(v.Type().Elem()) || !t.first(v.Pointer()) {
			return
		}
		t.bytes += Heap(int64(v.Type().Elem().Size()), true)
		t.follow(v.Elem())
	case reflect.Interface:
		if !v.IsNil() {
			t.boxed(v)
		}
	case reflect.Slice:
		if v.Len() == 0 || !t.first(v.Pointer()) {
			return
		}
		e := v.Type().Elem()
		t.bytes += Heap(int64(v.Cap())*int64(e.Size()), !pointless(e.Kind()))
		if !pointless(e.Kind()) {
			t.sample(v.Len(), func(i int) { t.add(v.Index(i)) })
		}
	case reflect.Map:
		t.entries(v)
	case reflect.Array:
		if !pointless(v.Type().Elem().Kind()) {
			for i := range v.Len() {
				t.add(v.Index(i))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			t.add(v.Field(i))
		}
	}
}

// boxed adds what lies behind an interface.
func (t *tree) boxed(v reflect.Value) {
	e := v.Elem()
	switch k := e.Kind(); {
	case k == reflect.Pointer, k == reflect.Func, k == reflect.Map, k == reflect.Chan:
	case k == reflect.String:
		if t.values && e.Len() > 0 {
			t.bytes += StringHeader + Heap(int64(e.Len()), false)
		}
		return
	case k == reflect.Bool, e.Type().Size() <= 1:
		return // has its place in the program
	case !pointless(k) && !t.owns(e.Type()):
		return
	default:
		if !t.first(uintptr(dataOf(v))) {
			return
		}
		t.bytes += Heap(int64(e.Type().Size()), !pointless(k))
	}
	t.follow(e)
}

// dataOf is where what lies behind an interface is.
func dataOf(v reflect.Value) unsafe.Pointer {
	if !v.CanAddr() {
		return nil
	}
	return (*[2]unsafe.Pointer)(unsafe.Pointer(v.UnsafeAddr()))[1]
}

// entries adds a map.
func (t *tree) entries(v reflect.Value) {
	if v.IsNil() || !t.first(v.Pointer()) {
		return
	}
	key, elem := v.Type().Key(), v.Type().Elem()
	n, _ := Map(v.Len(), int64(key.Size()+elem.Size()))
	t.bytes += n
	keys, elems := follows(key), follows(elem)
	if !keys && !elems {
		return
	}
	i := v.MapRange()
	t.sample(v.Len(), func(int) {
		if !i.Next() {
			return
		}
		if keys {
			t.add(i.Key())
		}
		if elems {
			t.add(i.Value())
		}
	})
}

// follows says whether values of a type may point to what counts.
func follows(t reflect.Type) bool { return !pointless(t.Kind()) && t.Kind() != reflect.String }

// sample adds n members of a list, or some of them in the place of all.
func (t *tree) sample(n int, add func(i int)) {
	step := (n + sampleTree - 1) / sampleTree
	if step <= 1 {
		for i := range n {
			add(i)
		}
		return
	}
	before, added := t.bytes, 0
	for i := 0; i < n; i += step {
		add(i)
		added++
	}
	t.bytes = before + int64(float64(t.bytes-before)/float64(added)*float64(n))
}

// first says whether an object is met for the first time. That of a place that
// is not known is.
func (t *tree) first(p uintptr) bool {
	if p == 0 {
		return true
	}
	if _, ok := t.seen[p]; ok || len(t.seen) >= maxTree {
		return false
	}
	t.seen[p] = struct{}{}
	return true
}
