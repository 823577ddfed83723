package web

import (
	"errors"
	"net/http"
	"strconv"
	"time"
)

var errNoConnection = errors.New("there is no such connection, or nobody can end one")

// onTimes are for how long what a form asks for has an instrument on.
var onTimes = map[string]time.Duration{"on": onFor, "try": tryFor}

// maxForm is how long a form may be.
const maxForm = 16 << 10

// post does what a button of a page asks for, and leads back to the page.
func (p *Pages) post(w http.ResponseWriter, r *http.Request, name string) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	switch {
	case name != "kill" && name != "instruments":
		http.NotFound(w, r)
		return
	case !p.ownForm(r):
		http.Error(w, "this form is not of these pages, or of an earlier run of the program: load the page again", http.StatusForbidden)
		return
	case !p.mayChange(r):
		http.Error(w, "you may look, and not change anything", http.StatusForbidden)
		return
	}
	back, err := "instruments", error(nil)
	if name == "kill" {
		back, err = "sessions", p.kill(r)
	} else {
		err = p.limited.set(r.PostFormValue("name"), onTimes[r.PostFormValue("what")], p.now())
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, back, http.StatusSeeOther)
}

func (p *Pages) kill(r *http.Request) error {
	connection, err := strconv.ParseUint(r.PostFormValue("connection"), 10, 64)
	if err != nil || p.options.Kill == nil {
		return errNoConnection
	}
	return p.options.Kill(r.Context(), connection, r.PostFormValue("what") != "connection")
}
