// Package table serves the tables of package view to the engine: databases, tables and
// their indexes, rows computed as they are read, and what may be written.
package table
