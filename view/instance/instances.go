package instance

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// mutexInstances declares mutex_instances.
func mutexInstances() *view.Table {
	type mutex = record.MutexInfo
	return field.InstanceTable(view.Table{
		Name:    "mutex_instances",
		Comment: "Every mutex, and who holds it",
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "NAME", Columns: []string{"NAME"}},
			{Name: "LOCKED_BY_THREAD_ID", Columns: []string{"LOCKED_BY_THREAD_ID"}},
		},
	}, "NAME", []field.Field[mutex]{
		{Column: field.InstrumentColumn("NAME"), Value: func(m *mutex) any { return m.EventName }},
		{Column: field.InstanceColumn, Value: func(m *mutex) any { return m.Begin }},
		{Column: view.Column{Name: "LOCKED_BY_THREAD_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Thread that holds it; NULL if none does, or one that is no thread of the server's"},
			Value: func(m *mutex) any { return field.Number(m.LockedBy) }},
	}, func(m *mutex) *record.InstanceInfo { return &m.InstanceInfo }, (*perfschema.Reader).MutexInstances)
}

// rwlockInstances declares rwlock_instances.
func rwlockInstances() *view.Table {
	type rwlock = record.RWLockInfo
	return field.InstanceTable(view.Table{
		Name:    "rwlock_instances",
		Comment: "Every read-write lock, and who holds it",
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "NAME", Columns: []string{"NAME"}},
			{Name: "WRITE_LOCKED_BY_THREAD_ID", Columns: []string{"WRITE_LOCKED_BY_THREAD_ID"}},
		},
	}, "NAME", []field.Field[rwlock]{
		{Column: field.InstrumentColumn("NAME"), Value: func(l *rwlock) any { return l.EventName }},
		{Column: field.InstanceColumn, Value: func(l *rwlock) any { return l.Begin }},
		{Column: view.Column{Name: "WRITE_LOCKED_BY_THREAD_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Thread that holds it to write; NULL if none does, or one that is no thread of the server's"},
			Value: func(l *rwlock) any { return field.Number(l.WriteLockedBy) }},
		{Column: view.Column{Name: "READ_LOCKED_BY_COUNT", Type: field.IntUnsigned, Comment: "How often it is held to read"},
			Value: func(l *rwlock) any { return uint64(l.ReadLockedBy) }},
	}, func(l *rwlock) *record.InstanceInfo { return &l.InstanceInfo }, (*perfschema.Reader).RWLockInstances)
}

// condInstances declares cond_instances.
func condInstances() *view.Table {
	type cond = record.InstanceInfo
	return field.InstanceTable(view.Table{
		Name:    "cond_instances",
		Comment: "Every condition variable",
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "NAME", Columns: []string{"NAME"}},
		},
	}, "NAME", []field.Field[cond]{
		{Column: field.InstrumentColumn("NAME"), Value: func(c *cond) any { return c.EventName }},
		{Column: field.InstanceColumn, Value: func(c *cond) any { return c.Begin }},
	}, func(c *cond) *record.InstanceInfo { return c }, (*perfschema.Reader).CondInstances)
}

// fileInstances declares file_instances. A file stays when it is closed and
// goes when it is deleted.
func fileInstances() *view.Table {
	type file = record.FileInfo
	return field.InstanceTable(view.Table{
		Name:    "file_instances",
		Comment: "Every file that was opened and not deleted since",
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"FILE_NAME"}, Unique: true},
			{Name: "EVENT_NAME", Columns: []string{"EVENT_NAME"}},
		},
	}, "EVENT_NAME", []field.Field[file]{
		{Column: field.FileNameColumn, Value: func(f *file) any { return field.FileNameOf(f) }},
		{Column: field.InstrumentColumn("EVENT_NAME"), Value: func(f *file) any { return f.EventName }},
		{Column: view.Column{Name: "OPEN_COUNT", Type: field.IntUnsigned, Comment: "How often it is open now"},
			Value: func(f *file) any { return uint64(max(f.OpenCount, 0)) }},
	}, func(f *file) *record.InstanceInfo { return &f.InstanceInfo }, (*perfschema.Reader).FileInstances)
}

// socketInstances declares socket_instances.
func socketInstances() *view.Table {
	type socket = record.SocketInfo
	return field.InstanceTable(view.Table{
		Name:    "socket_instances",
		Comment: "Every socket that is open",
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "THREAD_ID", Columns: []string{"THREAD_ID"}},
			{Name: "SOCKET_ID", Columns: []string{"SOCKET_ID"}},
			{Name: "IP", Columns: []string{"IP", "PORT"}},
		},
	}, "EVENT_NAME", []field.Field[socket]{
		{Column: field.InstrumentColumn("EVENT_NAME"), Value: func(k *socket) any { return k.EventName }},
		{Column: field.InstanceColumn, Value: func(k *socket) any { return k.Begin }},
		{Column: view.Column{Name: "THREAD_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Thread that uses it"},
			Value: func(k *socket) any { return field.Number(k.ThreadID) }},
		{Column: view.Column{Name: "SOCKET_ID", Type: field.Integer, Comment: "File descriptor; -1, which is none, of a socket that is no file of the operating system"},
			Value: func(k *socket) any { return int64(max(k.FD, -1)) }},
		{Column: view.Column{Name: "IP", Type: field.Identifier, Comment: "Address of the client, or of the server where it listens; empty for a socket file"},
			Value: func(k *socket) any { return field.Cut(k.IP, field.IdentifierLength) }},
		{Column: view.Column{Name: "PORT", Type: field.Integer, Comment: "Port of that address; 0 for a socket file"},
			Value: func(k *socket) any { return int64(k.Port) }},
		{Column: view.Column{Name: "STATE", Type: "enum('IDLE','ACTIVE')", Comment: "IDLE while a client is awaited"},
			Value: func(k *socket) any {
				if k.Idle {
					return "IDLE"
				}
				return "ACTIVE"
			}},
	}, func(k *socket) *record.InstanceInfo { return &k.InstanceInfo }, (*perfschema.Reader).SocketInstances)
}
