// Package field has what every table's declaration is made of.
//
// A [Field] is a column and the function that computes its value from a T, whatever a row of
// the table describes. [Parts] visit the Ts of a read, some at a time, and [Opener] makes the
// Open of a view.Table of both. Beside them are the column types that tables share, values
// that may be NULL, what a reader looks for, and the writes of tables that can be changed.
package field
