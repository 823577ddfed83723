package server

import (
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// ask gets a page of a server.
func ask(t *testing.T, s *Server, page string) (status int, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.HTTPAddr().String()+"/"+page, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(b)
}

// TestPagesOfAStart: a server that has neither database nor engine yet serves its pages,
// which say what it does, and ends nobody's connection.
func TestPagesOfAStart(t *testing.T) {
	inst, err := newInstruments(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer inst.stop()
	if err := inst.startProfiler(sampler.Options{}); err != nil {
		t.Fatal(err)
	}
	main := inst.mainThread()
	defer main.End()
	stages := &startStages{schema: inst.schema, thread: main}
	stages.enter("reading certificates and accounts")
	stages.enter("opening databases")
	s := &Server{instruments: inst}
	cfg := Config{HTTP: "127.0.0.1:0", History: true, DataDir: filepath.Join(t.TempDir(), "none")}
	if err := s.serveHTTP(context.Background(), cfg, nil); err != nil {
		t.Fatal(err)
	}
	defer s.closeHTTP()
	for page, has := range map[string][]string{
		"":         {"What the server does", "thread/sql/main", "opening databases", "What its start took", "stage/server/reading certificates and accounts"},
		"sessions": {"Sessions"}, "waits": {"Waits"}, "io": {"Files"}, "memory": {"The resident set"}, "errors": {"Errors"}, "instruments": {"stage/server/opening databases"},
		"history": {"Nothing is kept of this time"}, "metrics": {"go_goroutines"},
	} {
		status, body := ask(t, s, page)
		if status != http.StatusOK {
			t.Errorf("%q: %d %.200s", page, status, body)
		}
		for _, want := range has {
			if !strings.Contains(body, want) {
				t.Errorf("%q does not say %q: %s", page, want, body)
			}
		}
	}
	if status, _ := ask(t, s, "readyz"); status != http.StatusServiceUnavailable {
		t.Errorf("ready: %d", status)
	}
	if err := s.kill(main.ID(), false); err == nil {
		t.Error("a connection was ended")
	}
	stages.end()
	stages.end()
	if _, body := ask(t, s, ""); strings.Contains(body, "What the server does") || !strings.Contains(body, "stage/server/opening databases") {
		t.Errorf("after the start: %s", body)
	}
}

// TestStartStages: the parts of a start are told in SQL's tables, and no statement pays for
// stages afterwards.
func TestStartStages(t *testing.T) {
	s, err := Start(context.Background(), Config{DataDir: filepath.Join(t.TempDir(), "data"), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := s.Schema().Read()
	n := 0
	for _, c := range r.ClassesOf(perfschema.KindStage) {
		if c.Enabled() {
			t.Errorf("%s is on", c.Name())
		}
		if strings.HasPrefix(c.Name(), "stage/server/") {
			n++
		}
	}
	if n < 6 {
		t.Errorf("%d parts", n)
	}
	counted := 0
	for row := range catalog.Lookup("events_stages_summary_global_by_event_name").Rows(view.Reader{Schema: s.Schema()}) {
		name, _ := row[0].(string)
		if strings.HasPrefix(name, "stage/server/") && row[1] == uint64(1) && row[2] != uint64(0) {
			counted++
		}
	}
	if counted != n {
		t.Errorf("%d of %d parts were counted and timed", counted, n)
	}
}

// Stages of the start that the options switch off stay off.
func TestStagesSwitchedOff(t *testing.T) {
	rule, err := perfschema.ParseInstrumentRule("stage/%=OFF")
	if err != nil {
		t.Fatal(err)
	}
	cfg := perfschema.Config{Instruments: []perfschema.InstrumentRule{rule}}
	inst, err := newInstruments(cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer inst.stop()
	main := inst.mainThread()
	defer main.End()
	stages := &startStages{schema: inst.schema, config: cfg, thread: main}
	stages.enter("opening databases")
	defer stages.end()
	if c := inst.schema.Read().ClassNamed("stage/server/opening databases"); c == nil || c.Enabled() {
		t.Error("it is switched on, or not there")
	}
}
