// Package memory measures what Dolt holds in memory, for the memory tables.
//
// WatchCaches registers a class for each cache of a data directory: nodes, chunks that are
// not on disk yet, indexes of files, statistics. Their figures are computed when somebody
// reads the global summary. SessionSize and SessionThings measure what Dolt keeps for one
// session, ValueSize a value that lies outside its row.
//
// Dolt tells none of these figures. They are read from private fields, found by their names,
// under the locks that guard them; with a Dolt that has named a field otherwise its class
// has no figure.
package memory
