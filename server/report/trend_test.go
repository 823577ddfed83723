package report

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/history/trend"
)

// recorded are windows in memory.
type recorded struct {
	windows []trend.Window
	errors  []trend.ErrorWindow
	plans   []trend.PlanWindow
}

// visitIn visits those of a list that begin in a span.
func visitIn[T any](list []T, span history.Span, start func(*T) time.Time, visit func(*T) error) error {
	for _, w := range list {
		if !start(&w).Before(span.From) && start(&w).Before(span.To) {
			if err := visit(&w); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *recorded) Statements(_ context.Context, span history.Span, visit func(*trend.Window) error) error {
	return visitIn(r.windows, span, func(w *trend.Window) time.Time { return w.Start }, visit)
}

func (r *recorded) Errors(_ context.Context, span history.Span, visit func(*trend.ErrorWindow) error) error {
	return visitIn(r.errors, span, func(w *trend.ErrorWindow) time.Time { return w.Start }, visit)
}

func (r *recorded) Plans(_ context.Context, span history.Span, visit func(*trend.PlanWindow) error) error {
	return visitIn(r.plans, span, func(w *trend.PlanWindow) time.Time { return w.Start }, visit)
}

// hour records an hour, in whose last half one statement is slower, one new, one gone, one
// fails and one is what it was; texts are hostile.
func hour() *recorded {
	r := &recorded{}
	for m := range 60 {
		at := noon.Add(time.Duration(m) * time.Minute)
		add := func(digest string, bucket int, failed uint64) {
			r.windows = append(r.windows, trend.Window{
				Start: at, End: at.Add(time.Minute), Key: trend.Key{Schema: "<b>", Digest: digest}, Text: "SELECT '<script>" + digest + "</script>', ?", Sample: "SELECT '<script>1</script>'",
				Figures: trend.Figures{Count: 10, Time: uint64(bucket) * 1e9, Errors: failed, RowsExamined: 7}, Buckets: []history.Bucket{{Number: bucket, Count: 5}, {Number: bucket + 1, Count: 5}},
			})
		}
		add("aa00", 100+m/30*50, 0)
		plan := trend.PlanWindow{Start: at, End: at.Add(time.Minute), Key: trend.Key{Schema: "<b>", Digest: "aa00"}, Text: "SELECT '<script>aa00</script>', ?",
			Hash: "00000000000000aa", Figures: trend.Figures{Count: 10, Time: 1e9, RowsExamined: 10}, Example: "-> Sort  (rows=1 loops=1)\n    -> IndexedTableAccess(<script>, PRIMARY)  (rows=1 loops=1)"}
		if m >= 30 {
			plan.Hash, plan.Time, plan.RowsExamined, plan.Example = "00000000000000bb", 1e11, 1000, "-> Table(<script>)  (rows=100 loops=1)"
		}
		r.plans = append(r.plans, plan)
		add("bb00", 100+m%7, 0)
		add("cc00", 449-1, uint64(m/30))
		if m < 30 {
			add("dd00", 10, 0)
		} else {
			add("ee00", 10, 0)
			r.errors = append(r.errors, trend.ErrorWindow{Start: at, End: at.Add(time.Minute), Number: 1213, Name: "ER_LOCK_DEADLOCK", Raised: 3})
		}
		add("", 20, 0)
	}
	return r
}

// documents are all that is made of an hour.
func documents(t *testing.T) map[string]*Document {
	t.Helper()
	half := noon.Add(30 * time.Minute)
	all, a, b := history.Span{From: noon, To: noon.Add(time.Hour)}, history.Span{From: noon, To: half}, history.Span{From: half, To: noon.Add(time.Hour)}
	sum, err := trend.Sum(t.Context(), hour(), all)
	if err != nil {
		t.Fatal(err)
	}
	changes, err := trend.Compare(t.Context(), hour(), a, b)
	if err != nil {
		t.Fatal(err)
	}
	course, err := trend.Follow(t.Context(), hour(), all, "cc", 12)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]*Document{"top": SumDocument(sum, "an hour", 2), "diff": CompareDocument(changes, "two halves", 2), "show": CourseDocument(course, "an hour")}
}

// What is said of a history is whole as a page, of which no text becomes markup, and has
// no number that is none.
func TestTrendPages(t *testing.T) {
	for name, d := range documents(t) {
		got := html(t, d)
		decoder := xml.NewDecoder(strings.NewReader(regexp.MustCompile(`<meta([^>]*)>`).ReplaceAllString(got, "<meta$1/>")))
		decoder.Entity = xml.HTMLEntity
		for {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		for _, bad := range []string{"<script", "<b>", "src=", "http://", "https://", "ZgotmplZ", "NaN", "Inf"} {
			if strings.Contains(got, bad) {
				t.Errorf("%s: the page has %q", name, bad)
			}
		}
		var b bytes.Buffer
		if err := WriteText(&b, d, TextOptions{Width: 120, ASCII: true}); err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"NaN", "Inf"} {
			if strings.Contains(b.String(), bad) {
				t.Errorf("%s: the text has %q", name, bad)
			}
		}
	}
}

// Each statement is in the section that it belongs to.
func TestTrendSections(t *testing.T) {
	all := documents(t)
	found := map[string]string{}
	for _, s := range all["diff"].Sections {
		for _, c := range s.Charts {
			for _, row := range c.(*Table).Rows {
				found[s.ID] += row[1] + " "
			}
		}
	}
	if got, want := fmt.Sprint(found), "map[errors:1213 failing:cc00  gone:dd00  new:ee00  plans:aa00 -> Table(<script>) (rows=100 loops=1) same:cc00 bb00 slower:aa00 ]"; strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
		t.Errorf("got %s", got)
	}
	top := all["top"].Sections[0]
	if rows := top.Charts[0].(*Table).Rows; len(rows) != 2 || rows[0][1] != "cc00" || rows[0][8] != "> 2.5 h" || rows[0][9] != "30" || !strings.Contains(top.Unknown, "4 of 6 statements") {
		t.Errorf("%v, %s", rows, top.Unknown)
	}
	steps := all["show"].Sections[1].Charts
	if rows := steps[len(steps)-1].(*Table).Rows; len(rows) != 12 || rows[0][1] != "50" || rows[11][7] != "5" {
		t.Errorf("%v", rows)
	}
}
