// Package column mends definitions of tables and their columns: defaults, keys, names of indexes,
// foreign keys, renamed columns, character sets and limits that the engine has not, and FULLTEXT
// indexes, which it reads for comparisons too.
//
// Most of it takes the syntax tree of a CREATE or ALTER TABLE, beside the catalog, and returns
// MySQL's error or writes the tree as the engine understands it.
package column
