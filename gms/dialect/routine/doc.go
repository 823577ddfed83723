// Package routine keeps stored functions where the storage keeps procedures: the engine
// knows no functions but those in Go. A function is a procedure to the storage and to the
// parser, under a name that no procedure can have, with a parameter more for what it
// returns and an assignment to that in place of each RETURN. What runs it is package
// program's.
package routine
