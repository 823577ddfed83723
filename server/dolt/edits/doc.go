// Package edits reads the changes of a statement that Dolt has not written to the table yet.
//
// Its functions take the editor that Dolt gives for a table. FindRows finds rows with those
// changes: by a unique key, for REPLACE and ON DUPLICATE KEY UPDATE, and by an index, for
// foreign keys. Size returns a function that measures what memory the changes take.
//
// Dolt keeps all of it in private fields, which are found by their names. Of an editor that
// is another's, or whose fields Dolt has named otherwise, both return nil.
package edits
