package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// The spans of time to choose from, the first being what a page shows by itself.
var windows = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute}

// sinceStartWindow is the window that is all the time since the start, and hasTotals are
// the pages that have it: never by themselves.
const sinceStartWindow = "start"

var hasTotals = map[string]bool{"waits": true, "io": true, "errors": true}

// perPage is how many rows of a table a page has.
const perPage = 50

// query is what a request asks for.
type query struct {
	ctx    context.Context // of the request
	page   string
	values url.Values // without what is empty
	window time.Duration
	// until is the end of the span; zero: now.
	until  time.Time
	export string // the table that is wanted alone
	format string // of it: csv or json
	change bool   // who asks may change something
	// sinceStart: sums since the start are asked for, instead of a span of time.
	sinceStart bool
}

func (p *Pages) query(r *http.Request, name string) (*query, error) {
	q := &query{ctx: r.Context(), page: name, values: r.URL.Query(), window: windows[0], change: p.mayChange(r)}
	for k, v := range q.values {
		if len(v) == 0 || v[0] == "" {
			delete(q.values, k)
		}
	}
	if q.values.Get("window") == sinceStartWindow {
		// Other pages are of the last minute then.
		if q.sinceStart = hasTotals[name]; !q.sinceStart {
			delete(q.values, "window")
		}
	} else if s := q.values.Get("window"); s != "" {
		d, err := time.ParseDuration(s)
		if err != nil || d < time.Second || d > 24*time.Hour {
			return nil, fmt.Errorf("window: want a time such as 5m")
		}
		q.window = d
	}
	if s := q.values.Get("until"); s != "" {
		t, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			return nil, fmt.Errorf("until: want a time such as 2026-01-02T15:04:05Z")
		}
		q.until = t
	}
	q.export, q.format = q.values.Get("table"), q.values.Get("format")
	if (q.export == "") != (q.format == "") || q.format != "" && q.format != "csv" && q.format != "json" {
		return nil, fmt.Errorf("want both table and format, and as format csv or json")
	}
	return q, nil
}

// number is a value that is a number.
func (q *query) number(name string) (uint64, bool) {
	n, err := strconv.ParseUint(q.values.Get(name), 10, 64)
	return n, err == nil
}

// link is a page by its name and values, in pairs, with the span of time that is shown
// now.
func (q *query) link(page string, pairs ...string) string {
	v := url.Values{}
	for _, k := range []string{"window", "until"} {
		if s := q.values.Get(k); s != "" {
			v.Set(k, s)
		}
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return address(page, v)
}

// with is this page with some values changed; "" takes one away.
func (q *query) with(pairs ...string) string {
	v := url.Values{}
	for k, list := range q.values {
		v[k] = list
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if v.Del(pairs[i]); pairs[i+1] != "" {
			v.Set(pairs[i], pairs[i+1])
		}
	}
	return address(q.page, v)
}

func address(page string, v url.Values) string {
	if page == "" {
		page = "./"
	}
	if len(v) == 0 {
		return page
	}
	return page + "?" + v.Encode()
}

// Action is where a form of the page leads.
func (q *query) Action() string { return address(q.page, nil) }
