package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

// hostile are texts that are to be shown, and must not become a part of the page.
var hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `'><svg onload=alert(1)>`, `</pre></main><iframe src=//evil.example>`,
	"javascript:alert(1)", `{{.Token}}`, "a\x00b\xff\xfe", `--><!--`, "\u202e<b>", `&lt;script&gt;`, `=HYPERLINK("http://evil.example")`,
}

// dangerous finds what none of the templates has.
var dangerous = regexp.MustCompile(`(?i)<script>|<img|<iframe|onerror=alert\(1\)>|<svg onload|href="javascript|style=|<script[^>]*[^r]>alert| on[a-z]+="`)

// TestHostileTexts shows statements, schemas, users, errors and instruments that are
// named to harm, on every page.
func TestHostileTexts(t *testing.T) {
	kept := &fakeHistory{}
	for _, h := range hostile {
		kept.add(h, 1e9)
	}
	f := newFixture(t, Options{Change: func(*http.Request) bool { return true }, History: kept})
	files := f.RegisterFile("app", perfschema.Info{Name: `<script>alert(1)</script>`, Documentation: hostile[1]})
	var threads []*perfschema.Thread
	for _, h := range hostile {
		th := f.NewThread(0, perfschema.ThreadOptions{User: h, Host: h, ProcesslistID: uint64(len(threads) + 1)})
		threads = append(threads, th)
		f.run(th, h, "SELECT '"+h+"', `"+h+"` FROM `"+h+"`", perfschema.StatementCounters{NoIndexUsed: 1, RowsExamined: 5000, RowsSent: 1}, 1146)
		th.SetDatabase(h)
		th.SetCommand("Query", h)
		f.FileInstance(files, h)
	}
	f.get(t, "")
	f.pass(2 * time.Second)
	targets := allPages()
	for _, r := range f.pages.read("events_statements_summary_by_digest", nil, "SCHEMA_NAME", "DIGEST") {
		targets = append(targets, digestAddress(str(r[0]), str(r[1])))
	}
	for _, p := range f.profiler.Profiles() {
		targets = append(targets, fmt.Sprintf("execution?id=%d", p.Statement.StatementID()))
	}
	for _, h := range hostile {
		targets = append(targets, "instruments?find="+url.QueryEscape(h), "sessions?sessions.sort="+url.QueryEscape(h), "?window=1m&x="+url.QueryEscape(h))
	}
	targets = append(targets, "history?last=24h", "history?digest=1", "history?from=2026-01-01T00:00&to=2026-01-02T00:00&earlier_from=2025-01-01T00:00&earlier_to=2025-01-02T00:00")
	if len(targets) < 30 {
		t.Fatalf("only %d pages: %v", len(targets), targets)
	}
	shown := 0
	for _, target := range targets {
		body := f.get(t, target)
		if m := dangerous.FindStringIndex(body); m != nil {
			t.Errorf("%s has %s", target, body[max(m[0]-100, 0):min(m[1]+50, len(body))])
		}
		shown += strings.Count(body, "&lt;script&gt;alert(1)")
	}
	if shown < 10 {
		t.Errorf("the hostile text is shown only %d times", shown)
	}
	// What a spreadsheet would compute, in a file for one.
	if body := f.get(t, "sessions?table=sessions&format=csv"); regexp.MustCompile(`(?m)(^|,)"?=HYPER`).MatchString(body) {
		t.Errorf("a formula: %s", body)
	}
	for _, th := range threads {
		th.End()
	}
	// A text that asks for what is not there is not given back as a page.
	for _, h := range hostile {
		w := f.ask(http.MethodGet, "execution?id="+url.QueryEscape(h), nil)
		if w.Code != http.StatusNotFound || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
			t.Errorf("%q: %d %s", h, w.Code, w.Header().Get("Content-Type"))
		}
	}
}
