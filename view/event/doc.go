// Package event has the tables of current events and of their history: statements, stages,
// transactions and waits. The rows come from the rings of each thread, and those of
// events_*_history_long from the ring of the Schema.
package event
