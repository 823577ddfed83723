// Package digest computes MySQL's statement digest: the shape of a statement
// with its literals, comments and spacing taken out.
//
// A [Builder] scans a statement once and writes a token array: two bytes a
// token, little endian, in MySQL's own numbering, an identifier followed by its
// length and its bytes, the number of a column by its four. Lists of literals are
// reduced to one token while they are written, so a thousand rows of VALUES cost a few
// bytes. The digest is the SHA-256 of that array and equals the one a MySQL server
// computes for the same statement. The readable form (DIGEST_TEXT) is made from the
// array only when somebody reads it, by [AppendText].
//
// What a grammar would know and a scanner has to infer: whether NULL is a value
// (it becomes ?) or part of a clause such as IS NULL or NOT NULL (it stays), and
// whether a number names a column of ORDER BY or GROUP BY (it stays). Both are
// decided from the neighbouring tokens.
package digest
