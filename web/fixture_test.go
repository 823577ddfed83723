package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/sampler"
)

// fixture is a program with a Schema, a profiler, and pages whose time moves when told
// to.
type fixture struct {
	*perfschema.Schema
	profiler *sampler.Profiler
	pages    *Pages
	query    perfschema.StatementKey
	ticks    chan time.Time // of digests
	sumTicks chan time.Time

	mu  sync.Mutex
	now time.Time
}

func newFixture(t testing.TB, o Options) *fixture {
	t.Helper()
	s, err := perfschema.New(perfschema.Config{Instruments: []perfschema.InstrumentRule{{Pattern: "wait/%", State: perfschema.InstrumentOn}, {Pattern: "stage/%", State: perfschema.InstrumentOn}}})
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{Schema: s, now: time.Now(), ticks: make(chan time.Time), sumTicks: make(chan time.Time)}
	f.query = s.RegisterStatement("app", perfschema.Info{Name: "query"})
	for _, c := range perfschema.Consumers() {
		s.SetConsumer(c, true)
	}
	if f.profiler, err = sampler.Start(s, sampler.Options{Together: true}); err != nil {
		t.Fatal(err)
	}
	o.Profiler = f.profiler
	o.ActiveSessions = activesession.Start(s, f.profiler, activesession.Options{})
	f.pages = New(s, o)
	f.pages.now, f.pages.past.now, f.pages.sums.now = f.time, f.time, f.time
	f.pages.past.ticks = func(time.Duration) (<-chan time.Time, func()) { return f.ticks, func() {} }
	f.pages.sums.ticks = func(time.Duration) (<-chan time.Time, func()) { return f.sumTicks, func() {} }
	t.Cleanup(func() {
		f.pages.Close()
		o.ActiveSessions.Close()
		f.profiler.Close()
	})
	return f
}

func (f *fixture) time() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

func (f *fixture) pass(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}

// run runs a statement on a thread.
func (f *fixture) run(th *perfschema.Thread, schema, text string, c perfschema.StatementCounters, errno int) {
	st := th.BeginStatement(f.query)
	st.SetSchema(schema)
	st.SetText(text)
	st.ComputeDigest()
	st.SetCounters(c)
	if errno != 0 {
		st.SetError(errno, "42S02", "no "+text)
	}
	st.End()
}

func (f *fixture) thread(user string) *perfschema.Thread {
	return f.NewThread(0, perfschema.ThreadOptions{User: user, Host: "localhost", ProcesslistID: 7})
}

// ask sends a request as a browser on this machine.
func (f *fixture) ask(method, target string, form url.Values, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://localhost:9104/"+target, strings.NewReader(form.Encode()))
	r.RemoteAddr = "127.0.0.1:4711"
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	f.pages.ServeHTTP(w, r)
	f.firstSums()
	return w
}

// firstSums waits for a first reading of sums, if one has been begun.
func (f *fixture) firstSums() {
	for {
		f.pages.sums.mu.Lock()
		waits := f.pages.sums.stop != nil && f.pages.sums.last == nil
		f.pages.sums.mu.Unlock()
		if !waits {
			return
		}
		runtime.Gosched()
	}
}

// get is a page that must be there.
func (f *fixture) get(t testing.TB, target string) string {
	t.Helper()
	w := f.ask(http.MethodGet, target, nil)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", target, w.Code, w.Body)
	}
	return w.Body.String()
}

// rows are those of a table of a page.
func (f *fixture) rows(t testing.TB, target, table string) (rows []map[string]any) {
	t.Helper()
	joint := "?"
	if strings.Contains(target, "?") {
		joint = "&"
	}
	body := f.get(t, target+joint+"table="+table+"&format=json")
	if err := json.Unmarshal([]byte(body), &rows); err != nil {
		t.Fatalf("%s: %v in %s", target, err, body)
	}
	return rows
}

// allPages are the pages that need no more than their name.
func allPages() (out []string) {
	for name := range builders {
		if name != "digest" && name != "execution" {
			out = append(out, name)
		}
	}
	return out
}

func digestAddress(schema, digest string) string {
	return fmt.Sprintf("digest?schema=%s&digest=%s", url.QueryEscape(schema), digest)
}
