package web

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// fakeHistory answers with what it was asked, and with statements that are given.
type fakeHistory struct {
	statements []HistoryRow
	err        error
	asked      string
}

func (h *fakeHistory) answer(asked string, spans ...time.Time) (*HistoryReport, error) {
	h.asked = asked
	for _, t := range spans {
		h.asked += " " + t.Format(time.RFC3339)
	}
	if h.err != nil {
		return nil, h.err
	}
	from, to := spans[len(spans)-2], spans[len(spans)-1]
	half := from.Add(to.Sub(from) / 2)
	return &HistoryReport{
		Facts: []HistoryFact{{"Executions", "12", asked}}, Unit: "At work", SQL: "SELECT 1;",
		Steps: []HistoryStep{{from, half, 1.5, "1.5 at a time"}, {half, to, 3, "3 at a time"}},
		Sections: []HistorySection{{ID: "list", Title: "By statement", Columns: []string{"statement", "digest", "time", "mean"}, Left: 2, Code: true, Rows: h.statements},
			{ID: "gone", Title: "Gone", Empty: "None are gone."}, {ID: "text", Title: "One execution", Text: hostile[0]}},
	}, nil
}

func (h *fakeHistory) Sum(_ context.Context, from, to time.Time) (*HistoryReport, error) {
	return h.answer("sum", from, to)
}

func (h *fakeHistory) Follow(_ context.Context, from, to time.Time, digest string) (*HistoryReport, error) {
	return h.answer("follow "+digest, from, to)
}

func (h *fakeHistory) Compare(_ context.Context, a, b, from, to time.Time) (*HistoryReport, error) {
	return h.answer("compare", a, b, from, to)
}

func (h *fakeHistory) add(text string, ps uint64) {
	h.statements = append(h.statements, HistoryRow{text, fmt.Sprintf("%064x", len(h.statements)+1), []HistoryCell{{text, text}, {"0", "0"}, {showTime(ps), ps}, {"1 → 2", []any{uint64(1), ps}}}})
}

