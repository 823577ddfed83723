package clock

import (
	"os"
	"path/filepath"
	"testing"
)

func TestReadSources(t *testing.T) {
	dir := t.TempDir()
	if got := readSources(dir); got != (sources{}) {
		t.Errorf("of nothing: %+v", got)
	}
	for name, text := range map[string]string{"current_clocksource": "hpet\n", "available_clocksource": "hpet acpi_pm \n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := readSources(dir); got != (sources{"hpet", "hpet acpi_pm"}) || got.trust() {
		t.Errorf("%+v, trusted %v", got, got.trust())
	}
}
