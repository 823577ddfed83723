// Package function is SQL functions that the engine lacks or has otherwise than MySQL:
// CURRENT_ROLE(), LOAD_FILE(), RAND(), USER() and UUID_SHORT(). They are those that depend on the
// session, the server or chance; functions of values alone are in package builtin.
//
// [None] and [One] make a function of the engine's from Go code that computes it. A [Server] gives
// a server's functions, each as what the engine registers.
package function
