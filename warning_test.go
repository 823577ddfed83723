package perfschema

import (
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/clock"
)

func TestWarnings(t *testing.T) {
	for _, tt := range []struct {
		machine, cycles bool
		fault, want     string
	}{
		{true, true, "", ""},
		{true, false, "", ""},
		{true, false, "the counter is broken", "the counter is broken: waits are timed with NANOSECOND"},
		{true, true, "the counter is broken", "the counter is broken, since this server has started: waits are still timed with CYCLE"},
		{false, false, "the counter is broken", ""}, // a clock of the caller's: nothing falls back
	} {
		got := strings.Join(warnings(tt.machine, tt.cycles, tt.fault), ";")
		if !strings.Contains(got, tt.want) || (got == "") != (tt.want == "") {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}

func TestSchemaWarnsOfThisMachineOnly(t *testing.T) {
	s, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Read().Warnings(); (len(got) == 0) != (clock.CycleFault() == "") {
		t.Errorf("fault %q, warnings %q", clock.CycleFault(), got)
	}
	if got := s.WaitTimer(); (got == "CYCLE") != s.cycles || s.cycles != (clock.CycleFault() == "") {
		t.Errorf("%s, with the fault %q", got, clock.CycleFault())
	}
	if faked, _ := New(Config{Clock: &clock.Fake{}}); faked.WaitTimer() != "NANOSECOND" {
		t.Error("a clock of the caller's has no cycles")
	}
	off, _ := New(Config{Off: true})
	if off.Read().Warnings() != nil || (*Schema)(nil).Read().Warnings() != nil {
		t.Error("warnings of a Schema that is off")
	}
}
