// Package prometheus gives Prometheus what a Schema has counted.
//
//	ps, err := perfschema.New(perfschema.LibraryConfig())
//	registry.MustRegister(psprometheus.NewCollector(ps, psprometheus.Options{}))
//
// Metrics that mysqld_exporter has bear its names (mysql_perf_schema_...), so that its
// dashboards work; those beyond begin with perfschema_. [Metrics] lists them, and so
// does docs/metrics.md. Durations are in seconds, sizes in bytes.
//
// How many series there are is bounded: of statements the [Options] say how many digests
// have series of their own, the rest share one; all else is by instrument, of which a
// Schema has so many, or by error that was raised.
//
// To collect is to read, which holds no writer up. It takes some milliseconds, most of
// them for the memory of the process; 10,000 digests add some ten.
package prometheus
