package edits

import (
	"reflect"
	"unsafe"

	"github.com/dolthub/dolt/go/store/skip"
	"github.com/dolthub/go-mysql-server/sql/fulltext"

	"github.com/perfschema/perfschema/pmemory"
)

// Size makes, for an editor of a table, the function that says how many
// bytes the changes hold which are not in the table's tree yet: of each of its
// indexes the list of edits, with the keys and rows in it. It is nil for an
// editor that is not Dolt's, or that Dolt has named otherwise. The goroutine that
// edits calls it; it looks at what has come since the last call.
func Size(editor any) func() int64 {
	if !skipNodes.known {
		return nil
	}
	e := new(tableEdits)
	e.addEditor(editor)
	if len(e.writers) == 0 {
		return nil
	}
	return e.size
}

// addEditor adds the writers of an editor. That of a table with full-text indexes
// writes to the tables of the indexes too.
func (e *tableEdits) addEditor(editor any) {
	switch f := editor.(type) {
	case fulltext.MultiTableEditor:
		e.addEditor(f.PrimaryEditor())
		for _, second := range f.SecondaryEditors() {
			e.addEditor(second)
		}
	case fulltext.TableEditor:
		e.addEditor(f.Config.Editor)
		for i := range f.Indexes {
			x := &f.Indexes[i]
			for _, t := range []*fulltext.IndexSingleEditor{&x.Position, &x.DocCount, &x.GlobalCount, &x.RowCount} {
				e.addEditor(t.Editor)
			}
		}
	default:
		if w := tableWriter(reflect.ValueOf(editor)); w.IsValid() {
			e.writers = append(e.writers, w)
		}
	}
}

// tableWriter is the struct that writes to a table, in what gives it out.
func tableWriter(v reflect.Value) reflect.Value {
	for range 8 {
		for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return reflect.Value{}
			}
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			return reflect.Value{}
		}
		if v.FieldByName("primary").IsValid() && v.FieldByName("secondary").IsValid() {
			return v
		}
		next := v.FieldByName("writer") // of a temporary table
		if !next.IsValid() {
			next = v.FieldByName("Editor") // of a foreign key
		}
		if !next.IsValid() {
			return next
		}
		v = next
	}
	return reflect.Value{}
}

// tableEdits are the edits of a table, and of those of its full-text indexes, by
// index.
type tableEdits struct {
	writers []reflect.Value
	lists   []editList
	found   []*skip.List
}

// editList is a list of edits, as far as it has been looked at.
type editList struct {
	list   *skip.List
	looked int   // nodes
	bytes  int64 // of their keys and rows
}

func (e *tableEdits) size() int64 {
	e.found = e.found[:0]
	for _, w := range e.writers {
		e.find(w.FieldByName("primary"))
		if s := w.FieldByName("secondary"); s.Kind() == reflect.Map {
			for i := s.MapRange(); i.Next(); {
				e.find(i.Value())
			}
		}
	}
	var n int64
	for _, l := range e.found {
		n += e.listOf(l).size()
	}
	return n
}

// find finds the lists of an index's writer: that of the changes, and one from
// before the last checkpoint, if it has been put aside.
func (e *tableEdits) find(v reflect.Value) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return
	}
	v = v.FieldByName("mut")
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return
	}
	e.add(v.FieldByName("tuples"))
	if stash := v.FieldByName("stash"); stash.Kind() == reflect.Pointer && !stash.IsNil() {
		e.add(stash.Elem())
	}
}

func (e *tableEdits) add(tuples reflect.Value) {
	if tuples.Kind() != reflect.Struct {
		return
	}
	if f := tuples.FieldByName("Edits"); f.IsValid() && f.Type() == reflect.TypeFor[*skip.List]() && !f.IsNil() {
		e.found = append(e.found, (*skip.List)(f.UnsafePointer()))
	}
}

func (e *tableEdits) listOf(l *skip.List) *editList {
	for i := range e.lists {
		if e.lists[i].list == l {
			return &e.lists[i]
		}
	}
	if len(e.lists) > 4*len(e.found) {
		e.lists = e.lists[:0] // lists come anew, they do not come back
	}
	e.lists = append(e.lists, editList{list: l})
	return &e.lists[len(e.lists)-1]
}

// skipNodes is where a list has its nodes, and a node its key and value.
var skipNodes = func() (at struct {
	known      bool
	nodes      uintptr
	node       int64
	key, value uintptr
}) {
	nodes, ok := reflect.TypeFor[skip.List]().FieldByName("nodes")
	if !ok || nodes.Type.Kind() != reflect.Slice || nodes.Type.Elem().Kind() != reflect.Struct {
		return at
	}
	node := nodes.Type.Elem()
	key, hasKey := node.FieldByName("key")
	value, hasValue := node.FieldByName("val")
	bytes := reflect.TypeFor[[]byte]()
	if !hasKey || !hasValue || key.Type != bytes || value.Type != bytes {
		return at
	}
	at.known, at.nodes, at.node, at.key, at.value = true, nodes.Offset, int64(node.Size()), key.Offset, value.Offset
	return at
}()

// size is the bytes of a list. Dolt empties one that has grown too long and fills
// it again: until they are overwritten, the nodes have what was in them, which is
// taken to be as large as what comes after.
func (l *editList) size() int64 {
	nodes := (*[]struct{})(unsafe.Add(unsafe.Pointer(l.list), skipNodes.nodes))
	first := unsafe.Pointer(unsafe.SliceData(*nodes))
	for ; l.looked < len(*nodes); l.looked++ {
		node := unsafe.Add(first, int64(l.looked)*skipNodes.node)
		key, value := *(*[]byte)(unsafe.Add(node, skipNodes.key)), *(*[]byte)(unsafe.Add(node, skipNodes.value))
		l.bytes += int64(pmemory.Size(uintptr(cap(key)), false) + pmemory.Size(uintptr(cap(value)), false))
	}
	return int64(pmemory.Size(uintptr(cap(*nodes))*uintptr(skipNodes.node), true)) + l.bytes
}
