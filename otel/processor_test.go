package otel_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/perfschema/perfschema"
	psotel "github.com/perfschema/perfschema/otel"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// newSchema keeps the last statements of all threads.
func newSchema(t testing.TB) *perfschema.Schema {
	t.Helper()
	cfg := perfschema.LibraryConfig()
	ps, err := perfschema.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return ps
}

// rows are those of a table in which the first column begins with a prefix, columns
// separated by bars.
func rows(ps *perfschema.Schema, table, prefix string, columns ...string) (out []string) {
	v := catalog.Lookup(table)
	var at []int
	for _, name := range columns {
		at = append(at, slices.IndexFunc(v.Columns, func(c view.Column) bool { return c.Name == name }))
	}
	cursor := v.Open(view.Reader{Schema: ps, Columns: at})
	for row, ok := cursor.Next(); ok; row, ok = cursor.Next() {
		if !strings.HasPrefix(fmt.Sprint(row[0]), prefix) {
			continue
		}
		var fields []string
		for i := range at {
			fields = append(fields, fmt.Sprint(row[i]))
		}
		out = append(out, strings.Join(fields, " | "))
	}
	return out
}

func want(t *testing.T, got []string, lines ...string) {
	t.Helper()
	if g, w := strings.Join(got, "\n"), strings.Join(lines, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}

// tracer makes spans that a Schema records.
func tracer(t testing.TB, ps *perfschema.Schema, o psotel.Options) (trace.Tracer, *psotel.SpanProcessor) {
	p := psotel.NewSpanProcessor(ps, o)
	tp := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(p))
	t.Cleanup(func() { tp.Shutdown(context.Background()) }) //nolint:errcheck // nothing is exported
	return tp.Tracer("test"), p
}

func server(method, path string) []trace.SpanStartOption {
	return []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindServer),
		trace.WithAttributes(attribute.String("http.request.method", method), attribute.String("url.path", path))}
}

func query(text string, more ...attribute.KeyValue) []trace.SpanStartOption {
	return []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(append([]attribute.KeyValue{attribute.String("db.system.name", "sqlite"), attribute.String("db.query.text", text)}, more...)...)}
}

// TestStatements: what is recorded of spans of each kind.
func TestStatements(t *testing.T) {
	ps := newSchema(t)
	tr, _ := tracer(t, ps, psotel.Options{})
	ctx, request := tr.Start(context.Background(), "GET", server("GET", "/orders/17")...)
	_, q := tr.Start(ctx, "sql.conn.query", query("SELECT a FROM b WHERE c = 17", attribute.Int("db.response.returned_rows", 3))...)
	want(t, rows(ps, "events_statements_current", "statement/otel/", "EVENT_NAME", "SQL_TEXT", "NESTING_EVENT_LEVEL", "END_EVENT_ID"),
		"statement/otel/request | GET /orders/17 | 0 | <nil>",
		"statement/otel/query | SELECT a FROM b WHERE c = 17 | 1 | <nil>")
	q.End()
	_, inner := tr.Start(ctx, "price")
	inner.End()
	_, begin := tr.Start(ctx, "sql.conn.begin_tx", trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(attribute.String("db.operation.name", "begin")))
	begin.SetStatus(codes.Error, "locked")
	begin.End()
	request.SetAttributes(attribute.String("http.route", "/orders/{id}"), attribute.Int("http.response.status_code", 404))
	request.End()
	want(t, rows(ps, "events_statements_history_long", "", "EVENT_NAME", "SQL_TEXT", "DIGEST_TEXT", "CURRENT_SCHEMA", "OBJECT_TYPE", "ROWS_SENT", "WARNINGS", "MYSQL_ERRNO", "MESSAGE_TEXT", "NESTING_EVENT_LEVEL"),
		"statement/otel/query | SELECT a FROM b WHERE c = 17 | SELECT `a` FROM `b` WHERE `c` = ? | sqlite | SPAN | 3 | 0 | 0 | <nil> | 1",
		"statement/otel/internal | price | price | <nil> | SPAN | 0 | 0 | 0 | <nil> | 1",
		"statement/otel/query | sql.conn.begin_tx | sql.conn.begin_tx | <nil> | SPAN | 0 | 0 | 1105 | locked | 1",
		"statement/otel/request | GET /orders/17 | GET /orders/{id} | <nil> | SPAN | 0 | 1 | 0 | <nil> | 0")
	id := request.SpanContext()
	want(t, rows(ps, "events_statements_history_long", "statement/otel/request", "EVENT_NAME", "OBJECT_SCHEMA", "OBJECT_NAME"),
		"statement/otel/request | "+id.TraceID().String()+" | "+id.SpanID().String())
	want(t, rows(ps, "events_statements_summary_by_digest", "", "SCHEMA_NAME", "DIGEST_TEXT", "COUNT_STAR", "SUM_ERRORS"),
		"sqlite | SELECT `a` FROM `b` WHERE `c` = ? | 1 | 0", "<nil> | price | 1 | 0", "<nil> | sql.conn.begin_tx | 1 | 1", "<nil> | GET /orders/{id} | 1 | 0")
}

