package otel

import (
	"go.opentelemetry.io/otel/trace"

	"github.com/perfschema/perfschema"
)

// instruments are the keys of this package's classes.
type instruments struct {
	span                                                         perfschema.ThreadKey
	request, query, server, client, producer, consumer, internal perfschema.StatementKey
}

// register gives the same keys each time.
func register(ps *perfschema.Schema) *instruments {
	in := &instruments{}
	statement := func(name, documentation string) perfschema.StatementKey {
		return ps.RegisterStatement("otel", perfschema.Info{Name: name, Documentation: documentation})
	}
	in.span = ps.RegisterThread("otel", perfschema.Info{Name: "span", Documentation: "span without a parent in this program, or beside another one"})
	in.request = statement("request", "span of a server, of a request by HTTP")
	in.query = statement("query", "span of what a database is asked")
	in.server = statement("server", "span of a server")
	in.client = statement("client", "span of a client")
	in.producer = statement("producer", "span of who sends a message")
	in.consumer = statement("consumer", "span of who is sent a message")
	in.internal = statement("internal", "span within the program")
	return in
}

// class is the statement class of a span.
func (in *instruments) class(kind trace.SpanKind, f *facts) perfschema.StatementKey {
	switch {
	case f.database:
		return in.query
	case f.isRequest(kind):
		return in.request
	}
	switch kind {
	case trace.SpanKindServer:
		return in.server
	case trace.SpanKindClient:
		return in.client
	case trace.SpanKindProducer:
		return in.producer
	case trace.SpanKindConsumer:
		return in.consumer
	}
	return in.internal
}
