// Package dialect is what makes go-mysql-server answer as MySQL does: its packages parse what
// the engine's parser lacks, decide about rights, change plans, and word errors. None of them
// knows perfschema: what happens is told through small interfaces, as [schedule.Watcher].
//
// They are made for package gms and the server. Their names and types may change with any
// version.
//
// [schedule.Watcher]: https://pkg.go.dev/github.com/perfschema/perfschema/gms/dialect/schedule#Watcher
package dialect
