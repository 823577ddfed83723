// Package temporarytable makes temporary tables keep what they were declared with. Dolt's
// own hold no unique key and no CHECK, and keep the rows that a failed statement has changed.
//
// Hooks returns the engine's hooks with which CREATE TEMPORARY TABLE puts a table of this
// package around Dolt's. Rows are read from Dolt's table. They are changed in a working set
// that holds this table alone, as rows of other tables are, and the result is set in Dolt's
// table through a private field; with a Dolt that has named it otherwise tables stay Dolt's.
//
// Read returns a copy for one reading: Dolt's table keeps the key that it was last read by.
package temporarytable
