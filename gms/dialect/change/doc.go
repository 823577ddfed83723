// Package change mends INSERT, UPDATE, REPLACE and DELETE: values that are out of range, texts
// that are too long, generated columns and ON UPDATE of joined tables, VALUES() of selected rows,
// error 1093, and strict mode, which the engine does not end a statement by.
//
// Its rules run for each change of the process, also for those that pass by an engine's other
// rules; what a statement has to be told goes through operand.Change.
package change
