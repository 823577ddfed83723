package view

import (
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// instanceColumn is what tells objects of one instrument apart.
var instanceColumn = Column{Name: "OBJECT_INSTANCE_BEGIN", Type: bigintUnsigned, Comment: "Address of the object in memory"}

// instrumentColumn is the instrument of an object or an event.
func instrumentColumn(name string) Column {
	return Column{Name: name, Type: eventName, Comment: "Instrument, as in setup_instruments"}
}

// wantsInstance says whether an object can be one the reader looks for; name
// is the column that holds its instrument.
func (r Reader) wantsInstance(name string, i *record.InstanceInfo) bool {
	if begin, ok := r.wantsNumber("OBJECT_INSTANCE_BEGIN"); ok && begin != i.Begin {
		return false
	}
	return r.wants(name, i.EventName)
}

// instanceTable declares a table of objects that exist now. Nothing can be
// written to it. name is the column that holds the instrument.
func instanceTable[T any](t Table, name string, fields []field[T], of func(*T) *record.InstanceInfo, read func(*perfschema.Reader) []T) *Table {
	t.Columns = columns(fields)
	t.Open = opener(fields, listedWhere(func(r Reader) []T { return read(r.Schema.Read()) },
		func(r Reader, v *T) bool { return r.wantsInstance(name, of(v)) }))
	return &t
}

// mutexInstances declares mutex_instances.
func mutexInstances() *Table {
	type mutex = record.MutexInfo
	return instanceTable(Table{
		Name:    "mutex_instances",
		Comment: "Every mutex, and who holds it",
		Indexes: []Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "NAME", Columns: []string{"NAME"}},
			{Name: "LOCKED_BY_THREAD_ID", Columns: []string{"LOCKED_BY_THREAD_ID"}},
		},
	}, "NAME", []field[mutex]{
		{instrumentColumn("NAME"), func(m *mutex) any { return m.EventName }},
		{instanceColumn, func(m *mutex) any { return m.Begin }},
		{Column{Name: "LOCKED_BY_THREAD_ID", Type: bigintUnsigned, Nullable: true, Comment: "Thread that holds it; NULL if none does, or one that is no thread of the server's"},
			func(m *mutex) any { return number(m.LockedBy) }},
	}, func(m *mutex) *record.InstanceInfo { return &m.InstanceInfo }, (*perfschema.Reader).MutexInstances)
}

// rwlockInstances declares rwlock_instances.
func rwlockInstances() *Table {
	type rwlock = record.RWLockInfo
	return instanceTable(Table{
		Name:    "rwlock_instances",
		Comment: "Every read-write lock, and who holds it",
		Indexes: []Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "NAME", Columns: []string{"NAME"}},
			{Name: "WRITE_LOCKED_BY_THREAD_ID", Columns: []string{"WRITE_LOCKED_BY_THREAD_ID"}},
		},
	}, "NAME", []field[rwlock]{
		{instrumentColumn("NAME"), func(l *rwlock) any { return l.EventName }},
		{instanceColumn, func(l *rwlock) any { return l.Begin }},
		{Column{Name: "WRITE_LOCKED_BY_THREAD_ID", Type: bigintUnsigned, Nullable: true, Comment: "Thread that holds it to write; NULL if none does, or one that is no thread of the server's"},
			func(l *rwlock) any { return number(l.WriteLockedBy) }},
		{Column{Name: "READ_LOCKED_BY_COUNT", Type: intUnsigned, Comment: "How often it is held to read"},
			func(l *rwlock) any { return uint64(l.ReadLockedBy) }},
	}, func(l *rwlock) *record.InstanceInfo { return &l.InstanceInfo }, (*perfschema.Reader).RWLockInstances)
}

// condInstances declares cond_instances.
func condInstances() *Table {
	type cond = record.InstanceInfo
	return instanceTable(Table{
		Name:    "cond_instances",
		Comment: "Every condition variable",
		Indexes: []Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "NAME", Columns: []string{"NAME"}},
		},
	}, "NAME", []field[cond]{
		{instrumentColumn("NAME"), func(c *cond) any { return c.EventName }},
		{instanceColumn, func(c *cond) any { return c.Begin }},
	}, func(c *cond) *record.InstanceInfo { return c }, (*perfschema.Reader).CondInstances)
}

// fileInstances declares file_instances. A file stays when it is closed and
// goes when it is deleted.
func fileInstances() *Table {
	type file = record.FileInfo
	return instanceTable(Table{
		Name:    "file_instances",
		Comment: "Every file that was opened and not deleted since",
		Indexes: []Index{
			{Name: "PRIMARY", Columns: []string{"FILE_NAME"}, Unique: true},
			{Name: "EVENT_NAME", Columns: []string{"EVENT_NAME"}},
		},
	}, "EVENT_NAME", []field[file]{
		{fileNameColumn, func(f *file) any { return fileNameOf(f) }},
		{instrumentColumn("EVENT_NAME"), func(f *file) any { return f.EventName }},
		{Column{Name: "OPEN_COUNT", Type: intUnsigned, Comment: "How often it is open now"},
			func(f *file) any { return uint64(max(f.OpenCount, 0)) }},
	}, func(f *file) *record.InstanceInfo { return &f.InstanceInfo }, (*perfschema.Reader).FileInstances)
}

var fileNameColumn = Column{Name: "FILE_NAME", Type: fileName, Comment: "Path of the file"}

func fileNameOf(f *record.FileInfo) string {
	return strings.ToValidUTF8(cut(f.Name, fileNameLength), "\uFFFD")
}

// socketInstances declares socket_instances.
func socketInstances() *Table {
	type socket = record.SocketInfo
	return instanceTable(Table{
		Name:    "socket_instances",
		Comment: "Every socket that is open",
		Indexes: []Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "THREAD_ID", Columns: []string{"THREAD_ID"}},
			{Name: "SOCKET_ID", Columns: []string{"SOCKET_ID"}},
			{Name: "IP", Columns: []string{"IP", "PORT"}},
		},
	}, "EVENT_NAME", []field[socket]{
		{instrumentColumn("EVENT_NAME"), func(k *socket) any { return k.EventName }},
		{instanceColumn, func(k *socket) any { return k.Begin }},
		{Column{Name: "THREAD_ID", Type: bigintUnsigned, Nullable: true, Comment: "Thread that uses it"},
			func(k *socket) any { return number(k.ThreadID) }},
		{Column{Name: "SOCKET_ID", Type: integer, Comment: "File descriptor; -1, which is none, of a socket that is no file of the operating system"},
			func(k *socket) any { return int64(max(k.FD, -1)) }},
		{Column{Name: "IP", Type: identifier, Comment: "Address of the client, or of the server where it listens; empty for a socket file"},
			func(k *socket) any { return cut(k.IP, identifierLength) }},
		{Column{Name: "PORT", Type: integer, Comment: "Port of that address; 0 for a socket file"},
			func(k *socket) any { return int64(k.Port) }},
		{Column{Name: "STATE", Type: "enum('IDLE','ACTIVE')", Comment: "IDLE while a client is awaited"},
			func(k *socket) any {
				if k.Idle {
					return "IDLE"
				}
				return "ACTIVE"
			}},
	}, func(k *socket) *record.InstanceInfo { return &k.InstanceInfo }, (*perfschema.Reader).SocketInstances)
}
