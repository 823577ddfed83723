package perfschema

import (
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/clock"
)

func TestWarnings(t *testing.T) {
	for _, tt := range []struct {
		machine, has, invariant bool
		want                    string
	}{
		{true, true, true, ""},
		{true, true, false, "not invariant"},
		{true, false, false, "no cycle counter"},
		{false, true, false, ""}, // a clock of the caller's: nothing falls back
	} {
		got := strings.Join(warnings(tt.machine, tt.has, tt.invariant), ";")
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
	if got := s.Warnings(); (len(got) == 0) != clock.Invariant() {
		t.Errorf("invariant %v, warnings %q", clock.Invariant(), got)
	}
	off, _ := New(Config{Off: true})
	if off.Warnings() != nil || (*Schema)(nil).Warnings() != nil {
		t.Error("warnings of a Schema that is off")
	}
}
