package perfschema_test

import (
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// peaks are MAX_CONTROLLED_MEMORY and MAX_TOTAL_MEMORY.
type peaks struct{ controlled, total uint64 }

func (f *fixture) wantPeaks(t *testing.T, what string, got record.StatementEvent, want peaks) {
	t.Helper()
	if p := (peaks{got.MaxControlledMemory, got.MaxTotalMemory}); p != want {
		t.Errorf("%s: %+v, want %+v", what, p, want)
	}
}

// A statement's peaks are above what its thread had when it began, those of an
// outer one hold those of what is nested in it, and the thread's hold all.
func TestMemoryOfStatements(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	m, limited := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "rows"})), f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "limited"}))
	limited.Class().SetControlled(true)
	before := m.Alloc(th, 1000)

	outer := f.begin(th, "CALL p()")
	a := m.Alloc(th, 500)
	a.Free(th)
	b := limited.Alloc(th, 50)
	f.wantPeaks(t, "running", th.StatementsCurrent()[0], peaks{50, 500})
	inner := f.begin(th, "SELECT 1")
	c := m.Alloc(th, 700)
	current := th.StatementsCurrent()
	f.wantPeaks(t, "with another nested in it", current[0], peaks{50, 750})
	f.wantPeaks(t, "nested", current[1], peaks{0, 700})
	if got := th.Memory(); got != (record.ThreadMemory{Controlled: 50, MaxControlled: 50, Total: 1750, MaxTotal: 1750}) {
		t.Errorf("meanwhile the thread: %+v", got)
	}
	c.Free(th)
	inner.End()
	before.Free(th) // what a statement frees of earlier memory is no peak
	d := m.Alloc(th, 10)
	d.Free(th)
	b.Free(th)
	outer.End()
	history := th.StatementsHistory()
	f.wantPeaks(t, "ended, nested", history[0], peaks{0, 700})
	f.wantPeaks(t, "ended", history[1], peaks{50, 750})
	if got := th.Memory(); got != (record.ThreadMemory{MaxControlled: 50, MaxTotal: 1750}) {
		t.Errorf("after all the thread: %+v", got)
	}

	small := f.begin(th, "SELECT 1")
	e := m.Alloc(th, 5)
	small.End()
	f.wantPeaks(t, "the next", th.StatementsCurrent()[0], peaks{0, 5})
	e.Free(th)
	for _, d := range f.Read().Digests() {
		want := peaks{0, 700}
		if d.DigestText == "CALL `p` ( )" {
			want = peaks{50, 750}
		}
		if got := (peaks{d.Stat.MaxControlledMemory, d.Stat.MaxTotalMemory}); got != want {
			t.Errorf("digest %s: %+v, want %+v", d.DigestText, got, want)
		}
	}
	th.End()
	for _, g := range []record.Grouping{record.ByAccount, record.ByUser, record.ByHost, record.Global} {
		var got peaks
		for _, stats := range f.Read().StatementSummary(g, 0).All() {
			for _, v := range stats {
				got = peaks{max(got.controlled, v.MaxControlledMemory), max(got.total, v.MaxTotalMemory)}
			}
		}
		if got != (peaks{50, 750}) {
			t.Errorf("grouping %d: %+v", g, got)
		}
	}
}

// A statement whose class turns out to be off gives its thread the peak back.
func TestMemoryOfDroppedStatement(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "rows"}))
	x := m.Alloc(th, 1000)
	x.Free(th)
	st := th.BeginStatement(f.AbstractQuery())
	setEnabled(t, f, "statement/sql/select", false)
	st.Refine(f.selectKey)
	if got := th.Memory(); got.MaxTotal != 1000 {
		t.Errorf("%+v", got)
	}
}

func (f *fixture) begin(th *perfschema.Thread, sql string) perfschema.Statement {
	st := th.BeginStatement(f.selectKey)
	st.SetText(sql)
	st.ComputeDigest()
	return st
}

func setEnabled(t *testing.T, f *fixture, name string, on bool) {
	t.Helper()
	for _, c := range f.Read().Classes() {
		if c.Name() == name {
			c.SetEnabled(on)
			return
		}
	}
	t.Fatalf("no instrument %s", name)
}
