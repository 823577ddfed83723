package pslog_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"testing/slogtest"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pslog"
	"github.com/perfschema/perfschema/record"
)

// TestWarnings: records from WARN on are their statement's, whatever its other counters.
func TestWarnings(t *testing.T) {
	ps, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	request := ps.RegisterStatement("app", perfschema.Info{Name: "request"})
	query := ps.RegisterStatement("app", perfschema.Info{Name: "query"})
	th := ps.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "localhost"})
	var out bytes.Buffer
	log := slog.New(pslog.Handler(slog.NewTextHandler(&out, nil)))

	log.Warn("of nobody")
	th.Bind()
	defer th.Unbind()
	log.Warn("of no statement")
	st := th.BeginStatement(request)
	log.Info("fine")
	log.With("a", 1).Warn("slow")
	inner := th.BeginStatement(query)
	log.WithGroup("g").Error("failed")
	inner.SetCounters(perfschema.StatementCounters{RowsSent: 1})
	log.Debug("not wanted")
	inner.End()
	log.Log(context.Background(), slog.LevelError+4, "very")
	st.SetCounters(perfschema.StatementCounters{Warnings: 1})
	log.Warn("late")
	st.End()
	th.BeginStatement(query).End() // has none

	want := map[string]uint64{"request": 4, "query": 1}
	for account, stats := range ps.Read().StatementSummary(record.ByAccount, 0).All() {
		if account.User == "joe" {
			for name, key := range map[string]perfschema.StatementKey{"request": request, "query": query} {
				if got := stats[key-1].Counters.Warnings; got != want[name] {
					t.Errorf("%s: %d warnings, want %d", name, got, want[name])
				}
			}
		}
	}
	if n := strings.Count(out.String(), "\n"); n != 7 {
		t.Errorf("%d lines of log:\n%s", n, &out)
	}
}

// TestHandler: records pass as they are.
func TestHandler(t *testing.T) {
	var out bytes.Buffer
	if err := slogtest.TestHandler(pslog.Handler(slog.NewJSONHandler(&out, nil)), func() []map[string]any {
		var all []map[string]any
		for line := range bytes.Lines(out.Bytes()) {
			var m map[string]any
			if err := json.Unmarshal(line, &m); err != nil {
				t.Fatal(err)
			}
			all = append(all, m)
		}
		return all
	}); err != nil {
		t.Error(err)
	}
}

func TestAllocations(t *testing.T) {
	log := slog.New(pslog.Handler(slog.DiscardHandler))
	if n := testing.AllocsPerRun(100, func() { log.Warn("x") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
