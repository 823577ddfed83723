package otel

import (
	"strconv"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// facts are what a span's attributes say, by the semantic conventions of today and by
// those before them.
type facts struct {
	method, route, path string
	status              int64 // of a response by HTTP
	database            bool  // it is of a database
	query, namespace    string
	system              string
	code                string // what the database answered
	rows                int64
	errorType           string
}

func (f *facts) read(attributes []attribute.KeyValue) {
	for _, a := range attributes {
		f.database = f.database || strings.HasPrefix(string(a.Key), "db.")
		switch a.Key {
		case "http.request.method", "http.method":
			f.method = a.Value.AsString()
		case "http.route":
			f.route = a.Value.AsString()
		case "url.path":
			f.path = a.Value.AsString()
		case "http.target":
			f.path, _, _ = strings.Cut(a.Value.AsString(), "?")
		case "http.response.status_code", "http.status_code":
			f.status = a.Value.AsInt64()
		case "db.query.text", "db.statement":
			f.query = a.Value.AsString()
		case "db.namespace", "db.name":
			f.namespace = a.Value.AsString()
		case "db.system.name", "db.system":
			f.system = a.Value.AsString()
		case "db.response.status_code":
			f.code = a.Value.Emit()
		case "db.response.returned_rows":
			f.rows = a.Value.AsInt64()
		case "error.type":
			f.errorType = a.Value.AsString()
		}
	}
}

func (f *facts) isRequest(kind trace.SpanKind) bool {
	return kind == trace.SpanKindServer && f.method != ""
}

// schema is CURRENT_SCHEMA.
func (f *facts) schema() string {
	if f.namespace != "" {
		return f.namespace
	}
	return f.system
}

// Numbers of errors, as MySQL has them or as HTTP has.
const errUnknown = 1105

// failure is the error of a span; number is 0 if it has none.
func (f *facts) failure(s sdktrace.ReadOnlySpan) (number int, state, message string) {
	status := s.Status()
	if status.Code != codes.Error && f.status < 500 {
		return 0, "", ""
	}
	number, state = errUnknown, "HY000"
	switch n, err := strconv.ParseUint(f.code, 10, 16); {
	case f.status >= 500 && !f.database:
		number = int(f.status)
	case len(f.code) == 5: // PostgreSQL's 42601 is a state too
		state = f.code
	case err == nil && n > 0:
		number = int(n)
	}
	if message = status.Description; message == "" {
		message = exception(s.Events())
	}
	if message == "" {
		message = f.errorType
	}
	return number, state, message
}

// exception is the message of the last one that the span tells of.
func exception(events []sdktrace.Event) string {
	for i := len(events) - 1; i >= 0; i-- {
		for _, a := range events[i].Attributes {
			if a.Key == "exception.message" {
				return a.Value.AsString()
			}
		}
	}
	return ""
}
