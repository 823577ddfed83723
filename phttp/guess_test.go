package phttp

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// TestShape checks which steps of a path are taken for values.
func TestShape(t *testing.T) {
	for path, want := range map[string]string{
		"":                               "/",
		"/":                              "/",
		"//":                             "/",
		"/orders":                        "/orders",
		"/orders/":                       "/orders",
		"/orders/17":                     "/orders/?",
		"/v1/items/5":                    "/v1/items/?",
		"/user-17":                       "/?",
		"/a.css":                         "/a.css",
		"/x/7b2c9f10-1111-4222-8333-abc": "/x/?",
		"/x/joe@example.com/y":           "/x/?/y",
		"/x/" + strings.Repeat("a", 25):  "/x/?",
		"/a/b/c/d/e/f/g/h":               "/a/b/c/d/e/f/...",
		"/ä":                             "/?",
		"/\x00\xff":                      "/?",
	} {
		if got := shape(path); got != want {
			t.Errorf("%q is %q, want %q", path, got, want)
		}
	}
}

// TestGuessesAreBounded checks that neither siblings nor methods nor depth make more names
// than there may be, whatever the status, and that a name once made is kept.
func TestGuessesAreBounded(t *testing.T) {
	var g guesses
	word := func(i int) string { return strings.Map(func(c rune) rune { return c - '0' + 'a' }, fmt.Sprint(i)) }
	if got := g.name("GET", "/orders/17", http.StatusOK); got != "GET ~/orders/?" {
		t.Error(got)
	}
	names := make(map[string]bool)
	for i := range 5000 {
		names[g.name("GET", "/users/"+word(i), http.StatusOK)] = true
	}
	if len(names) > maxSiblings+2 {
		t.Errorf("%d names of siblings", len(names))
	}
	for i := range 5000 {
		for _, method := range []string{"GET", "POST", word(i)} {
			names[g.name(method, "/"+word(i%40)+"/"+word(i%50)+"/"+word(i), http.StatusInternalServerError)] = true
		}
	}
	if len(names) > maxGuesses+1 {
		t.Errorf("%d names", len(names))
	}
	if got := g.name("GET", "/orders/18", http.StatusNotFound); got != "GET ~/orders/?" {
		t.Error(got)
	}
	var fresh guesses
	for _, status := range []int{301, 302, 400, 401, 403, 404, 405, 429, 499} {
		if got := fresh.name("GET", "/orders", status); got != "" {
			t.Errorf("%d makes the name %q", status, got)
		}
	}
}
