package perfschema

import (
	"reflect"
	"testing"
	"unsafe"
)

// TestRecordCopiesAreWhole finds fields of an event that its copyFrom, which names them
// one by one, leaves out.
func TestRecordCopiesAreWhole(t *testing.T) {
	t.Run("wait", func(t *testing.T) { copiesWhole(t, (*waitRecord).copyFrom) })
	t.Run("stage", func(t *testing.T) { copiesWhole(t, (*stageRecord).copyFrom) })
	t.Run("statement", func(t *testing.T) { copiesWhole(t, (*statementRecord).copyFrom) })
	t.Run("transaction", func(t *testing.T) { copiesWhole(t, (*transactionRecord).copyFrom) })
}

func copiesWhole[T any](t *testing.T, copyFrom func(*T, *T)) {
	var from, to T
	fill(reflect.ValueOf(&from).Elem())
	copyFrom(&to, &from)
	if !reflect.DeepEqual(from, to) {
		t.Errorf("copied\n%+v\nas\n%+v", from, to)
	}
}

// TestRecordsBeginEmpty finds fields of an event that are left of the one before it in its
// place: they are stored one by one, too.
func TestRecordsBeginEmpty(t *testing.T) {
	s, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	statement := s.RegisterStatement("sql", Info{Name: "select"})
	stage := s.RegisterStage("sql", Info{Name: "init"})
	transaction := s.registerTransaction("", Info{Name: "transaction"})
	for _, k := range []Kind{KindStatement, KindStage, KindTransaction} {
		for _, c := range s.Read().ClassesOf(k) {
			c.SetEnabled(true)
		}
	}
	begin := func(th *Thread) (statementRecord, stageRecord, transactionRecord) {
		th.transaction.active, th.stage.running = false, false
		th.eventID = 0
		th.BeginTransaction(transaction, TransactionOptions{})
		th.BeginStatement(statement)
		th.SetStage(stage)
		a, b, c := th.stack[0].Load().rec, th.stage, th.transaction.rec
		a.statementID = 0
		for _, h := range []*eventHead{&a.eventHead, &b.eventHead, &c.eventHead} {
			h.threadID, h.start, h.pc = 0, 0, 0
		}
		return a, b, c
	}
	th := s.NewThread(0, ThreadOptions{})
	a1, b1, c1 := begin(th)
	st := th.CurrentStatement()
	st.End()
	fill(reflect.ValueOf(&st.slot.rec).Elem())
	fill(reflect.ValueOf(&th.stage).Elem())
	fill(reflect.ValueOf(&th.transaction.rec).Elem())
	a2, b2, c2 := begin(th)
	for _, x := range [][2]any{{a1, a2}, {b1, b2}, {c1, c2}} {
		if !reflect.DeepEqual(x[0], x[1]) {
			t.Errorf("first\n%+v\nand in the place of another\n%+v", x[0], x[1])
		}
	}
}

// fill gives every field a value that is not zero.
func fill(v reflect.Value) {
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem() // of fields that are not exported, too
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	default:
		v.SetUint(7)
	}
}
