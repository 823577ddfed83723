package perfschema_test

import (
	"bytes"
	"runtime/pprof"
	"strings"
	"testing"
	"time"
)

// TestPprofLabels has long statements alone labelled, by their digest, beside the labels
// that are there.
func TestPprofLabels(t *testing.T) {
	f := newFixture(t, nil)
	th := f.connect("joe")
	ctx := pprof.WithLabels(t.Context(), pprof.Labels("job", "nightly"))
	run := func(text string, took time.Duration) (labels string) {
		st := th.BeginStatement(f.selectKey)
		st.SetText(text)
		st.ComputeDigest()
		if l, long := st.PprofLabels(ctx); long {
			before := l.Set()
			labels = labelled(t, "digest")
			before.Set()
			if now := labelled(t, "digest"); now != "" {
				t.Errorf("behind a statement there is %s", now)
			}
		}
		f.clock.Advance(took)
		st.End()
		return labels
	}
	for _, text := range []string{"SELECT a FROM t WHERE b = 'secret'", "SELECT 1 FROM u WHERE " + strings.Repeat("c = 1 OR ", 100) + "c = 2"} {
		if got := run(text, 20*time.Millisecond); got != "" {
			t.Errorf("the first execution has %s", got)
		}
		got := run(text, 20*time.Millisecond)
		if !strings.Contains(got, `"job":"nightly"`) || !strings.Contains(got, `"statement":"SELECT `) || strings.Contains(got, "secret") {
			t.Errorf("a long statement has %s", got)
		}
		if len(got) > 400 {
			t.Errorf("%d bytes of labels", len(got))
		}
		for range 100 {
			run(text, time.Microsecond)
		}
		if got := run(text, time.Microsecond); got != "" {
			t.Errorf("a short statement has %s", got)
		}
	}
}

// labelled is the line of the labels of the goroutine that calls it, in Go's profile of
// goroutines, if they have this one.
func labelled(t *testing.T, label string) string {
	t.Helper()
	var profile bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&profile, 1); err != nil {
		t.Fatal(err)
	}
	for record := range strings.SplitSeq(profile.String(), "\n\n") {
		if !strings.Contains(record, "perfschema_test.labelled") {
			continue
		}
		for line := range strings.Lines(record) {
			if strings.HasPrefix(line, "# labels: ") && strings.Contains(line, label) {
				return strings.TrimSpace(line)
			}
		}
	}
	return ""
}
