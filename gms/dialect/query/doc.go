// Package query mends joins, subqueries, UNIONs, sorting and what is shown of a query: orders of
// joins and long lists that the engine plans without an end, ORDER BY and LIMIT of unions, NOT IN,
// first rows of a sort, and the headings of columns.
//
// Rules take a syntax tree or a plan as it was bound and return it changed; the limits return
// MySQL's error.
package query
