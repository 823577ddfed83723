package endpoint

import (
	"fmt"
	"net/http"
	"net/http/pprof"
	"strconv"
	"time"

	"github.com/perfschema/perfschema/server/overhead"
)

const (
	// usualProfile is for how long a CPU profile is taken where nobody says.
	usualProfile = 30 * time.Second
	// longestProfile is for how long any profile is taken at most.
	longestProfile = 10 * time.Minute
)

// profiles serves Go's profiles at the paths of net/http/pprof, but for the command line,
// which may hold a password.
func profiles(mux *http.ServeMux) {
	mux.HandleFunc("GET /debug/pprof/{$}", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "not served: the command line may hold a password", http.StatusNotFound)
	})
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/profile", timed(cpuProfile))
	mux.HandleFunc("GET /debug/pprof/trace", timed(func(w http.ResponseWriter, r *http.Request, _ time.Duration) { pprof.Trace(w, r) }))
	mux.HandleFunc("GET /debug/pprof/{name}", timed(func(w http.ResponseWriter, r *http.Request, _ time.Duration) {
		pprof.Handler(r.PathValue("name")).ServeHTTP(w, r)
	}))
}

// timed gives a profile the time that the request asks for, and a while to write it.
func timed(next func(http.ResponseWriter, *http.Request, time.Duration)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		d := time.Duration(0)
		if s := r.FormValue("seconds"); s != "" {
			seconds, err := strconv.ParseFloat(s, 64)
			if !(seconds > 0 && seconds <= longestProfile.Seconds()) || err != nil {
				http.Error(w, fmt.Sprintf("seconds: want a number up to %v", longestProfile.Seconds()), http.StatusBadRequest)
				return
			}
			d = time.Duration(seconds * float64(time.Second))
		}
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(max(d, usualProfile) + answerTimeout))
		next(w, r, d)
	}
}

// cpuProfile takes a CPU profile in turn with who else does.
func cpuProfile(w http.ResponseWriter, r *http.Request, d time.Duration) {
	if d == 0 {
		d = usualProfile
	}
	// Others may be before it.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(longestProfile + d + answerTimeout))
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", `attachment; filename="profile"`)
	if err := overhead.Profile(r.Context(), w, d); err != nil {
		h.Del("Content-Disposition")
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}
