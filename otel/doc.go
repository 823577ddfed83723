// Package otel joins a Schema with OpenTelemetry: spans in, metrics out.
//
//	ps, err := perfschema.New(perfschema.LibraryConfig())
//	spans := psotel.NewSpanProcessor(ps, psotel.Options{})
//	tp := trace.NewTracerProvider(trace.WithSpanProcessor(spans))
//
// A program that makes spans, by otelhttp, otelsql or by itself, needs nothing else to
// be asked in SQL: each span that is recorded is a statement while it runs, and a row of
// the histories and summaries afterwards.
//
//	EVENT_NAME         statement/otel/request of a server's span of HTTP, query of a
//	                   database's, else server, client, producer, consumer or internal
//	SQL_TEXT           db.query.text; of a request its method and path; else the span's name.
//	                   What may have a password in it is shown as its digest
//	DIGEST_TEXT        of the query; of a request its method and http.route; else the name
//	CURRENT_SCHEMA     db.namespace, or else the database's kind
//	OBJECT_TYPE        SPAN, with the trace's id for OBJECT_SCHEMA and the span's for OBJECT_NAME
//	MYSQL_ERRNO        of a span whose status is an error: the status of a response from
//	                   500, the database's number, or 1105; RETURNED_SQLSTATE as the
//	                   database says
//	WARNINGS           1 of a request that was answered by a status from 400 to 499
//	ROWS_SENT          db.response.returned_rows
//
// A span is nested in its parent's statement, where that runs and no other of its
// children does; a child that runs beside another one has a Thread of its own, whose
// PARENT_THREAD_ID is the parent's. A span whose parent is not in this program, or is
// not recorded, begins on a Thread out of a pool, or, where the context carries a Thread
// of the Schema, as that of phttp, on a child of it. Spans may begin and end on any
// goroutine: a Thread is written by one at a time, under a lock. Therefore they are not
// bound to goroutines, and what psync and its kin record is not nested in them.
//
// Times are those of the calls, not those that a program gives a span. A statement that
// outlives its parent's, on the same Thread, ends with it.
//
// What runs at a time is bounded ([Options]); what finds no room is counted by
// [SpanProcessor.Lost].
//
// [NewProducer] gives a reader of metrics the durations of requests and queries by the
// semantic conventions, whoever recorded them: phttp, pdb, or spans.
package otel
