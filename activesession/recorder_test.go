package activesession

import (
	"slices"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/clock"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/sampler"
)

// fixture is a Schema, a Profiler and a Recorder on one fake clock.
type fixture struct {
	*perfschema.Schema
	clock    *clock.Fake
	ticks    chan time.Time
	profiler *sampler.Profiler
	recorder *Recorder
	query    perfschema.StatementKey
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{clock: &clock.Fake{}, ticks: make(chan time.Time)}
	f.clock.Advance(time.Second)
	s, err := perfschema.New(perfschema.Config{Clock: f.clock, Consumers: map[perfschema.Consumer]bool{perfschema.ConsumerEventsWaitsCurrent: true}})
	if err != nil {
		t.Fatal(err)
	}
	f.Schema = s
	f.query = s.RegisterStatement("sql", perfschema.Info{Name: "select"})
	p, err := sampler.Start(s, sampler.Options{Clock: f.clock, Ticks: func(time.Duration) (<-chan time.Time, func()) { return f.ticks, func() {} }})
	if err != nil {
		t.Fatal(err)
	}
	f.profiler, f.recorder = p, Start(s, p, Options{})
	t.Cleanup(func() { f.recorder.Close(); p.Close() })
	return f
}

// sample lets a second pass, has the Profiler sample, and returns the rows of that. The second
// tick is taken when what the first saw has been told.
func (f *fixture) sample(t *testing.T) []Row {
	t.Helper()
	before := len(f.rows())
	f.clock.Advance(time.Second)
	f.ticks <- time.Time{}
	f.ticks <- time.Time{}
	return f.rows()[before:]
}

func (f *fixture) rows() (all []Row) {
	for _, p := range f.recorder.Parts() {
		for r := range p.Rows {
			all = append(all, *r)
		}
	}
	return all
}

func (f *fixture) connect(user string) *perfschema.Thread {
	th := f.NewThread(0, perfschema.ThreadOptions{ProcesslistID: 1 + uint64(len(f.Read().Threads())), User: user, Host: "h"})
	th.SetConnectAttrs([]perfschema.ConnectAttr{{Name: "program_name", Value: user + "'s shell"}})
	th.SetDatabase("shop")
	return th
}

func (f *fixture) begin(th *perfschema.Thread, text string) perfschema.Statement {
	st := th.BeginStatement(f.query)
	st.SetText(text)
	st.ComputeDigest()
	return st
}

