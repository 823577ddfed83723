// Package endpoint serves over HTTP what operators look at and plug in beside a client of
// MySQL's: pages, metrics for Prometheus, whether the server is ready, and Go's profiles.
// Only the pages change anything, and only for users who may.
package endpoint
