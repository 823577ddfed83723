// Package syntax reads the statements that the engine's parser does not know.
//
// [Tokens] gives the words of a text one by one, to the code that knows the statement's grammar:
// packages account, grammar and routine, among others. What cannot stand where it does becomes MySQL's error 1064,
// with the place. Where a word, a string or a comment ends, package words decides.
package syntax
