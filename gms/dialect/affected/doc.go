// Package affected counts the rows that a statement changes and tells the client of them as MySQL
// does: how many rows there were, the id that AUTO_INCREMENT gave, and the text beside them. The
// engine knows of a plain INSERT alone, counts joined rows of a DELETE again and again, and
// changes one of several equal rows.
//
// The caller puts [CountInsert], [JoinedTargets] and [WithCopies] around what a plan changes, with
// the [Told] of the client's statement, or nil for a program's, of which nobody is told. When the
// statement has ended, [Told.Answer] puts its result right. [Target] is the node that stands for a
// changed table: a table of the caller's own may embed it to measure the changes.
//
// [Rows] are the rows as one editor of the storage changes them: where the storage would fail, or tell
// of the wrong key, the row that has a key already is looked for.
//
// An INSERT of several rows reserves its numbers of AUTO_INCREMENT at once, see numberRange.
package affected
