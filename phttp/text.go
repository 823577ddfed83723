package phttp

import (
	"net/http"
	"strings"
)

// maxText is where the default text ends: a client may send a megabyte.
const maxText = 4096

func (h *handler) text(w *worker, r *http.Request) string {
	if h.Text != nil {
		return h.Text(r)
	}
	if w == nil {
		w = &worker{}
	}
	w.text = appendText(w.text[:0], r)
	return string(w.text)
}

// appendText appends the method, the path, and the query string without its values.
func appendText(b []byte, r *http.Request) []byte {
	b = append(b, standard(r.Method)...)
	b = append(b, ' ')
	if r.URL.Path == "" { // CONNECT, OPTIONS *
		return append(b, limit(r.Host)...)
	}
	b = append(b, limit(r.URL.EscapedPath())...)
	separator := byte('?')
	for query := limit(r.URL.RawQuery); query != ""; {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		if pair == "" {
			continue
		}
		b = append(b, separator)
		separator = '&'
		// A value without a name may be all that there is to know.
		if name, _, found := strings.Cut(pair, "="); found {
			b = append(append(b, name...), '=')
		}
		b = append(b, '?')
	}
	return b
}

func limit(s string) string { return s[:min(len(s), maxText)] }
