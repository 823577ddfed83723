// Package gms joins a [perfschema.Schema] with a go-mysql-server engine: it adds the databases
// performance_schema, sys and profiling, the variables, status variables and functions that go with
// them, and records every statement that the engine runs.
//
// It records alone by default: the engine's answers stay the engine's. With [Options.Dialect] it also
// makes the engine answer as MySQL 9.7 does, by the rules of packages dialect/....
//
// It knows go-mysql-server's interfaces and no storage.
package gms
