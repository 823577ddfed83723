// Package gms joins a [perfschema.Schema] with a go-mysql-server engine: it
// adds the database performance_schema with MySQL's tables, privileges and
// error numbers, the performance_schema_* variables and status, the functions
// that go with them, and it records every statement the engine runs.
//
// It knows go-mysql-server's interfaces and no storage.
package gms
