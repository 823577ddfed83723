package top

import (
	"strings"

	"github.com/rivo/uniseg"
)

// fit cuts a printable text to so many columns, with an ellipsis, and fills it up with
// spaces, before it if it is to stand at the right.
func fit(s string, width int, right bool) string {
	if width <= 0 {
		return ""
	}
	w := uniseg.StringWidth(s)
	if w > width {
		s, w = cut(s, width-1)
		s, w = s+"…", w+1
	}
	space := strings.Repeat(" ", width-w)
	if right {
		return space + s
	}
	return s + space
}

// shorten leaves out a part of a path, or of an instrument's name, in its middle: what tells
// it from others is at its end.
func shorten(s string, width int) string {
	if uniseg.StringWidth(s) <= width || width < 12 {
		return s
	}
	head, _ := cut(s, width/3)
	rest := s[len(head):]
	for uniseg.StringWidth(rest) > width-uniseg.StringWidth(head)-1 {
		_, rest, _, _ = uniseg.FirstGraphemeClusterInString(rest, -1)
	}
	return head + "…" + rest
}

// cut is as much of a text as there is room for, and its width.
func cut(s string, width int) (string, int) {
	w, end, state := 0, 0, -1
	for rest := s; rest != ""; {
		var cluster string
		var boundary int
		cluster, rest, boundary, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if w+boundary > width {
			break
		}
		w, end = w+boundary, end+len(cluster)
	}
	return s[:end], w
}
