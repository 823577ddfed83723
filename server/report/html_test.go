package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
)

func html(t *testing.T, d *Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteHTML(&b, d, noon); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The page is whole: every tag is closed, nothing is fetched, no script runs.
func TestPageIsSelfContained(t *testing.T) {
	got := html(t, analyze(t).Document("a sample"))
	d := xml.NewDecoder(strings.NewReader(regexp.MustCompile(`<meta([^>]*)>`).ReplaceAllString(got, "<meta$1/>")))
	d.Entity = xml.HTMLEntity
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, bad := range []string{"<script", "<link", "<img", "<iframe", "@import", "url(", "src=", "http://", "https://", "ZgotmplZ", "NaN", "Inf"} {
		if strings.Contains(got, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
}

// Every drawing has a name, and its figures beside it.
func TestPageIsAccessible(t *testing.T) {
	got := html(t, analyze(t).Document("a sample"))
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(got, -1) {
		if ids[m[1]] {
			t.Errorf("two elements are called %s", m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`aria-labelledby="([^"]*)"|href="#([^"]*)"`).FindAllStringSubmatch(got, -1) {
		if !ids[m[1]+m[2]] {
			t.Errorf("there is no element called %s", m[1]+m[2])
		}
	}
	figures := strings.Split(got, "<figure")[1:]
	if len(figures) < 12 {
		t.Errorf("%d figures", len(figures))
	}
	for _, f := range figures {
		if !strings.Contains(f, "<figcaption") || !strings.Contains(f, "<table") {
			t.Errorf("a figure without a name or without its numbers: %.200s", f)
		}
	}
}

// What users wrote is text.
func TestPageEscapes(t *testing.T) {
	a := analyze(t)
	a.DigestText("load", "<script>alert(1)</script>")
	if got := html(t, a.Document(`"><script>`)); strings.Contains(got, "<script>") {
		t.Error("a statement became a script")
	}
}

// Page and text have the same figures.
func TestPageHasTheTextsFigures(t *testing.T) {
	d := analyze(t).Document("a sample")
	got := html(t, d)
	for _, s := range d.Sections {
		for _, c := range s.Charts {
			var table *Table
			switch c := c.(type) {
			case *Table:
				table = c
			case *Stack:
				table = c.table()
			case *Heat:
				continue // shows · for 0 %
			default:
				continue
			}
			for _, row := range table.Rows {
				for _, cell := range row[1:] {
					if !strings.Contains(got, ">"+strings.ReplaceAll(cell, "<", "&lt;")+"<") {
						t.Errorf("%s: the page lacks %q", table.Title, cell)
					}
				}
			}
		}
	}
}
