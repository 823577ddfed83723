// Package setup has the tables that say what is recorded: setup_actors, setup_consumers,
// setup_instruments, setup_objects and setup_threads, which can be written to, and those of
// what OpenTelemetry exports, which have no rows.
package setup
