package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

// TestWhoMayLook: by default who is on this machine and asks for it.
func TestWhoMayLook(t *testing.T) {
	f := newFixture(t, Options{})
	for _, test := range []struct {
		from, host, header string
		want               int
	}{
		{"127.0.0.1:1", "localhost:80", "", 200}, {"[::1]:1", "[::1]:80", "", 200}, {"127.0.0.1:1", "127.0.0.1", "", 200}, {"[::ffff:127.0.0.1]:1", "LOCALHOST", "", 200},
		{"10.1.2.3:1", "localhost", "", 403}, {"127.0.0.1:1", "evil.example", "", 403}, {"127.0.0.1:1", "localhost.evil.example", "", 403},
		{"127.0.0.1:1", "localhost", "X-Forwarded-For", 403}, {"127.0.0.1:1", "localhost", "Forwarded", 403}, {"@", "localhost", "", 403}, {"127.0.0.1:1", "", "", 403},
	} {
		for _, target := range []string{"", "sessions", "style.css"} {
			w := f.ask(http.MethodGet, target, nil, func(r *http.Request) {
				r.RemoteAddr, r.Host = test.from, test.host
				if test.header != "" {
					r.Header.Set(test.header, "10.1.2.3")
				}
			})
			if w.Code != test.want {
				t.Errorf("%+v, %q: %d", test, target, w.Code)
			}
			for header, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "Content-Security-Policy": policy} {
				if got := w.Header().Get(header); got != want {
					t.Errorf("%q: %s is %q", target, header, got)
				}
			}
		}
	}
	open := newFixture(t, Options{Allow: func(r *http.Request) bool { return r.Header.Get("Role") == "operator" }})
	for role, want := range map[string]int{"operator": 200, "": 403} {
		w := open.ask(http.MethodGet, "", nil, func(r *http.Request) { r.RemoteAddr = "10.1.2.3:1"; r.Header.Set("Role", role) })
		if w.Code != want {
			t.Errorf("role %q: %d", role, w.Code)
		}
	}
	if w := f.ask(http.MethodDelete, "", nil); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("DELETE: %d", w.Code)
	}
	if w := f.ask(http.MethodGet, "nothing", nil); w.Code != http.StatusNotFound {
		t.Errorf("a page there is not: %d", w.Code)
	}
}

