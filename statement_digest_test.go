package perfschema_test

import (
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
)

// TestSetDigest: what has no SQL is known by a name, whatever its text.
func TestSetDigest(t *testing.T) {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	key := ps.RegisterStatement("app", perfschema.Info{Name: "request"})
	th := ps.NewThread(0, perfschema.ThreadOptions{})
	run := func(text, name string) {
		st := th.BeginStatement(key)
		st.SetText(text)
		st.SetDigest(name)
		st.End()
	}
	long := strings.Repeat("ä", 2000)
	for range 2 {
		run("GET /a?1", "GET /a")
		run("GET /b", "GET /b")
		run("GET /a?2", "GET /a")
		run("SELECT 1", "")
		run("", long)
	}
	got := map[string]uint64{}
	for _, d := range ps.Read().Digests() {
		got[d.DigestText] += d.Stat.Timer.Count
	}
	cut := strings.Repeat("ä", 510)
	if len(got) != 3 || got["GET /a"] != 4 || got["GET /b"] != 2 || got[cut] != 2 {
		t.Errorf("digests %v", got)
	}
	var none perfschema.Statement
	none.SetDigest("of nothing")
	if n := testing.AllocsPerRun(100, func() { run("GET /a?3", "GET /a"); run("GET /b", "GET /b") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
