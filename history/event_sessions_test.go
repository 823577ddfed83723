package history

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/snowset"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// sampleSecond lets a second pass and has the profiler see who is at work.
func (p *program) sampleSecond() {
	p.clock.advance(time.Second)
	p.ticks <- time.Time{}
	p.ticks <- time.Time{}
}

// busy has a statement of the thread be seen so many times.
func (p *program) busy(sql string, times int) {
	st := p.thread.BeginStatement(p.schema.AbstractQuery())
	st.SetText(sql)
	st.ComputeDigest()
	for range times {
		p.sampleSecond()
	}
	st.End()
}

// sampleIDs are the samples of the rows in the files, each once.
func sampleIDs(t *testing.T, h *History) map[uint64]bool {
	t.Helper()
	rows, columns := rowsOf(h, sessionsTable)
	ids := make(map[uint64]bool)
	for _, row := range rows {
		id := row[columnOf(columns, "SAMPLE_ID")].(uint64)
		if ids[id] {
			t.Fatalf("sample %d is kept twice", id)
		}
		ids[id] = true
	}
	return ids
}

// Rows of active_session_history are those of their original, column by column: of a thread that
// runs, in a plan and not, of one that waits for a lock and of the one in its way.
func TestSessionsAreTheirOriginals(t *testing.T) {
	p := newProgram(t, newClock(), Options{Dir: t.TempDir()})
	defer p.close()
	p.busy("SELECT a FROM t WHERE b = 5", 2)
	p.busy("", 1)
	holder := p.thread
	tx := holder.BeginTransaction(p.schema.TransactionKey(), perfschema.TransactionOptions{})
	p.busy("SELECT id FROM t FOR UPDATE", 1)
	p.user = "w"
	p.connect()
	p.thread.SetDatabase("shop")
	lock := func(th *perfschema.Thread, kind string, status record.MetadataLockStatus) {
		p.schema.NewMetadataLock(perfschema.MetadataLockOptions{Thread: th, ObjectType: "TABLE", Schema: "db", Name: "t", Type: kind, Status: status})
	}
	lock(holder, "SHARED_READ", record.MetadataGranted)
	lock(p.thread, "EXCLUSIVE", record.MetadataPending)
	plan := activity.NewPlan(1)
	plan.Add(0, snowset.OperatorSort, "Sort", "")
	st := p.thread.BeginStatement(p.schema.AbstractQuery())
	st.SetText("ALTER TABLE t ADD c INT")
	st.ComputeDigest()
	st.SetPlan(plan)
	p.thread.EnterOperator(plan.Node(1).Operator(), 1)
	p.thread.EnterResource(p.schema.Read().Schema().RegisterResource("lock", 5))
	p.sampleSecond()
	st.End()
	tx.End(true)

	original := catalog.LookupProfiling(sessionsTable)
	var want []view.Row
	for row := range original.Rows(view.Reader{Schema: p.schema, ActiveSessions: p.history.options.ActiveSessions}) {
		want = append(want, row)
	}
	p.turn()
	got, columns := rowsOf(p.history, sessionsTable)
	if len(got) != 5 || len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	known := make(map[string]int)
	for i := range want {
		for j, c := range original.Columns {
			g, w := got[i][columnOf(columns, c.Name)], want[i][j]
			if at, ok := w.(time.Time); ok {
				w, g = at.UnixMicro(), g.(time.Time).UnixMicro()
			}
			if g != w {
				t.Errorf("row %d: %s is %v (%T), want %v (%T)", i, c.Name, g, g, w, w)
			}
			if w != nil {
				known[c.Name]++
			}
		}
		if got[i][0] != "uuid" {
			t.Errorf("row %d is of server %v", i, got[i][0])
		}
	}
	for _, c := range []string{"DB", "DIGEST_TEXT", "OPERATOR", "NODE_ID", "OBJECT_NAME", "RESOURCE", "BLOCKING_THREAD_ID", "BLOCKING_STATE", "BLOCKING_DIGEST_TEXT", "TRANSACTION_AGE"} {
		if n := known[c]; n == 0 || n == len(want) {
			t.Errorf("%s is known of %d of %d rows", c, n, len(want))
		}
	}
}

