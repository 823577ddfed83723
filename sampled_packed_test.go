package perfschema

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/perfschema/perfschema/activity"
)

// TestPackedStatementsAreWhole fills every field of a statement with a random value, packs and unpacks it:
// a field that is added and not packed fails here.
func TestPackedStatementsAreWhole(t *testing.T) {
	s, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	var classes []*Class
	for _, name := range []string{"one", "two", "three"} {
		classes = append(classes, s.classes[KindStatement].at(uint32(s.RegisterStatement("app", Info{Name: name}))))
	}
	entries := []*digestEntry{nil, {}, {}, {}}
	r := rand.New(rand.NewPCG(1, 1))
	var k StatementPacker
	packed := map[*PackedStatement]*digestEntry{}
	for range 500 {
		var st SampledStatement
		fillRandomly(reflect.ValueOf(&st).Elem(), r)
		st.schema, st.plan, st.rec.class, st.rec.entry = s, activity.NewPlan(2), classes[r.IntN(3)], entries[r.IntN(4)]
		if r.IntN(2) == 0 {
			st.io = nil
		}
		if r.IntN(5) == 0 {
			st.rec.class = nil
		}
		p := new(PackedStatement)
		data := k.Pack(p, []byte("before"), &st)
		packed[p] = st.rec.entry
		var got SampledStatement
		rest := k.Unpack(&got, p, string(data[len("before"):])+"behind", st.rec.text, st.plan)
		if rest != "behind" || string(data[:6]) != "before" {
			t.Fatalf("%q is behind, %q before", rest, data[:6])
		}
		if !reflect.DeepEqual(got, st) {
			t.Fatalf("unpacked\n%+v\nof\n%+v", got, st)
		}
		if id, thread, event := p.StatementID(), p.ThreadID(), p.EventID(); id != st.StatementID() || thread != st.ThreadID() || event != st.EventID() {
			t.Fatalf("statement %d of thread %d, event %d; want %d, %d, %d", id, thread, event, st.StatementID(), st.ThreadID(), st.EventID())
		}
		for p := range packed { // any
			if r.IntN(3) > 0 {
				k.Drop(p)
				delete(packed, p)
			}
			break
		}
		used := map[*digestEntry]bool{}
		for p, entry := range packed {
			if k.Unpack(&got, p, "", "", nil); got.rec.entry != entry {
				t.Fatal("the row of another digest")
			}
			if entry != nil {
				used[entry] = true
			}
		}
		if k.Digests() != len(used) || len(k.entries) > len(entries) {
			t.Fatalf("%d digests in %d places, want %d", k.Digests(), len(k.entries), len(used))
		}
	}
}

// fillRandomly gives every field a value that is not zero, but for pointers to structs of which there
// are many: the caller sets these.
func fillRandomly(v reflect.Value, r *rand.Rand) {
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem() // settable, though not exported
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fillRandomly(v.Field(i), r)
		}
	case reflect.Array:
		for i := range v.Len() {
			fillRandomly(v.Index(i), r)
		}
	case reflect.Pointer:
		if v.Type() == reflect.TypeFor[*sampledIO]() {
			v.Set(reflect.New(v.Type().Elem()))
			fillRandomly(v.Elem(), r)
		}
	case reflect.String:
		v.SetString(strings.Repeat("x", 1+r.IntN(300)))
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(1 + r.Int64N(1<<31-1))
	case reflect.Uint8, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(1 + r.Uint64N(1<<7))
	default:
		panic("a field of kind " + v.Kind().String())
	}
}
