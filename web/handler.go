package web

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activesession"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
)

// Options say what pages show and who may see them. The zero value shows a Schema to who
// comes from this machine.
type Options struct {
	// Title is what the pages call the program; "" is the name of its executable.
	Title string
	// Profiler tells where the time of statements went, and keeps the last executions
	// with their plans. nil: the pages have counts, and no executions.
	Profiler *sampler.Profiler
	// ActiveSessions keeps who was at work; nil: the pages tell of no time before the first look
	// but by the last executions. An adapter of package gms has one beside its Profiler.
	ActiveSessions *activesession.Recorder
	// Overhead tells what the product itself costs; nil: nothing is said of that.
	Overhead view.OverheadSource
	// Allow says who may look, instead of everybody on this machine and nobody else.
	// It is called for each request.
	Allow func(*http.Request) bool
	// Change says who may switch instruments, and end statements where there is Kill;
	// nil: nobody.
	Change func(*http.Request) bool
	// Kill ends a connection, or just its statement. nil: nobody can.
	Kill func(ctx context.Context, connection uint64, statementOnly bool) error
	// History tells of what was kept of times before; nil: the page History says that none
	// is kept. It is safe for concurrent use.
	History HistorySource
	// Program is another program, whose tables stand on the first page; nil: that is about statements.
	Program *Program
	// Links lead to what else the program serves; they are shown below each page.
	Links []Link
}

// Link is a name and where it leads.
type Link struct{ Name, URL string }

// Pages is an [http.Handler]. It is safe for concurrent use, and needs no end: what it
// has begun ends five minutes after the last look at it, or with [Pages.Close].
type Pages struct {
	schema      *perfschema.Schema
	options     Options
	token       string // of forms: who has it has seen a page
	past        *history
	sums        *counters
	now         func() time.Time
	limited     *switches
	answers     *answers
	resident    recent[[]view.Row]
	instruments recent[[]view.Row] // of memory
	recentCosts recent[*costs]
}

// Handler is [New] without options.
func Handler(ps *perfschema.Schema) http.Handler { return New(ps, Options{}) }

// New makes the pages of a Schema.
func New(ps *perfschema.Schema, o Options) *Pages {
	if o.Title == "" {
		if o.Title = "perfschema"; len(os.Args) > 0 && os.Args[0] != "" {
			o.Title = filepath.Base(os.Args[0])
		}
	}
	token := make([]byte, 16)
	_, _ = rand.Read(token) // it never fails
	p := &Pages{schema: ps, options: o, token: hex.EncodeToString(token), now: time.Now, limited: newSwitches(ps), answers: newAnswers()}
	p.past = newHistory(ps, o.Profiler)
	p.sums = newCounters([]*listing{waitSums, fileSums, tableSums, errorSums, stageCounts, statementCounts, transactionCounts, memoryCounts}, func(l *listing) []view.Row { return l.rows(p) })
	return p
}

// Close ends what goes on behind the pages: instruments that are on for a while go off.
func (p *Pages) Close() {
	p.past.close()
	p.sums.close()
	p.answers.close()
	p.limited.close()
}

// reader reads tables as an account with all rights does.
func (p *Pages) reader() view.Reader {
	return view.Reader{Schema: p.schema, Profiler: p.options.Profiler, ActiveSessions: p.options.ActiveSessions, Overhead: p.options.Overhead}
}

// policy is the Content-Security-Policy: nothing from elsewhere, nothing inline, in no
// frame.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// ServeHTTP implements [http.Handler].
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	if !p.allowed(r) {
		http.Error(w, "These pages are for who is on this machine and asks for it as 127.0.0.1, [::1] or localhost. "+
			"A program may let others in: see Options.Allow of package web.", http.StatusForbidden)
		return
	}
	// The page is the last part of the path, wherever the program has put the pages.
	name := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		p.get(w, r, name)
	case http.MethodPost:
		p.post(w, r, name)
	default:
		h.Set("Allow", "GET, HEAD, POST")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
	}
}

func (p *Pages) get(w http.ResponseWriter, r *http.Request, name string) {
	if serveAsset(w, name) {
		return
	}
	build, ok := builders[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	q, err := p.query(r, name)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if !p.schema.Enabled() {
		build = offPage
	}
	page, err := build(p, q)
	if err != nil {
		http.Error(w, err.Error(), statusOf(err))
		return
	}
	if q.export != "" {
		page.export(w, r, q)
		return
	}
	p.render(w, page, q)
}

// badRequest is an error in what is asked for.
type badRequest struct{ error }

// failure is an error that who asks cannot help.
type failure struct{ error }

func statusOf(err error) int {
	switch {
	case errors.As(err, new(badRequest)):
		return http.StatusBadRequest
	case errors.As(err, new(failure)):
		return http.StatusInternalServerError
	}
	return http.StatusNotFound
}

// builders make the pages, by the last part of their paths.
var builders map[string]func(*Pages, *query) (*page, error)

func init() { // the pages refer to each other by this map
	builders = map[string]func(*Pages, *query) (*page, error){
		"":            firstPage,
		"digest":      digestPage,
		"execution":   executionPage,
		"sessions":    sessionsPage,
		"waits":       waitsPage,
		"io":          ioPage,
		"memory":      memoryPage,
		"history":     historyPage,
		"errors":      errorsPage,
		"instruments": instrumentsPage,
	}
}

// allNavigation are the pages that have something of a Schema.
var allNavigation = []Link{{"Now", ""}, {"Sessions", "sessions"}, {"Waits and locks", "waits"}, {"I/O", "io"}, {"Memory", "memory"}, {"Errors", "errors"}, {"Instruments", "instruments"}, {"History", "history"}}
