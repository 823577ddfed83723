package perfschema_test

import (
	"testing"

	"github.com/perfschema/perfschema"
)

// A Thread is quiet while nothing at all is enabled that could record it.
func TestThreadQuiet(t *testing.T) {
	if (*perfschema.Thread)(nil).Quiet() {
		t.Error("a Thread that is none")
	}
	s, err := perfschema.New(perfschema.Config{Instruments: []perfschema.InstrumentRule{{Pattern: "%"}}})
	if err != nil {
		t.Fatal(err)
	}
	connection := s.RegisterThread("sql", perfschema.Info{Name: "one_connection", Flags: perfschema.FlagUser})
	s.RegisterStatement("sql", perfschema.Info{Name: "select"})
	th := s.NewThread(connection, perfschema.ThreadOptions{ProcesslistID: 1})
	defer th.End()
	expect := func(want bool, when string) {
		t.Helper()
		if got := th.Quiet(); got != want {
			t.Errorf("%s: %v", when, got)
		}
	}
	expect(true, "with nothing enabled")
	for _, c := range s.Read().Classes() {
		if c.Kind() == perfschema.KindThread || c.Enabled() {
			continue // the Schema's own memory is always on
		}
		c.SetEnabled(true)
		c.SetEnabled(true)
		expect(false, "with "+c.Name())
		s.SetConsumer(perfschema.ConsumerGlobalInstrumentation, false)
		expect(true, "with "+c.Name()+" and without global_instrumentation")
		s.SetConsumer(perfschema.ConsumerGlobalInstrumentation, true)
		c.SetTimed(true)
		c.SetEnabled(false)
		expect(true, "without "+c.Name())
	}
	th.SetInstrumented(true)
	expect(false, "while it keeps its stages")
}
