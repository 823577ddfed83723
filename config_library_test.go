package perfschema_test

import (
	"testing"

	"github.com/perfschema/perfschema"
)

// TestLibraryConfig: what a program registers is on and timed, with the same names
// in a category of a SQL engine's adapter it is as without.
func TestLibraryConfig(t *testing.T) {
	states := func(cfg perfschema.Config, category string) map[string][2]bool {
		s, err := perfschema.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		s.RegisterMutex(category, perfschema.Info{Name: "m"})
		s.RegisterRWLock(category, perfschema.Info{Name: "m"})
		s.RegisterCond(category, perfschema.Info{Name: "m"})
		s.RegisterSocket(category, perfschema.Info{Name: "m"})
		s.RegisterFile(category, perfschema.Info{Name: "m"})
		s.RegisterStage(category, perfschema.Info{Name: "m"})
		s.RegisterStatement(category, perfschema.Info{Name: "m"})
		out := make(map[string][2]bool)
		for _, c := range s.Read().Classes() {
			if c.CanTime() {
				out[c.Name()] = [2]bool{c.Enabled(), c.Timed()}
			}
		}
		return out
	}
	for name, got := range states(perfschema.LibraryConfig(), "app") {
		if got != [2]bool{true, true} {
			t.Errorf("%s: enabled, timed %v", name, got)
		}
	}
	for _, category := range []string{"sql", "gms"} {
		want := states(perfschema.Config{}, category)
		for name, got := range states(perfschema.LibraryConfig(), category) {
			if got != want[name] {
				t.Errorf("%s: enabled, timed %v, as in MySQL %v", name, got, want[name])
			}
		}
	}
}
