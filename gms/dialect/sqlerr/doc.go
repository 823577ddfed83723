// Package sqlerr gives the errors of the engine MySQL's numbers, SQLSTATEs and words on
// their way to the client.
//
// [Numbered] goes by the engine's kind of error alone. [Worded] takes what a message
// lacks from the statement that failed and from the catalog; nothing of it runs before
// one has.
package sqlerr
