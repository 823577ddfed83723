package enginesuite_test

import (
	"os"
	"slices"
	"testing"

	"github.com/dolthub/go-mysql-server/enginetest"

	"github.com/perfschema/perfschema/gms/internal/enginesuite"
)

// TestEngineSuites runs the suites on the bare engine, for the test of gms that compares it with
// watched ones.
func TestEngineSuites(t *testing.T) {
	if os.Getenv(enginesuite.Mode) == "" {
		t.Skip("run by TestEngineIsUnchanged of gms")
	}
	for _, suite := range slices.Concat(enginesuite.Suites, enginesuite.RecorderSuites) {
		t.Run(suite.Name, func(t *testing.T) { suite.Run(t, &harness{enginetest.NewDefaultMemoryHarness()}) })
	}
}

// harness is that of the engine's own tests, and engine its engine, each as a type of its own, as
// those of watched engines are: some tests are skipped for them.
type (
	harness struct{ *enginetest.MemoryHarness }
	engine  struct{ enginetest.QueryEngine }
)

// NewEngine implements enginetest.Harness.
func (h *harness) NewEngine(t *testing.T) (enginetest.QueryEngine, error) {
	e, err := h.MemoryHarness.NewEngine(t)
	return engine{e}, err
}