// TestHistoryPage: links and fields ask for what they say.
func TestHistoryPage(t *testing.T) {
	f := newFixture(t, Options{})
	if body := f.get(t, "history"); !strings.Contains(body, "--history") || !strings.Contains(body, "Options.History") {
		t.Errorf("without a history the page does not say how to have one: %s", body)
	}
	h := &fakeHistory{}
	f.pages.options.History = h
	for i := range 120 {
		h.add(fmt.Sprintf("SELECT %d", i), uint64(i)*1e9)
	}
	f.mu.Lock()
	f.now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	f.mu.Unlock()
	digest := h.statements[7].Digest
	const span = "?from=2026-03-01T10:00:00Z&to=2026-03-01T10:30"
	for query, want := range map[string]string{
		"":                         "sum 2026-03-01T11:00:00Z 2026-03-01T12:00:00Z",
		"?last=6h":                 "sum 2026-03-01T06:00:00Z 2026-03-01T12:00:00Z",
		span:                       "sum 2026-03-01T10:00:00Z 2026-03-01T10:30:00Z",
		span + "&digest=" + digest: "follow " + digest + " 2026-03-01T10:00:00Z 2026-03-01T10:30:00Z",
		span + "&digest=ABC":       "follow abc 2026-03-01T10:00:00Z 2026-03-01T10:30:00Z",
		span + "&earlier_from=2026-02-28T10:00&earlier_to=2026-02-28T10:30:00": "compare 2026-02-28T10:00:00Z 2026-02-28T10:30:00Z 2026-03-01T10:00:00Z 2026-03-01T10:30:00Z",
		span + "&earlier_from=&earlier_to=":                                    "sum 2026-03-01T10:00:00Z 2026-03-01T10:30:00Z",
		"?from=9999-01-01T00:00&to=9999-12-31T23:59:59Z":                       "sum 9999-01-01T00:00:00Z 9999-12-31T23:59:59Z",
	} {
		f.pages.answers.close() // of the question before
		body := f.get(t, "history"+query)
		if h.asked != want {
			t.Errorf("%s asks %s, want %s", query, h.asked, want)
		}
		if strings.Contains(body, `id="refresh"`) {
			t.Errorf("%s is made anew every few seconds", query)
		}
	}
	for _, query := range []string{"last=NaN", "last=-1h", "last=1e9h", "last=0", "last=999999h", "from=2026-03-01T10:00:00Z", "to=2026-03-01T10:00:00Z", "from=NaN&to=NaN",
		"from=2026-03-01T10:00:00Z&to=2026-03-01T10:00:00Z", "from=2026-03-01T11:00:00Z&to=2026-03-01T10:00:00Z", "from=10000-01-01T00:00&to=10001-01-01T00:00", "digest=xyz",
		"digest=" + strings.Repeat("a", 65), "digest=" + url.QueryEscape("a' OR 1=1"), "earlier_from=2026-03-01T10:00:00Z", "earlier_from=2026-03-01T10:00:00Z&earlier_to=1"} {
		if w := f.ask(http.MethodGet, "history?"+query, nil); w.Code != http.StatusBadRequest {
			t.Errorf("%.80s: %d", query, w.Code)
		}
	}
	// A column leads to its own span, a statement to its course, a table to its whole.
	body := f.get(t, "history"+span)
	for _, want := range []string{
		"from=2026-03-01T10%3A00%3A00Z&amp;to=2026-03-01T10%3A15%3A00Z", "digest=" + digest, "1 to 50 of 120", "None are gone.", "3 at a time", "<dd class=\"value\">12</dd>",
		"earlier_from=2026-03-01T09%3A30%3A00Z&amp;earlier_to=2026-03-01T10%3A00%3A00Z", "earlier_from=2026-02-28T10%3A00%3A00Z", "table=list", `name="earlier_from"`, "SELECT 1;",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if rows := f.rows(t, "history"+span+"&list.sort=-2", "list"); len(rows) != 120 || rows[0]["statement"] != "SELECT 119" || rows[0]["time"].(float64) != 119e9 || len(rows[0]["mean"].([]any)) != 2 {
		t.Errorf("as JSON: %d rows, the first %v", len(rows), rows[0])
	}
	records, err := csv.NewReader(strings.NewReader(f.get(t, "history"+span+"&table=list&format=csv"))).ReadAll()
	if err != nil || len(records) != 121 || records[3][3] != "1 2000000000" {
		t.Errorf("as CSV: %v, %d lines, %v", err, len(records), records[3])
	}
	h.err = ErrNothingKept
	f.pages.answers.close()
	if body := f.get(t, "history"); !strings.Contains(body, "Nothing is kept of this time") {
		t.Error("the page does not say that nothing is kept")
	}
	h.err = errors.New("the disk is gone")
	if w := f.ask(http.MethodGet, "history", nil); w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "the disk is gone") {
		t.Errorf("a history that cannot be read: %d %s", w.Code, w.Body)
	}
}

// TestHistoryLeadsToExecutions: a statement's course leads to what the profiler keeps of
// it, in the span.
func TestHistoryLeadsToExecutions(t *testing.T) {
	f := newFixture(t, Options{History: &fakeHistory{}})
	f.work(4)
	for _, d := range f.Read().ListDigests() {
		body := f.get(t, "history?last=1h&digest="+d.Hex())
		want := "digest?digest=" + d.Hex() + "&amp;schema=" + d.Schema() + "&amp;until="
		if !strings.Contains(body, want) {
			t.Errorf("the course of %s does not lead to its executions: %s", d.Summary().DigestText, want)
			continue
		}
		link := body[strings.Index(body, want):]
		link = strings.ReplaceAll(link[:strings.IndexByte(link, '"')], "&amp;", "&")
		if page := f.get(t, link); !strings.Contains(page, "execution?id=") {
			t.Errorf("%s shows no execution", link)
		}
	}
	if body := f.get(t, "history?last=1h&digest="+strings.Repeat("0", 64)); !strings.Contains(body, "keeps none of its executions") {
		t.Error("of a statement without executions the page does not say so")
	}
}

