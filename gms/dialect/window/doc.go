// Package window mends window functions: frames that leave out peers, named windows without
// their order, windows over groupings, over all rows and beside HAVING, and windows in queries
// whose columns subqueries read.
//
// Rules of the syntax tree rewrite OVER clauses, or refuse those that stand where none may;
// rules of plans change the frames and the columns of the engine's Window nodes.
package window
