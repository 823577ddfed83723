package rival

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/XSAM/otelsql"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pdb"
	"github.com/perfschema/perfschema/phttp"
)

// spans records every span, for no exporter: neither metrics nor a network are in what is
// measured.
func spans(b *testing.B) *sdktrace.TracerProvider {
	p := sdktrace.NewTracerProvider(sdktrace.WithSampler(sdktrace.AlwaysSample()))
	b.Cleanup(func() { _ = p.Shutdown(context.Background()) })
	return p
}

func schema(b *testing.B, cfg perfschema.Config) *perfschema.Schema {
	ps, err := perfschema.New(cfg)
	if err != nil {
		b.Fatal(err)
	}
	return ps
}

// nothing is a response that keeps nothing.
type nothing http.Header

func (w nothing) Header() http.Header         { return http.Header(w) }
func (w nothing) Write(p []byte) (int, error) { return len(p), nil }
func (w nothing) WriteHeader(int)             {}

// BenchmarkRequest serves a request of a route, without a server and a network.
func BenchmarkRequest(b *testing.B) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /orders/{id}", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "order")
	})
	for _, c := range []struct {
		name    string
		handler http.Handler
	}{
		{"plain", mux},
		{"perfschema", phttp.Handler(schema(b, perfschema.Config{}), mux)},
		{"perfschema-library", phttp.Handler(schema(b, perfschema.LibraryConfig()), mux)},
		{"opentelemetry", otelhttp.NewHandler(mux, "server", otelhttp.WithTracerProvider(spans(b)))},
	} {
		b.Run(c.name, func(b *testing.B) {
			r, w := httptest.NewRequest(http.MethodGet, "/orders/17?page=2", nil), nothing{}
			for b.Loop() {
				c.handler.ServeHTTP(w, r)
			}
		})
	}
}

// fake is a driver whose queries give no rows, at once.
type fake struct{}

func (f fake) Connect(context.Context) (driver.Conn, error) { return f, nil }
func (f fake) Driver() driver.Driver                        { return f }
func (f fake) Open(string) (driver.Conn, error)             { return f, nil }
func (f fake) Prepare(string) (driver.Stmt, error)          { return nil, driver.ErrSkip }
func (f fake) Begin() (driver.Tx, error)                    { return nil, driver.ErrSkip }
func (f fake) QueryContext(context.Context, string, []driver.NamedValue) (driver.Rows, error) {
	return &noRows{}, nil
}
func (f fake) Close() error { return nil }

type noRows struct{ _ int }

func (*noRows) Columns() []string         { return nil }
func (*noRows) Close() error              { return nil }
func (*noRows) Next([]driver.Value) error { return io.EOF }

// BenchmarkQuery runs one of three queries, within a request as a service would.
func BenchmarkQuery(b *testing.B) {
	texts := []string{"SELECT c FROM sbtest1 WHERE id = 1", "SELECT c FROM sbtest2 WHERE id BETWEEN 1 AND 100 ORDER BY c", "SELECT SUM(k) FROM sbtest3"}
	ps, library, provider := schema(b, perfschema.Config{}), schema(b, perfschema.LibraryConfig()), spans(b)
	for _, c := range []struct {
		name   string
		db     *sql.DB
		thread *perfschema.Thread
	}{
		{"plain", sql.OpenDB(fake{}), nil},
		{"perfschema", sql.OpenDB(pdb.NewConnector(ps, "shop", fake{})), ps.NewThread(0, perfschema.ThreadOptions{})},
		{"perfschema-library", sql.OpenDB(pdb.NewConnector(library, "shop", fake{})), library.NewThread(0, perfschema.ThreadOptions{})},
		{"opentelemetry", otelsql.OpenDB(fake{}, otelsql.WithTracerProvider(provider)), nil},
	} {
		b.Cleanup(func() { _ = c.db.Close() }) // a benchmark may run several times
		b.Run(c.name, func(b *testing.B) {
			ctx, span := provider.Tracer("rival").Start(context.Background(), "request")
			defer span.End()
			c.thread.Bind()
			defer c.thread.Unbind()
			for i := 0; b.Loop(); i++ {
				rows, err := c.db.QueryContext(ctx, texts[i%len(texts)])
				if err != nil {
					b.Fatal(err)
				}
				for rows.Next() {
				}
				if err := rows.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
