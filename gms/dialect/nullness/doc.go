// Package nullness proves of columns of a query that they are never NULL.
//
// The engine takes what its functions and aggregates say of themselves, and that of a
// column where it was bound, for what is true of the result: a column of an outer join's
// inner table, MAX() over no rows and a date that is none are NULL all the same. Clients
// take a column that is flagged NOT NULL for one without NULLs, so that only what can be
// proved of the plan may be flagged.
package nullness
