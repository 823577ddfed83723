// Package trigger mends which triggers of a table run, in which order and in which database:
// FOLLOWS and PRECEDES, triggers of temporary, renamed and dropped tables, and those that REPLACE
// and ON DUPLICATE KEY UPDATE run besides. Its rules go around the engine's that load and apply
// triggers.
package trigger
