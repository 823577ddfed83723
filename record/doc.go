// Package record has the rows that readers get of a Schema: events, instances, summaries,
// locks, threads, as the tables of performance_schema show them.
//
// It is data alone: every value is a copy, which its reader may keep and change, and nothing
// here refers to what still records. Schema.Read of package perfschema returns the Reader
// whose methods return these rows; package view makes tables of them. Code that is
// instrumented needs none of it.
//
// Times are in picoseconds. Fields are named as columns are, and instruments and operations
// by the names that the tables show. Where a column is NULL the field's comment says which
// value stands for it.
package record