// TestChange: who may, by a form of these pages and nothing else.
func TestChange(t *testing.T) {
	var killed []string
	o := Options{
		Change: func(r *http.Request) bool { return r.Header.Get("Role") == "operator" },
		Kill: func(_ context.Context, connection uint64, statementOnly bool) error {
			if connection != 7 {
				return errors.New("there is none")
			}
			killed = append(killed, map[bool]string{true: "statement", false: "connection"}[statementOnly])
			return nil
		},
	}
	f := newFixture(t, o)
	th := f.thread("joe")
	defer th.End()
	th.SetCommand("Query", "SELECT 1")
	good := func() url.Values {
		return url.Values{"token": {f.pages.token}, "connection": {"7"}, "what": {"statement"}}
	}
	for name, test := range map[string]struct {
		form   func(url.Values)
		change func(*http.Request)
		want   int
	}{
		"good": {nil, nil, 303},
		"same origin": {nil, func(r *http.Request) {
			r.Header.Set("Origin", "http://localhost:9104")
			r.Header.Set("Sec-Fetch-Site", "same-origin")
		}, 303},
		"connection":      {func(v url.Values) { v.Set("what", "connection") }, nil, 303},
		"no token":        {func(v url.Values) { v.Del("token") }, nil, 403},
		"a wrong token":   {func(v url.Values) { v.Set("token", "x") }, nil, 403},
		"another site":    {nil, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		"same site":       {nil, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") }, 403},
		"another origin":  {nil, func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, 403},
		"no origin":       {nil, func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		"who may not":     {nil, func(r *http.Request) { r.Header.Del("Role") }, 403},
		"no connection":   {func(v url.Values) { v.Set("connection", "8") }, nil, 400},
		"not a number":    {func(v url.Values) { v.Set("connection", "x") }, nil, 400},
		"from elsewhere":  {nil, func(r *http.Request) { r.RemoteAddr = "10.1.2.3:1" }, 403},
		"a token in path": {func(v url.Values) { v.Del("token") }, func(r *http.Request) { r.URL.RawQuery = "token=" + f.pages.token }, 403},
	} {
		killed = nil
		form := good()
		if test.form != nil {
			test.form(form)
		}
		w := f.ask(http.MethodPost, "kill", form, func(r *http.Request) {
			r.Header.Set("Role", "operator")
			if test.change != nil {
				test.change(r)
			}
		})
		if w.Code != test.want || (len(killed) == 1) != (test.want == 303) {
			t.Errorf("%s: %d %s, killed %v", name, w.Code, w.Body, killed)
		}
		if test.want == 303 && killed[0] != form.Get("what") {
			t.Errorf("%s: killed a %s", name, killed[0])
		}
	}
	// Buttons are for who may.
	for role, want := range map[string]bool{"operator": true, "": false} {
		w := f.ask(http.MethodGet, "sessions", nil, func(r *http.Request) { r.Header.Set("Role", role) })
		if got := strings.Contains(w.Body.String(), `action="kill"`); got != want {
			t.Errorf("role %q has a button: %v", role, got)
		}
	}
	if w := f.ask(http.MethodGet, "kill?connection=7", nil); w.Code != http.StatusNotFound {
		t.Errorf("a GET that changes: %d", w.Code)
	}
}

// TestSwitchForAWhile switches an instrument on, which goes back by itself.
func TestSwitchForAWhile(t *testing.T) {
	f := newFixture(t, Options{Change: func(*http.Request) bool { return true }})
	f.RegisterMutex("app", perfschema.Info{Name: "till"})
	const name = "wait/synch/mutex/app/till"
	if _, _, err := setInstrument(f.Schema, name, "NO", "NO"); err != nil {
		t.Fatal(err)
	}
	var later func()
	var lasts time.Duration
	f.pages.limited.after = func(d time.Duration, do func()) func() bool {
		later, lasts = do, d
		return func() bool { return true }
	}
	state := func() string {
		r := f.pages.read("setup_instruments", map[string]any{"NAME": name}, "ENABLED", "TIMED")[0]
		return str(r[0]) + " " + str(r[1])
	}
	post := func(what string) {
		t.Helper()
		if w := f.ask(http.MethodPost, "instruments", url.Values{"token": {f.pages.token}, "name": {name}, "what": {what}}); w.Code != http.StatusSeeOther {
			t.Fatalf("%s: %d %s", what, w.Code, w.Body)
		}
	}
	if body := f.get(t, "instruments?find=till"); !strings.Contains(body, `value="on"`) || !strings.Contains(body, `value="try"`) || strings.Contains(body, `value="off"`) {
		t.Error("the page does not offer to switch it on")
	}
	for what, want := range map[string]time.Duration{"try": tryFor, "on": onFor} {
		lasts = 0
		post(what)
		if got := state(); got != "YES YES" || lasts != want {
			t.Errorf("%s: %s for %v", what, got, lasts)
		}
		// Tried, and then on for longer.
		post("on")
		if got := state(); got != "YES YES" || lasts != onFor {
			t.Errorf("on again: %s for %v", got, lasts)
		}
		later()
		if got := state(); got != "NO NO" {
			t.Errorf("after %s: %s", what, got)
		}
	}
	post("on")
	if body := f.get(t, "instruments?find=till"); !strings.Contains(body, "Put back") || !strings.Contains(body, "until ") {
		t.Error("the page does not say until when it is on")
	}
	later()
	if got := state(); got != "NO NO" {
		t.Errorf("later: %s", got)
	}
	post("try")
	post("off")
	if got := state(); got != "NO NO" {
		t.Errorf("put back: %s", got)
	}
	post("on")
	f.pages.Close()
	if got := state(); got != "NO NO" {
		t.Errorf("closed: %s", got)
	}
	if w := f.ask(http.MethodPost, "instruments", url.Values{"token": {f.pages.token}, "name": {"wait/nothing"}, "what": {"on"}}); w.Code != http.StatusBadRequest {
		t.Errorf("an instrument there is not: %d", w.Code)
	}
}
