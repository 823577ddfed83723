package web

import (
	"html/template"
	"strconv"
	"strings"
)

// Body is the rows of a table that are shown. They are most of a page, and written here for
// a fifth of what a template takes; token is that of forms. All texts are escaped, and all
// values of attributes quoted. URLs are the pages' own.
func (t *table) Body(token string) template.HTML {
	w := &bodyWriter{token: token}
	for _, cells := range t.Rows {
		w.raw("\n<tr>")
		for i := range cells {
			c := &cells[i]
			switch {
			case i == 0:
				w.raw(`<th scope="row" class="`)
				if t.Code {
					w.raw("code ")
				}
				w.raw("d" + strconv.Itoa(c.Depth) + `">`)
				w.cell(c)
				w.raw("</th>")
				continue
			case c.Whole:
				w.raw(`<td class="whole">`)
			case c.Wide:
				w.raw(`<td class="text wide">`)
			case !t.Columns[i].Number:
				w.raw(`<td class="text">`)
			default:
				w.raw("<td>")
			}
			if c.Form != nil {
				w.forms(c.Form)
			} else {
				w.cell(c)
			}
			w.raw("</td>")
		}
		w.raw("</tr>")
	}
	return template.HTML(w.b.String()) //nolint:gosec // bodyWriter escapes
}

// bodyWriter writes HTML.
type bodyWriter struct {
	b     strings.Builder
	token string
}

func (w *bodyWriter) raw(html string) { w.b.WriteString(html) }

// text writes what stands between tags, or in quotes.
func (w *bodyWriter) text(s string) { template.HTMLEscape(&w.b, []byte(s)) }

func (w *bodyWriter) attribute(name, value string) {
	w.raw(" " + name + `="`)
	w.text(value)
	w.raw(`"`)
}

func (w *bodyWriter) cell(c *cell) {
	if c.URL != "" {
		w.raw("<a")
		w.attribute("href", c.URL)
		w.raw(">")
	}
	w.text(c.Text)
	if c.URL != "" {
		w.raw("</a>")
	}
	if c.Note != "" {
		w.raw(" <small>")
		w.text(c.Note)
		w.raw("</small>")
	}
	if c.HasBar {
		w.raw(`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="1000" height="10"/><rect class="k0" width="` +
			strconv.Itoa(c.BarWidth()) + `" height="10"/></svg>`)
	}
	if s := c.Spark; s != nil {
		w.raw(`<svg class="spark" viewBox="0 0 96 20" role="img"`)
		w.attribute("aria-label", s.Label)
		w.raw(">")
		for _, x := range s.Boxes {
			w.raw(`<rect class="k0"`)
			w.attribute("x", x.X)
			w.attribute("y", x.Y)
			w.attribute("width", x.W)
			w.attribute("height", x.H)
			w.raw("/>")
		}
		w.raw("</svg>")
	}
}

func (w *bodyWriter) forms(f *form) {
	for _, f := range f.All() {
		w.raw(`<form method="post"`)
		w.attribute("action", f.Action)
		w.raw(">")
		w.hidden("token", w.token)
		for _, x := range f.Fields {
			w.hidden(x.Name, x.Value)
		}
		w.raw("<button")
		if f.Label != "" {
			w.attribute("aria-label", f.Label)
		}
		w.raw(">")
		w.text(f.Button)
		w.raw("</button></form>")
	}
}

func (w *bodyWriter) hidden(name, value string) {
	w.raw(`<input type="hidden"`)
	w.attribute("name", name)
	w.attribute("value", value)
	w.raw(">")
}
