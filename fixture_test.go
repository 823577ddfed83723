package perfschema_test

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/clock"
)

// fixture is a Schema with a fake clock and a few instruments.
type fixture struct {
	*perfschema.Schema
	clock             *clock.Fake
	selectKey, insert perfschema.StatementKey
	opening, sending  perfschema.StageKey
	conn, worker      perfschema.ThreadKey
}

func newFixture(t testing.TB, change func(*perfschema.Config)) *fixture {
	t.Helper()
	f := &fixture{clock: &clock.Fake{}}
	f.clock.Advance(time.Microsecond)
	cfg := perfschema.Config{Clock: f.clock}
	if change != nil {
		change(&cfg)
	}
	s, err := perfschema.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	f.Schema = s
	f.selectKey = s.RegisterStatement("sql", perfschema.Info{Name: "select"})
	f.insert = s.RegisterStatement("sql", perfschema.Info{Name: "insert"})
	f.opening = s.RegisterStage("sql", perfschema.Info{Name: "Opening tables"})
	f.sending = s.RegisterStage("sql", perfschema.Info{Name: "Sending data"})
	f.conn = s.RegisterThread("sql", perfschema.Info{Name: "one_connection", Flags: perfschema.FlagUser})
	f.worker = s.RegisterThread("sql", perfschema.Info{Name: "worker"})
	return f
}

// enableAll switches every instrument and consumer on.
func (f *fixture) enableAll() {
	for _, c := range f.Read().Classes() {
		c.SetEnabled(true)
		c.SetTimed(true)
	}
	for _, c := range perfschema.Consumers() {
		f.SetConsumer(c, true)
	}
}

func (f *fixture) connect(user string) *perfschema.Thread {
	return f.NewThread(f.conn, perfschema.ThreadOptions{ProcesslistID: 7, User: user, Host: "localhost"})
}

// run executes one statement of d.
func (f *fixture) run(t *perfschema.Thread, key perfschema.StatementKey, sql string, d time.Duration) {
	st := t.BeginStatement(f.AbstractQuery())
	st.SetText(sql)
	st.ComputeDigest()
	st.Refine(key)
	f.clock.Advance(d)
	st.SetCounters(perfschema.StatementCounters{RowsSent: 1, RowsExamined: 2})
	st.End()
}