// TestErrors: each way in which a span says that it failed.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		what  string
		start []trace.SpanStartOption
		then  func(trace.Span)
		want  string
	}{
		{"a number of MySQL's", query("INSERT a"), func(s trace.Span) {
			s.SetStatus(codes.Error, "Duplicate entry")
			s.SetAttributes(attribute.String("db.response.status_code", "1062"))
		}, "1062 | HY000 | Duplicate entry"},
		{"a state", query("INSERT a"), func(s trace.Span) {
			s.SetStatus(codes.Error, "")
			s.SetAttributes(attribute.String("db.response.status_code", "23505"), attribute.String("error.type", "23505"))
		}, "1105 | 23505 | 23505"},
		{"an exception", query("INSERT a"), func(s trace.Span) {
			s.RecordError(errors.New("database is locked"))
			s.SetStatus(codes.Error, "")
		}, "1105 | HY000 | database is locked"},
		{"a secret", query("CREATE USER a IDENTIFIED BY 'x'"), func(s trace.Span) { s.SetStatus(codes.Error, "near 'x'") },
			"1105 | HY000 | The message is not shown: the statement may have a secret in it"},
		{"a response", server("GET", "/"), func(s trace.Span) { s.SetAttributes(attribute.Int("http.response.status_code", 503)) }, "503 | HY000 | <nil>"},
		{"none", server("GET", "/"), func(s trace.Span) { s.SetAttributes(attribute.Int("http.response.status_code", 204)) }, "0 | <nil> | <nil>"},
	} {
		ps := newSchema(t)
		tr, _ := tracer(t, ps, psotel.Options{})
		_, s := tr.Start(context.Background(), "x", c.start...)
		c.then(s)
		s.End()
		got := rows(ps, "events_statements_history_long", "", "MYSQL_ERRNO", "RETURNED_SQLSTATE", "MESSAGE_TEXT")
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
		if shown := rows(ps, "events_statements_history_long", "", "SQL_TEXT"); strings.Contains(shown[0], "'x'") {
			t.Errorf("%s: %s", c.what, shown)
		}
	}
}

// TestBeside: a child that runs beside another one has a Thread of its own, wherever it
// begins and ends, and one after the other share their parent's.
func TestBeside(t *testing.T) {
	ps := newSchema(t)
	tr, _ := tracer(t, ps, psotel.Options{})
	ctx, root := tr.Start(context.Background(), "root")
	ctx1, first := tr.Start(ctx, "first")
	var second, within trace.Span
	var wg sync.WaitGroup
	wg.Go(func() {
		var ctx2 context.Context
		ctx2, second = tr.Start(ctx, "second")
		_, within = tr.Start(ctx2, "within")
	})
	wg.Wait()
	_, inner := tr.Start(ctx1, "inner")
	want(t, rows(ps, "events_statements_current", "", "SQL_TEXT", "NESTING_EVENT_LEVEL"), "root | 0", "first | 1", "inner | 2", "second | 0", "within | 1")
	threads := rows(ps, "threads", "thread/otel/", "NAME", "THREAD_ID", "PARENT_THREAD_ID")
	if len(threads) != 2 || !strings.HasSuffix(threads[1], strings.Split(threads[0], " | ")[1]) {
		t.Errorf("%s", threads)
	}
	first.End() // and inner with it, which ends too late
	inner.End()
	_, third := tr.Start(ctx, "third")
	third.End()
	root.End() // before its children
	_, late := tr.Start(ctx, "late")
	wg.Go(func() { within.End(); second.End(); late.End() })
	wg.Wait()
	want(t, rows(ps, "events_statements_history_long", "", "SQL_TEXT", "NESTING_EVENT_LEVEL"), "inner | 2", "first | 1", "third | 1", "root | 0", "within | 1", "second | 0", "late | 0")
	if left := rows(ps, "events_statements_current", "<nil>", "END_EVENT_ID"); len(left) > 0 {
		t.Errorf("%d still run", len(left))
	}
}

// TestOfThread: a span in a context with a Thread is a child of that.
func TestOfThread(t *testing.T) {
	ps := newSchema(t)
	tr, _ := tracer(t, ps, psotel.Options{})
	th := ps.NewThread(0, perfschema.ThreadOptions{})
	_, s := tr.Start(perfschema.NewContext(context.Background(), th), "x")
	want(t, rows(ps, "threads", "thread/otel/", "NAME", "PARENT_THREAD_ID"), fmt.Sprintf("thread/otel/span | %d", th.ID()))
	s.End()
}

