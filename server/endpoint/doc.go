// Package endpoint serves over HTTP what operators look at and plug in beside a client of
// MySQL's: pages, metrics for Prometheus, whether the server is ready, and Go's profiles.
// Of these the pages alone change anything, for who may.
package endpoint