// TestHistoryOneQuestionAtATime: who asks while somebody else is answered waits, as long
// as there is somebody to answer.
func TestHistoryOneQuestionAtATime(t *testing.T) {
	f := newFixture(t, Options{History: &fakeHistory{}})
	f.pages.answers.asking <- struct{}{}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if w := f.ask(http.MethodGet, "history", nil, func(r *http.Request) { *r = *r.WithContext(gone) }); w.Code != http.StatusInternalServerError {
		t.Errorf("who has left was answered: %d", w.Code)
	}
	<-f.pages.answers.asking
	f.get(t, "history")
}

// slowHistory answers when nobody waits any more.
type slowHistory struct{ fakeHistory }

func (h *slowHistory) Sum(ctx context.Context, _, _ time.Time) (*HistoryReport, error) {
	<-ctx.Done()
	return nil, fmt.Errorf("reading: %w", ctx.Err())
}

// TestLongQuestion: what cannot be read in time is given up, and the page says so.
func TestLongQuestion(t *testing.T) {
	f := newFixture(t, Options{History: &slowHistory{}})
	f.pages.answers.askFor = time.Millisecond
	if body := f.get(t, "history?from=0001-01-01T00:00&to=9999-01-01T00:00"); !strings.Contains(body, "This takes too long") {
		t.Errorf("%s", body)
	}
	f.get(t, "history") // the next one may ask
}

// TestAnswerIsKept: who turns the pages of an answer has it once, for a minute.
func TestAnswerIsKept(t *testing.T) {
	h := &fakeHistory{}
	for i := range 60 {
		h.add(fmt.Sprintf("SELECT %d", i), uint64(i)*1e9)
	}
	f := newFixture(t, Options{History: h})
	var drop []func()
	f.pages.answers.after = func(d time.Duration, f func()) func() bool {
		if d != keepAnswer {
			t.Errorf("kept for %v", d)
		}
		drop = append(drop, f)
		return func() bool { return true }
	}
	ask := func(query string, asks bool) {
		t.Helper()
		h.asked = ""
		f.get(t, "history?"+query)
		if (h.asked != "") != asks {
			t.Errorf("%s asks %q", query, h.asked)
		}
	}
	ask("last=6h", true)
	f.pass(10 * time.Second)
	ask("last=6h&list.page=1", false)
	ask("last=6h&list.sort=-2&table=list&format=csv", false)
	ask("last=24h", true)
	drop[0]() // that of the answer before
	ask("last=24h", false)
	ask("last=24h&digest=ab", true)
	ask("last=24h&earlier_from=2026-01-01T00:00&earlier_to=2026-01-02T00:00", true)
	drop[len(drop)-1]()
	ask("last=24h&earlier_from=2026-01-01T00:00&earlier_to=2026-01-02T00:00", true)
	f.pages.Close()
	if f.pages.answers.last != nil {
		t.Error("an answer is kept after Close")
	}
	h.err = errors.New("gone")
	if w := f.ask(http.MethodGet, "history?last=1h", nil); w.Code != http.StatusInternalServerError || f.pages.answers.last != nil {
		t.Errorf("a failure is kept: %d", w.Code)
	}
}

// BenchmarkHistoryPage makes the page of 10,000 statements.
func BenchmarkHistoryPage(b *testing.B) {
	h := &fakeHistory{}
	for i := range 10_000 {
		h.add(fmt.Sprintf("SELECT a%d FROM t", i), uint64(i))
	}
	f := newFixture(b, Options{History: h})
	for b.Loop() {
		f.get(b, "history?list.sort=-2")
	}
}
