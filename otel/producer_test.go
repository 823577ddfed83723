package otel_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/perfschema/perfschema"
	psotel "github.com/perfschema/perfschema/otel"
	"github.com/perfschema/perfschema/pdb"
	"github.com/perfschema/perfschema/phttp"
)

// collect gives the series of all metrics, by name and attributes.
func collect(t *testing.T, r metric.Reader) map[string]metricdata.HistogramDataPoint[float64] {
	t.Helper()
	var all metricdata.ResourceMetrics
	if err := r.Collect(context.Background(), &all); err != nil {
		t.Fatal(err)
	}
	out := make(map[string]metricdata.HistogramDataPoint[float64])
	for _, s := range all.ScopeMetrics {
		for _, m := range s.Metrics {
			for _, p := range m.Data.(metricdata.Histogram[float64]).DataPoints {
				var n uint64
				for _, c := range p.BucketCounts {
					n += c
				}
				if n != p.Count || len(p.BucketCounts) != len(p.Bounds)+1 || !slices.IsSorted(p.Bounds) || p.StartTime.After(p.Time) {
					t.Errorf("%+v", p)
				}
				out[m.Name+" "+p.Attributes.Encoded(attribute.DefaultEncoder())] = p
			}
		}
	}
	return out
}

// reader reads the metrics of a Schema. A reader is asked only where a provider has it.
func reader(ps *perfschema.Schema, o psotel.ProducerOptions) metric.Reader {
	r := metric.NewManualReader(metric.WithProducer(psotel.NewProducer(ps, o)))
	metric.NewMeterProvider(metric.WithReader(r))
	return r
}

// counts are the series' names and how much they have counted.
func counts(series map[string]metricdata.HistogramDataPoint[float64]) (out []string) {
	for name, p := range series {
		out = append(out, fmt.Sprint(name, " ", p.Count))
	}
	slices.Sort(out)
	return out
}

// fake is a driver whose statements do nothing.
type fake struct{}

func (f fake) Connect(context.Context) (driver.Conn, error) { return f, nil }
func (f fake) Driver() driver.Driver                        { return f }
func (f fake) Open(string) (driver.Conn, error)             { return f, nil }
func (f fake) Prepare(string) (driver.Stmt, error)          { return nil, driver.ErrSkip }
func (f fake) Begin() (driver.Tx, error)                    { return nil, driver.ErrSkip }
func (f fake) Close() error                                 { return nil }
func (f fake) ExecContext(context.Context, string, []driver.NamedValue) (driver.Result, error) {
	return driver.RowsAffected(1), nil
}

// TestDurations: requests of phttp and queries of pdb, by route and by digest.
func TestDurations(t *testing.T) {
	ps := newSchema(t)
	r := reader(ps, psotel.ProducerOptions{})
	db := sql.OpenDB(pdb.NewConnector(ps, "pgx", fake{}))
	defer db.Close()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders/{id}", func(_ http.ResponseWriter, r *http.Request) {
		db.ExecContext(r.Context(), "UPDATE orders SET paid = 1 WHERE id = 17") //nolint:errcheck // it has none
	})
	h := phttp.Handler(ps, mux)
	serve := func(path string) {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, path, nil))
	}
	serve("/orders/1")
	serve("/orders/2")
	first := collect(t, r)
	want(t, counts(first),
		"db.client.operation.duration db.query.summary=UPDATE `orders` SET `paid` \\= ? WHERE `id` \\= ?,db.system.name=postgresql 2",
		"http.server.request.duration http.request.method=POST,http.route=/orders/{id} 2")
	for name, p := range first {
		if p.Sum <= 0 || p.BucketCounts[0] > 2 {
			t.Errorf("%s: %+v", name, p)
		}
	}
	serve("/orders/3")
	_ = ps.Read().Truncate("events_statements_summary_by_digest")
	serve("/orders/4")
	again := collect(t, r)
	for name, p := range again {
		if p.Count != 1 || !p.StartTime.After(first[name].StartTime) {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// TestRest: digests for which there is no series share one, which never falls.
func TestRest(t *testing.T) {
	ps := newSchema(t)
	r := reader(ps, psotel.ProducerOptions{Series: 2})
	db := sql.OpenDB(pdb.NewConnector(ps, "mysql", fake{}))
	defer db.Close()
	do := func(texts ...string) {
		for _, text := range texts {
			if _, err := db.Exec(text); err != nil {
				t.Fatal(err)
			}
		}
	}
	const name = "db.client.operation.duration "
	// Preparing and connecting have no digest.
	do("DELETE FROM a")
	want(t, counts(collect(t, r)), name+"db.query.summary=DELETE FROM `a`,db.system.name=mysql 1")
	do("DELETE FROM b")
	collect(t, r)
	do("DELETE FROM c", "DELETE FROM c", "DELETE FROM a", "DELETE FROM d")
	want(t, counts(collect(t, r)), name+" 3", name+"db.query.summary=DELETE FROM `a`,db.system.name=mysql 2", name+"db.query.summary=DELETE FROM `b`,db.system.name=mysql 1")
}

// TestExemplars: a series points at its slowest span since the last collection.
func TestExemplars(t *testing.T) {
	ps := newSchema(t)
	tr, p := tracer(t, ps, psotel.Options{})
	r := reader(ps, psotel.ProducerOptions{Spans: p})
	collect(t, r) // from now on they are kept
	_, s := tr.Start(context.Background(), "q", query("SELECT 1")...)
	s.End()
	id := s.SpanContext()
	for name, p := range collect(t, r) {
		if len(p.Exemplars) != 1 {
			t.Fatalf("%s: %+v", name, p)
		}
		e := p.Exemplars[0]
		if trace, span := id.TraceID(), id.SpanID(); string(e.TraceID) != string(trace[:]) || string(e.SpanID) != string(span[:]) || e.Value <= 0 {
			t.Errorf("%s: %+v", name, e)
		}
	}
	for name, p := range collect(t, r) {
		if len(p.Exemplars) > 0 {
			t.Errorf("%s: %+v, taken before", name, p)
		}
	}
	if got := collect(t, reader(nil, psotel.ProducerOptions{})); len(got) > 0 {
		t.Errorf("of no Schema %v", got)
	}
}
