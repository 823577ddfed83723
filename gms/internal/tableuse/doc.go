// Package tableuse keeps what the Performance Schema shows of tables that statements use: the
// handles of the running statement ([Open]), the temporary tables of a session ([Temporary]),
// and which indexes a table is known to have ([Indexes]). To open a table that a statement
// has open already costs a few loads.
package tableuse
