package held

import (
	"reflect"
	"unsafe"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/internal/size"
)

// Of statements that set nothing, what the storage keeps is measured after the
// first, the second, the fourth and so on, and every so many.
const sessionMeasure = 4096

// CountSession counts a session that has just been made: the engine's part of
// it, which stays as it is.
func (m *Session) CountSession(s sql.Session) {
	if class := m.server.Classes.session.system; m.thread != nil && class.Counting() {
		SetBlock(&m.system, class, m.thread, baseSessionSize(s))
	}
}

// CountStatement counts a statement that set nothing, and reports whether CountState is due, which
// counts it then.
func (m *Session) CountStatement() (due bool) {
	if m.statements+1 < m.measure {
		m.statements++
		return false
	}
	return true
}

// CountState counts what the storage keeps for the session, if it is likely to
// have changed.
func (m *Session) CountState(s sql.Session, keepsSettings bool) {
	m.statements++
	if keepsSettings && m.statements < m.measure {
		return
	}
	class, server := m.server.Classes.session.state, m.server
	if server.SessionSize == nil || !class.Counting() && m.Limit == 0 {
		return
	}
	if m.thread != nil && !m.system.Counted() { // the session has been reset
		m.CountSession(s)
	}
	if m.statements >= m.measure {
		m.measure = min(2*m.statements, m.statements+sessionMeasure)
	}
	things := server.SessionThings(s)
	if d := things - m.things; m.Held.state != 0 && -m.things/8 <= d && d <= m.things/8 {
		return
	}
	m.things, m.Held.state = things, server.SessionSize(s)
	if m.thread != nil && class.Counting() {
		SetBlock(&m.state, class, m.thread, m.Held.state)
	}
}

// SetBlock makes a block of so many bytes, as large as it should be from here on.
func SetBlock(b *perfschema.MemoryBlock, class *perfschema.Memory, t *perfschema.Thread, size int64) {
	switch {
	case size == b.Size():
	case size == 0:
		b.Free(t)
	case b.Counted():
		b.Resize(t, size)
	default:
		*b = class.Alloc(t, size)
	}
}

// statusVariables is how many status variables the server has, for which a session
// makes room; 0 if the engine does not tell.
func statusVariables() int {
	registry := sql.StatusVariables
	if r, ok := registry.(interface {
		Engine() sql.StatusVariableRegistry
	}); ok {
		registry = r.Engine()
	}
	v := reflect.ValueOf(registry)
	if v.Kind() == reflect.Pointer && v.Elem().Kind() == reflect.Struct {
		if f := v.Elem().FieldByName("varVals"); f.Kind() == reflect.Map {
			return f.Len()
		}
	}
	return 0
}

// baseSessionSize is the bytes of the engine's part of a session: its struct and
// the maps of variables in it. Values of system variables are mostly the
// server's, too.
func baseSessionSize(s sql.Session) int64 {
	b := baseSessionOf(s)
	if b == nil {
		return 0
	}
	n := size.Heap(int64(unsafe.Sizeof(*b)), true)
	v := reflect.ValueOf(b).Elem()
	if f := v.FieldByName("systemVars"); f.IsValid() && f.Type() == reflect.TypeFor[map[string]sql.SystemVarValue]() {
		bytes, _ := size.Map(f.Len(), size.StringHeader+int64(unsafe.Sizeof(sql.SystemVarValue{})))
		n += bytes
	}
	if f := v.FieldByName("statusVars"); f.IsValid() && f.Type() == reflect.TypeFor[map[string]sql.StatusVarValue]() {
		bytes, _ := size.Map(max(f.Len(), statusVariables()), size.StringHeader+size.Interface)
		n += bytes + int64(f.Len())*size.Heap(int64(unsafe.Sizeof(sql.ImmutableStatusVarValue{})), true)
	}
	return n
}
