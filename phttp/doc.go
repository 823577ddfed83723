// Package phttp is net/http's servers and clients, watched: middleware that makes
// a statement of each request that is served, and a [net/http.RoundTripper] that
// makes a wait of each request that is sent.
//
//	handler := phttp.Handler(schema, mux)             // every request that is served
//	client.Transport = phttp.Transport(schema, nil)   // every request that is sent
//
// A request that is served is a statement of the class statement/http/get, or as
// its method is called. It is a row of events_statements_current while it is
// served, and of the histories and summaries afterwards:
//
//	SQL_TEXT          method and path; of the query string the names, ? for the values
//	DIGEST_TEXT       the route that served it, "GET /orders/{id}"; "GET ~/orders/?" is
//	                  guessed by the path, "GET ?" is for what nothing serves
//	MYSQL_ERRNO       the status from 500 on; 499 if the client has gone, or the
//	                  request's time was over, before it had the whole response; 500 if
//	                  the handler panicked, other than by http.ErrAbortHandler
//	WARNINGS          1 for a status from 400 to 499, and for a response that the
//	                  handler aborted by http.ErrAbortHandler
//	USER, HOST        of the threads, and of the summaries by account, user and host:
//	                  the name that Middleware.User returns, none by default, and the
//	                  client's address; both empty beyond 1,024 accounts of a handler
//
// The route is what SetRoute or Middleware.Route says, and else the pattern that
// http.ServeMux has written into the request. A handler in front of the mux that calls
// Request.WithContext gives the mux a copy, and the pattern is lost: it is then looked up in
// the mux. The mux is found in the fields of handlers that are structs, within one another,
// as those of http.TimeoutHandler are, in what an http.HandlerFunc has captured as an
// http.Handler, as most middleware has, and in handlers of a mux's subtrees, there but for fields
// of interface types.
// It is not found where a function has captured it as another type, or has a variable of it that is assigned
// later, nor behind http.StripPrefix: Middleware.Mux names it there. Where no mux is found,
// or two have a route, the name is guessed: ~ and the path, with ? for its steps that have
// digits or are long. Only requests that are served (a status below 300, or from 500 on) make
// such names, 256 of them for a handler, 32 below one step; the rest is "GET ?".
//
// A stream is a statement of the class statement/http/stream from its first byte on: a
// response that the handler flushes whose Content-Type is text/event-stream or
// multipart/x-mixed-replace, one of which the handler writes more a second after a flush or
// later, and a connection that it takes over. A proxy that flushes each part of a response
// makes no stream of it. TIMER_WAIT is its whole life; the histograms, and the
// quantiles of its digest, count it by the time to the first flush. Behind that its stage is
// "stage/http/streaming". A stream that one handler writes and another goroutine flushes is
// no stream here.
//
// Each request has a Thread of its own, thread/http/request, lent out of a pool.
// The handler's goroutine is bound to it ([perfschema.Thread.Bind]) and the request's
// context carries it: locks, files and queries of the handler are its waits and
// nested statements. Its stages are "stage/http/reading the body",
// "stage/http/handling" and "stage/http/writing the response"; while the handler sets
// stages of its own those are its.
//
// What the body gives and the response takes is a wait of the class
// wait/io/socket/http/server, with its bytes; a request that is sent, with all that
// its body gives, one of wait/io/socket/http/client, whose instance has the host for
// its address. Reading a request's header, and what the server writes after the
// handler has returned, is seen by none of these: package pnet sees it as a listener's.
//
// Recording a request costs about a microsecond and three allocations; with a Schema
// that is off, handlers and transports are returned as they came.
package phttp
