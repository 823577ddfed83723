// Package attach reads the waits that a program built by perfschema build has recorded, and has
// them counted in a Schema, so that they are asked in SQL.
//
// In goes the address at which the program answers, the value of its PERFSCHEMA_LISTEN, and a Schema made with
// [Config]. Out come rows of that Schema's mutex_instances, rwlock_instances, cond_instances and
// summaries of waits, and the tables of the database program.
//
// The program counts since it began, so that nothing is lost between two readings.
package attach
