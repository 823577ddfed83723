package server

import (
	"slices"
	"testing"

	"github.com/sirupsen/logrus"
	logtest "github.com/sirupsen/logrus/hooks/test"
)

// What the machine finds out later is logged when it does, once.
func TestWarningsAreLoggedOnce(t *testing.T) {
	hook := logtest.NewGlobal()
	defer logrus.StandardLogger().ReplaceHooks(make(logrus.LevelHooks))
	now := []string{"one"}
	w := startWarnings(func() []string { return now })
	w.report()
	now = []string{"one", "two"}
	w.again()
	w.again()
	w.stop()
	w.again() // a report that was under way
	var got []string
	for _, e := range hook.AllEntries() {
		got = append(got, e.Message)
	}
	if want := []string{"performance schema: one", "performance schema: two"}; !slices.Equal(got, want) {
		t.Errorf("logged %q, want %q", got, want)
	}
}