// TestBounded: spans beyond those that there is room for are counted and not recorded;
// those that nobody ends are given up when there is none.
func TestBounded(t *testing.T) {
	ps := newSchema(t)
	tr, p := tracer(t, ps, psotel.Options{Spans: 2, Age: time.Minute})
	ctx := context.Background()
	began := time.Now()
	for i := range 5 {
		tr.Start(ctx, "forgotten", trace.WithTimestamp(began.Add(time.Duration(i)*time.Second)))
	}
	if p.Lost() != 3 || len(rows(ps, "events_statements_current", "", "SQL_TEXT")) != 2 {
		t.Errorf("%d lost", p.Lost())
	}
	_, s := tr.Start(ctx, "later", trace.WithTimestamp(began.Add(time.Hour)))
	s.End()
	if p.Lost() != 5 {
		t.Errorf("%d lost", p.Lost())
	}
	want(t, rows(ps, "events_statements_history_long", "", "SQL_TEXT"), "later")
	want(t, rows(ps, "events_statements_current", "forgotten", "SQL_TEXT"))
}

// TestShutdown: nothing runs afterwards, and nothing is recorded.
func TestShutdown(t *testing.T) {
	ps := newSchema(t)
	tr, p := tracer(t, ps, psotel.Options{})
	ctx, a := tr.Start(context.Background(), "a")
	_, b := tr.Start(ctx, "b")
	if err := p.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	_, c := tr.Start(ctx, "c")
	for _, s := range []trace.Span{c, b, a} {
		s.End()
	}
	want(t, rows(ps, "threads", "thread/otel/", "NAME"))
	want(t, rows(ps, "events_statements_history_long", "", "SQL_TEXT"))

	off := psotel.NewSpanProcessor(nil, psotel.Options{})
	tp := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(off))
	_, s := tp.Tracer("").Start(ctx, "x")
	s.End()
	if err := tp.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
}

// TestTrees: whatever shape traces have, and on whichever goroutines they begin and end,
// every span is a statement once, and nothing is left.
func TestTrees(t *testing.T) {
	ps := newSchema(t)
	tr, p := tracer(t, ps, psotel.Options{})
	const workers, traces, size = 4, 50, 20
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 1))
			for range traces {
				tree(tr, r, size)
			}
		})
	}
	wg.Wait()
	if p.Lost() > 0 {
		t.Errorf("%d lost", p.Lost())
	}
	var n uint64
	for _, d := range ps.Read().Digests() {
		n += d.Stat.Timer.Count
	}
	if n+statementsLost(ps) != workers*traces*size {
		t.Errorf("%d statements and %d lost of %d spans", n, statementsLost(ps), workers*traces*size)
	}
	for _, e := range rows(ps, "events_statements_current", "", "END_EVENT_ID") {
		if e == "<nil>" {
			t.Error("a statement still runs")
		}
	}
}

// statementsLost are those that were nested too deep.
func statementsLost(ps *perfschema.Schema) (n uint64) {
	for _, s := range ps.Read().Status() {
		if s.Name == "Performance_schema_nested_statement_lost" {
			n = s.Value
		}
	}
	return n
}

// tree makes the spans of a trace, each a child of any before it that may have ended, and
// ends them in any order, half of them on another goroutine.
func tree(tr trace.Tracer, r *rand.Rand, size int) {
	contexts := []context.Context{context.Background()}
	var running []trace.Span
	var wg sync.WaitGroup
	defer wg.Wait()
	end := func() {
		i := r.IntN(len(running))
		s := running[i]
		running = slices.Delete(running, i, i+1)
		if r.IntN(2) == 0 {
			s.End()
			return
		}
		wg.Go(func() { s.End() })
	}
	for range size {
		ctx, s := tr.Start(contexts[max(0, len(contexts)-1-r.IntN(4))], "span")
		contexts, running = append(contexts, ctx), append(running, s)
		for len(running) > 0 && r.IntN(3) == 0 {
			end()
		}
	}
	for len(running) > 0 {
		end()
	}
}

// BenchmarkSpan is what a span costs, of the SDK alone and with a Schema.
func BenchmarkSpan(b *testing.B) {
	for _, c := range []struct {
		name string
		ps   *perfschema.Schema
	}{{"sdk", nil}, {"bridge", newSchema(b)}} {
		b.Run(c.name, func(b *testing.B) {
			tr, _ := tracer(b, c.ps, psotel.Options{})
			ctx, root := tr.Start(context.Background(), "root")
			defer root.End()
			b.ReportAllocs()
			for b.Loop() {
				_, s := tr.Start(ctx, "sql.conn.query", query("SELECT a FROM b WHERE c = 17")...)
				s.End()
			}
		})
	}
}