// Each row that was kept is in the files, once, though the ring has room for few and is truncated,
// windows end early and the process is killed where Sync is set.
func TestEverySessionIsKept(t *testing.T) {
	for _, sync := range []bool{false, true} {
		random := rand.New(rand.NewPCG(3, 1))
		dir, clock := t.TempDir(), newClock()
		p := newProgram(t, clock, Options{Dir: dir, Sync: sync, MaxAge: -1})
		ran, kept := uint64(0), uint64(0)
		for step := range 150 {
			switch random.IntN(6) {
			case 0:
				p.turn()
				kept = ran
			case 1:
				p.clock.advance(SyncInterval)
				p.keepOpen()
				if sync {
					kept = ran
				}
			case 2:
				p.history.options.ActiveSessions.Truncate()
			default:
				p.busy("SELECT 1", 1)
				ran++
			}
			if sync && step%10 == 0 {
				after := afterKill(t, dir, clock)
				if n := uint64(len(sampleIDs(t, after.history))); n != kept {
					t.Fatalf("step %d: %d rows after a kill, want %d of %d", step, n, kept, ran)
				}
				after.close()
			}
		}
		p.busy("SELECT 1", 1)
		ran++
		p.close()
		d := newProgram(t, clock, Options{Dir: dir, MaxAge: -1})
		if n := uint64(len(sampleIDs(t, d.history))); n != ran {
			t.Errorf("sync %v: %d rows, want %d", sync, n, ran)
		}
		d.close()
		if s := statusOf(p.history, sessionsTable); s.Rows != ran || s.Lost != 0 || s.Windows == 0 {
			t.Errorf("%+v, want %d rows", s, ran)
		}
	}
}

// statusOf is how the history of one table does.
func statusOf(h *History, table string) Status {
	for _, s := range h.Status() {
		if s.Table == table {
			return s
		}
	}
	return Status{}
}

// Rows that cannot be written are lost and counted, those of this table alone.
func TestUnwritableSessions(t *testing.T) {
	dir := t.TempDir()
	p := newProgram(t, newClock(), Options{Dir: dir})
	defer p.close()
	path := filepath.Join(dir, sessionsTable)
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	p.busy("SELECT 1", 3)
	p.turn()
	if s, other := statusOf(p.history, sessionsTable), statusOf(p.history, profilesTable); s.Lost != 3 || !s.Failing || other.Lost != 0 || other.Failing {
		t.Errorf("%+v, %+v", s, other)
	}
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	p.busy("SELECT 1", 2)
	p.turn()
	if n := len(sampleIDs(t, p.history)); n != 2 {
		t.Errorf("%d rows", n)
	}
}

// Rows that the recorder gave up before they were read are counted as lost.
func TestLostSessions(t *testing.T) {
	p := newProgram(t, newClock(), Options{Dir: t.TempDir()})
	defer p.close()
	w := p.history.events
	w.sessions.Close()
	w.sessions = p.history.options.ActiveSessions.Follow(0, w.rouse)
	p.busy("SELECT 1", 4)
	p.history.options.ActiveSessions.Truncate()
	select {
	case <-w.wake:
	default:
		t.Error("nobody was asked to write")
	}
	p.busy("SELECT 1", 1)
	p.turn()
	if n, s := len(sampleIDs(t, p.history)), statusOf(p.history, sessionsTable); n != 1 || s.Lost != 4 {
		t.Errorf("%d rows, %+v", n, s)
	}
}

// A history without a recorder has an empty table.
func TestNoSessions(t *testing.T) {
	p := newProgram(t, newClock(), Options{Dir: t.TempDir()})
	p.history.events.sessions.Close()
	p.history.events.sessions = nil
	p.busy("SELECT 1", 2)
	p.turn()
	p.close()
	if rows, columns := rowsOf(p.history, sessionsTable); len(rows) != 0 || len(columns) < 30 {
		t.Errorf("%d rows of %d columns", len(rows), len(columns))
	}
}
