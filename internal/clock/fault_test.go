package clock

import (
	"strings"
	"testing"
)

func TestCycleFault(t *testing.T) {
	for _, tt := range []struct {
		has, invariant bool
		system         sources
		want           string
	}{
		{true, true, sources{}, ""},
		{true, true, sources{"tsc", "tsc hpet acpi_pm"}, ""},
		{true, true, sources{"kvm-clock", "kvm-clock tsc acpi_pm"}, ""},
		{true, true, sources{"kvm-clock", "kvm-clock acpi_pm"}, "does not keep time"},
		{true, true, sources{"hpet", "hpet acpi_pm"}, "does not keep time"},
		{true, true, sources{"hpet", "tsc hpet acpi_pm"}, "does not keep time"},
		{true, false, sources{"tsc", "tsc"}, "not invariant"},
		{false, true, sources{}, "no cycle counter"},
	} {
		got := cycleFault(tt.has, tt.invariant, tt.system)
		if !strings.Contains(got, tt.want) || (got == "") != (tt.want == "") {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}
