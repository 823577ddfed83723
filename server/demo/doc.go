// Package demo fills a small shop database and runs a mixed workload on it over
// real connections, so that the Performance Schema has something to show.
package demo
