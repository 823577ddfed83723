package endpoint

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	client "github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/sirupsen/logrus"
)

func (e *Endpoint) paths(o Options) http.Handler {
	mux := http.NewServeMux()
	if o.Pages != nil {
		mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
			if strings.Count(r.URL.Path, "/") > 1 {
				http.NotFound(w, r) // the pages answer by the last part of a path
				return
			}
			o.Pages.ServeHTTP(w, r)
		})
	}
	mux.HandleFunc("GET /healthz", text("ok\n"))
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if !e.ready.Load() {
			http.Error(w, "starting or stopping", http.StatusServiceUnavailable)
			return
		}
		text("ok\n")(w, r)
	})
	if o.Metrics != nil {
		mux.Handle("GET /metrics", o.metrics())
	}
	if !o.Foreign {
		profiles(mux)
	}
	return mux
}

func text(s string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, s)
	}
}

// scrapes is how many scrapes there may be at a time; more are refused.
const scrapes = 4

// metrics serves what the Collector gives and, unless Foreign, what client_golang says of the Go
// runtime and of the process.
func (o *Options) metrics() http.Handler {
	registry := client.NewRegistry()
	registry.MustRegister(o.Metrics)
	if !o.Foreign {
		registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	}
	return untilLeft(promhttp.HandlerFor(registry, promhttp.HandlerOpts{
		ErrorLog: complaints{}, ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: scrapes,
	}))
}

// untilLeft ends a request whose client has left: a handler that goes on would complain
// of that once for each metric.
func untilLeft(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(leaving{w}, r) })
}

type leaving struct{ http.ResponseWriter }

func (l leaving) Write(b []byte) (int, error) {
	n, err := l.ResponseWriter.Write(b)
	if err != nil {
		panic(http.ErrAbortHandler) // net/http says nothing of it
	}
	return n, nil
}

// complaints are what Prometheus could not be given.
type complaints struct{}

func (complaints) Println(v ...any) { logrus.Warn("metrics: ", fmt.Sprint(v...)) }
