package web

import (
	"strings"
	"testing"
)

// TestBodyEscapes: whatever a cell holds, it is text or a value in quotes.
func TestBodyEscapes(t *testing.T) {
	const bad = `<x y="z" w='v'>&amp;` + "\x00"
	button := &form{Action: bad, Button: bad, Label: bad, Fields: []field{{bad, bad}}, Next: &form{Button: bad}}
	tb := &table{Columns: []column{{Name: "a"}, {Name: "b"}, {Name: "c", Number: true}, {Name: "d"}, {Name: "e"}},
		Rows: [][]cell{{{Text: bad, URL: bad, Note: bad}, {Text: bad, HasBar: true, Share: 0.5, Wide: true}, {Spark: &spark{Label: bad, Boxes: []box{{X: "1", Y: "2", W: "3", H: "4"}}}}, {Text: bad, Whole: true}, {Form: button}}}}
	got := string(tb.Body(bad))
	for _, never := range []string{"<x", `y="z"`, `'v'`, "\x00", "&amp;amp;amp;"} {
		if strings.Contains(got, never) {
			t.Errorf("%q is in %s", never, got)
		}
	}
	const escaped = "&lt;x y=&#34;z&#34; w=&#39;v&#39;&gt;&amp;amp;"
	if n := strings.Count(got, escaped); n != 14 {
		t.Errorf("the text is there %d times: %s", n, got)
	}
	for _, want := range []string{`<th scope="row" class="d0"><a href="`, `<td class="text wide">`, `<td><svg class="spark"`, `<td class="whole">`, `width="500"`, `<rect class="k0" x="1" y="2" width="3" height="4"/>`, `<form method="post" action="`, `<button aria-label="`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
	tb.Code = true
	tb.Rows[0][0].Depth = 3
	if got := string(tb.Body("")); !strings.Contains(got, `class="code d3"`) {
		t.Error(got)
	}
}
