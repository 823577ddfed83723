package perfschema_test

import (
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// Memory instruments are on unless an option says otherwise; those of the
// Schema's own buffers are whatever it says.
func TestMemoryInstrumentOptions(t *testing.T) {
	rule, err := perfschema.ParseInstrumentRule("memory/%=OFF")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		rules []perfschema.InstrumentRule
		on    bool
	}{{nil, true}, {[]perfschema.InstrumentRule{rule}, false}} {
		f := newFixture(t, func(c *perfschema.Config) { c.Instruments = test.rules })
		m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "rows"}))
		if m.Class().Enabled() != test.on || m.Counting() != test.on || m.Class().CanTime() || m.Class().Timed() {
			t.Errorf("%v: enabled %v, counting %v", test.rules, m.Class().Enabled(), m.Counting())
		}
		for _, c := range f.Read().ClassesOf(perfschema.KindMemory)[:3] {
			if !c.Enabled() {
				t.Errorf("%s is off", c.Name())
			}
		}
		m.Class().SetTimed(true)
		if m.Class().Timed() {
			t.Error("memory is timed")
		}
		// Changed while it runs.
		m.Class().SetEnabled(!test.on)
		b := m.Alloc(f.connect("joe"), 10)
		if b.Counted() == test.on {
			t.Errorf("switched to %v, counted %v", !test.on, b.Counted())
		}
	}
}

// What finds no room is lost and counted, and counts nothing. The Schema's own
// buffers need none.
func TestMemoryClassesAreBounded(t *testing.T) {
	own := len(newFixture(t, nil).Read().ClassesOf(perfschema.KindMemory))
	for _, room := range []int{0, 1, 2} {
		f := newFixture(t, func(c *perfschema.Config) {
			c.Sizes = perfschema.DefaultSizes()
			c.Sizes.MemoryClasses = int64(room)
		})
		// What is attached to the Schema registers its buffers before or after.
		before, after := f.Memory(f.RegisterMemory("performance_schema", perfschema.Info{Name: "profiling.first"})), (*perfschema.Memory)(nil)
		a, b := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "a"})), f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "b"}))
		if after = f.Memory(f.RegisterMemory("performance_schema", perfschema.Info{Name: "profiling.last"})); before == nil || after == nil {
			t.Errorf("room for %d: %v, %v", room, before, after)
		}
		if (a != nil) != (room > 0) || (b != nil) != (room > 1) {
			t.Errorf("room for %d: %v, %v", room, a, b)
		}
		if got, want := statusOf(t, f.Schema, "memory_classes_lost"), uint64(2-room); got != want {
			t.Errorf("room for %d: %d lost, want %d", room, got, want)
		}
		th := f.connect("joe")
		for _, m := range []*perfschema.Memory{a, b} {
			x := m.Alloc(th, 10)
			x.Free(th)
		}
		for _, stats := range f.Read().MemorySummary(record.Global, 0).All() {
			if len(stats) != own+2+room {
				t.Errorf("room for %d: %d rows beside the %d own", room, len(stats), own)
			}
		}
		f.Read().TruncateMemory(record.Global)
		th.End()
	}
}

func TestThreadMemory(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	m := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "a"}))
	m.Class().SetControlled(true)
	n := f.Memory(f.RegisterMemory("app", perfschema.Info{Name: "b"}))
	a, b := m.Alloc(th, 100), n.Alloc(th, 50)
	a.Free(th)
	// What is off is released all the same.
	c := m.Alloc(th, 30)
	m.Class().SetEnabled(false)
	c.Free(th)
	if got, want := th.Memory(), (record.ThreadMemory{Controlled: 0, MaxControlled: 100, Total: 50, MaxTotal: 150}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	b.Free(f.connect("ann"))
	if got := (*perfschema.Thread)(nil).Memory(); got != (record.ThreadMemory{}) {
		t.Errorf("%+v", got)
	}
	for _, a := range f.Read().Accounts() {
		if a.User == "ann" && a.MaxTotal != 0 || a.User == "joe" && a.MaxTotal != 150 {
			t.Errorf("%+v", a)
		}
	}
}
