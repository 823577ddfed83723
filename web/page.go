package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"log"
	"net/http"
	"time"
)

// page is what a page says, in order.
type page struct {
	Title string
	// Span is the span of time that it tells of; nil: it tells of this moment.
	Span   *span
	Blocks []block
	// Still: it is not made anew every few seconds.
	Still bool
}

// span is a span of time, and others to choose.
type span struct {
	Text, Note string
	Choices    []choice
	// Permanent leads to this span later on; "": it moves on.
	Permanent string
}

type choice struct {
	Name, URL string
	Chosen    bool
}

// block is a part of a page; one of the pointers is set.
type block struct {
	ID, Title, Note string
	// More is what is to be read on demand, below MoreTitle.
	MoreTitle, More string
	// SQL gives what the block shows.
	SQL    string
	Advice *problem
	Facts  []fact
	Chart  *chart
	Bar    *wholeBar
	Table  *table
	Tree   []branch
	Text   string
	Search *search
	Fields *fields
	Links  []Link
	// Choices are ways to show the block's table.
	Choices []choice
}

// fields are a form that leads to the same page with other values.
type fields struct {
	Inputs []input
	Button string
}

// input is a time that may be given, to the second.
type input struct{ Name, Label, Value string }

// search is a field by which rows are chosen.
type search struct{ Name, Value, Label string }

// branch is a line of a tree, and what hangs from it.
type branch struct {
	Text, Note, URL string
	Below           []branch
}

// fact is a figure with its name.
type fact struct{ Name, Value, Note, URL string }

//go:embed assets
var assets embed.FS

var pageTemplate = template.Must(template.New("page.html").Funcs(template.FuncMap{
	"args": func(id, title string, t *table, token string) tableArguments {
		return tableArguments{id, title, token, t}
	},
}).ParseFS(assets, "assets/page.html"))

// tableArguments are what the template of a table is given.
type tableArguments struct {
	ID, Title, Token string
	Table            *table
}

// layout is a page with what stands around it.
type layout struct {
	*page
	Program, Token, At string
	Current            string
	Navigation         []Link
	Links              []Link
	Query              *query
}

func (p *Pages) render(w http.ResponseWriter, c *page, q *query) {
	for i := range c.Blocks {
		if t := c.Blocks[i].Table; t != nil {
			t.cut(c.Blocks[i].ID, q)
		}
	}
	l := layout{page: c, Program: p.options.Title, Token: p.token, At: p.now().UTC().Format("2006-01-02 15:04:05 UTC"),
		Current: q.page, Links: p.options.Links, Query: q}
	for _, n := range p.navigation() {
		to := n.URL
		l.Navigation = append(l.Navigation, Link{n.Name, q.link(to)})
		if to == q.page || to == "" && (q.page == "digest" || q.page == "execution") {
			l.Current = n.Name
		}
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, l); err != nil {
		log.Printf("perfschema pages: %v", err)
		http.Error(w, "the page could not be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(b.Bytes())
}

// serveAsset serves the style and the script, and says whether name is one of them.
func serveAsset(w http.ResponseWriter, name string) bool {
	kind := map[string]string{"style.css": "text/css; charset=utf-8", "refresh.js": "text/javascript; charset=utf-8"}[name]
	if kind == "" {
		return false
	}
	b, err := assets.ReadFile("assets/" + name)
	if err != nil {
		return false
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(b)
	return true
}

// words is a span of time in words.
func words(d time.Duration) string {
	switch {
	case d == 24*time.Hour:
		return "day"
	case d%(24*time.Hour) == 0 && d > 0:
		return fmt.Sprintf("%d days", d/(24*time.Hour))
	case d == time.Hour:
		return "hour"
	case d%time.Hour == 0 && d > 0:
		return fmt.Sprintf("%d hours", d/time.Hour)
	case d == time.Minute:
		return "minute"
	case d%time.Minute == 0 && d > 0:
		return fmt.Sprintf("%d minutes", d/time.Minute)
	case d%time.Second == 0 && d < 2*time.Minute:
		return fmt.Sprintf("%d s", d/time.Second)
	case d >= 2*time.Minute:
		return digits(d.Minutes()) + " minutes"
	}
	return digits(d.Seconds()) + " s"
}

// offPage is every page of a Schema that is off.
func offPage(*Pages, *query) (*page, error) {
	return &page{Title: "Off", Blocks: []block{{ID: "off", Title: "The Performance Schema is off", Note: "Nothing is recorded, so there is nothing to see."}}}, nil
}