// A sample records one row for each thread at work, and none if no thread works.
func TestRowOfRunningStatement(t *testing.T) {
	f := newFixture(t)
	th := f.connect("ann")
	st := f.begin(th, "SELECT 1 + 2")
	rows := f.sample(t)
	if len(rows) != 1 {
		t.Fatalf("%d rows", len(rows))
	}
	got := rows[0]
	digest, _ := f.StatementDigest("SELECT 1 + 2")
	want := Row{
		SampleID: 1, At: got.At, ThreadID: th.ID(), QueryThreadID: th.ID(), ProcesslistID: th.ProcesslistID(), User: "ann", Host: "h", Program: "ann's shell",
		Schema: "shop", EventName: "statement/sql/select", StatementID: got.StatementID, EventID: 1, Digest: digest, DigestText: "SELECT ? + ?",
		Elapsed: time.Second, ElapsedKnown: true, State: Running,
	}
	if got != want || got.StatementID == 0 {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if at := f.clock.Wall().Sub(got.At); at < 0 || at > time.Millisecond {
		t.Errorf("the row was sampled %v ago", at)
	}
	st.End()
	if rows := f.sample(t); len(rows) != 0 {
		t.Errorf("%d rows while no thread works", len(rows))
	}
	if s := f.recorder.Status(); s.Rows != 1 || s.Lost != 0 || s.Evicted != 0 || s.Bytes == 0 || s.Size != sampler.DefaultSessionBytes {
		t.Errorf("status %+v", s)
	}
	f.recorder.Truncate()
	if len(f.rows()) != 0 {
		t.Error("TRUNCATE left rows")
	}
}

// The row of a thread that waits for a lock on metadata has the object, the holder, the holder's last
// statement, and that its transaction is open.
func TestRowOfBlockedStatement(t *testing.T) {
	f := newFixture(t)
	holder, waiter := f.connect("ann"), f.connect("joe")
	tx := holder.BeginTransaction(f.TransactionKey(), perfschema.TransactionOptions{})
	f.begin(holder, "SELECT id FROM t FOR UPDATE").End()
	held := f.NewMetadataLock(perfschema.MetadataLockOptions{Thread: holder, ObjectType: "TABLE", Schema: "shop", Name: "t", Type: "SHARED_READ", Duration: record.MetadataTransaction, Status: record.MetadataGranted})
	st := f.begin(waiter, "ALTER TABLE t ADD c INT")
	asked := f.NewMetadataLock(perfschema.MetadataLockOptions{Thread: waiter, ObjectType: "TABLE", Schema: "shop", Name: "t", Type: "EXCLUSIVE", Duration: record.MetadataTransaction})
	wait := asked.StartWait(waiter)
	rows := f.sample(t)
	if len(rows) != 1 {
		t.Fatalf("%d rows", len(rows))
	}
	got := rows[0]
	digest, text := f.StatementDigest("SELECT id FROM t FOR UPDATE")
	want := Blocker{ThreadID: holder.ID(), ProcesslistID: holder.ProcesslistID(), Count: 1, State: BlockerIdleInTransaction, Digest: digest, DigestText: text}
	if got.State != Waiting || got.Wait != "wait/lock/metadata/sql/mdl" || got.Object != (Object{"TABLE", "shop", "t"}) || got.Blocker != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	tx.End(true)
	held.Release()
	wait.End()
	asked.Release()
	st.End()
}

// FindBlocked finds the holders by the kinds of locks.
func TestFindBlocked(t *testing.T) {
	lock := func(thread uint64, name, kind string, status record.MetadataLockStatus) record.MetadataLockInfo {
		return record.MetadataLockInfo{ThreadID: thread, ObjectType: "TABLE", Schema: "shop", Name: name, Type: kind, Status: status}
	}
	const granted, pending = record.MetadataGranted, record.MetadataPending
	for _, test := range []struct {
		name    string
		locks   []record.MetadataLockInfo
		holders []uint64
	}{
		{"nobody has it", []record.MetadataLockInfo{lock(1, "t", "EXCLUSIVE", pending)}, nil},
		{"two read it", []record.MetadataLockInfo{lock(3, "t", "SHARED_READ", granted), lock(2, "t", "SHARED_READ", granted), lock(1, "t", "EXCLUSIVE", pending)}, []uint64{2, 3}},
		{"one has it twice", []record.MetadataLockInfo{lock(2, "t", "SHARED_READ", granted), lock(2, "t", "SHARED_WRITE", granted), lock(1, "t", "EXCLUSIVE", pending)}, []uint64{2}},
		{"shared is no hindrance to shared", []record.MetadataLockInfo{lock(2, "t", "SHARED_READ", granted), lock(3, "t", "EXCLUSIVE", granted), lock(1, "t", "SHARED_WRITE", pending)}, []uint64{3}},
		{"it stands behind who wants to change it", []record.MetadataLockInfo{lock(2, "t", "SHARED_READ", granted), lock(3, "t", "EXCLUSIVE", pending), lock(1, "t", "SHARED_READ", pending)}, []uint64{3}},
		{"LOCK TABLES READ before a change", []record.MetadataLockInfo{lock(2, "t", "SHARED_READ_ONLY", granted), lock(3, "t", "SHARED_READ", granted), lock(1, "t", "SHARED_WRITE", pending)}, []uint64{2}},
		{"LOCK TABLES WRITE before a read", []record.MetadataLockInfo{lock(2, "t", "SHARED_NO_READ_WRITE", granted), lock(1, "t", "SHARED_READ", pending)}, []uint64{2}},
		{"LOCK TABLES WRITE behind a read", []record.MetadataLockInfo{lock(2, "t", "SHARED_READ", granted), lock(1, "t", "SHARED_NO_READ_WRITE", pending)}, []uint64{2}},
		{"a read behind LOCK TABLES WRITE that waits", []record.MetadataLockInfo{lock(2, "t", "SHARED_READ_ONLY", granted), lock(3, "t", "SHARED_NO_READ_WRITE", pending), lock(1, "t", "SHARED_READ", pending)}, []uint64{3}},
		{"two definitions that wait do not name each other", []record.MetadataLockInfo{lock(2, "t", "EXCLUSIVE", pending), lock(1, "t", "EXCLUSIVE", pending)}, nil},
		{"a definition does not wait for who stands behind it", []record.MetadataLockInfo{lock(2, "t", "SHARED_READ", pending), lock(1, "t", "EXCLUSIVE", pending)}, nil},
		{"another table", []record.MetadataLockInfo{lock(2, "u", "EXCLUSIVE", granted), lock(1, "t", "EXCLUSIVE", pending)}, nil},
		{"its own", []record.MetadataLockInfo{lock(1, "t", "SHARED_READ", granted), lock(1, "t", "EXCLUSIVE", pending)}, nil},
	} {
		got := FindBlocked(test.locks)[1]
		if got == nil || got.Object != (Object{"TABLE", "shop", "t"}) || !slices.Equal(got.Holders, test.holders) {
			t.Errorf("%s: %+v, want holders %v", test.name, got, test.holders)
		}
	}
}

// A database is in the way of its tables, they are in the way of it, and locks of the whole server
// are in the way of intentions alone.
func TestFindBlockedByOtherObjects(t *testing.T) {
	const granted, pending = record.MetadataGranted, record.MetadataPending
	lock := func(thread uint64, object, schema, name, kind string, status record.MetadataLockStatus) record.MetadataLockInfo {
		return record.MetadataLockInfo{ThreadID: thread, ObjectType: object, Schema: schema, Name: name, Type: kind, Status: status}
	}
	global := func(thread uint64, kind string, status record.MetadataLockStatus) record.MetadataLockInfo {
		return lock(thread, "GLOBAL", "", "", kind, status)
	}
	for _, test := range []struct {
		name    string
		locks   []record.MetadataLockInfo
		holders []uint64
	}{
		{"DROP DATABASE behind a read", []record.MetadataLockInfo{lock(2, "TABLE", "shop", "t", "SHARED_READ", granted), lock(3, "TABLE", "other", "t", "SHARED_READ", granted), lock(1, "SCHEMA", "shop", "", "EXCLUSIVE", pending)}, []uint64{2}},
		{"a read behind DROP DATABASE", []record.MetadataLockInfo{lock(2, "SCHEMA", "shop", "", "EXCLUSIVE", pending), lock(3, "SCHEMA", "other", "", "EXCLUSIVE", pending), lock(1, "TABLE", "shop", "t", "SHARED_READ", pending)}, []uint64{2}},
		{"a change behind FLUSH TABLES WITH READ LOCK", []record.MetadataLockInfo{global(2, "SHARED", granted), global(3, "INTENTION_EXCLUSIVE", granted), global(1, "INTENTION_EXCLUSIVE", pending)}, []uint64{2}},
		{"a change behind one that waits", []record.MetadataLockInfo{global(2, "SHARED", pending), global(1, "INTENTION_EXCLUSIVE", pending)}, []uint64{2}},
		{"that one does not wait for the change", []record.MetadataLockInfo{global(2, "INTENTION_EXCLUSIVE", pending), global(1, "SHARED", pending)}, nil},
		{"a database is not the server", []record.MetadataLockInfo{lock(2, "SCHEMA", "shop", "", "EXCLUSIVE", granted), global(1, "SHARED", pending)}, nil},
	} {
		if got := FindBlocked(test.locks)[1]; got == nil || !slices.Equal(got.Holders, test.holders) {
			t.Errorf("%s: %+v, want holders %v", test.name, got, test.holders)
		}
	}
}

// A holder that runs a statement is at work though no event of it is kept.
func TestBlockerStateWithoutEvents(t *testing.T) {
	f := newFixture(t)
	f.SetConsumer(perfschema.ConsumerEventsStatementsCurrent, false)
	holder, waiter := f.connect("ann"), f.connect("joe")
	lock := perfschema.MetadataLockOptions{Thread: holder, ObjectType: record.UserLevelLock, Name: "l", Type: "EXCLUSIVE", Status: record.MetadataGranted}
	held := f.NewMetadataLock(lock)
	long := f.begin(holder, "SELECT 1")
	holder.SetCommand("Query", "SELECT 1")
	st := f.begin(waiter, "SELECT 2")
	lock.Thread, lock.Status = waiter, record.MetadataPending
	asked := f.NewMetadataLock(lock)
	wait := asked.StartWait(waiter)
	if rows := f.sample(t); !slices.ContainsFunc(rows, func(r Row) bool { return r.Blocker.ThreadID == holder.ID() && r.Blocker.State == BlockerActive }) {
		t.Errorf("%+v", rows)
	}
	wait.End()
	asked.Release()
	st.End()
	long.End()
	held.Release()
}
