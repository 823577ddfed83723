// Package terminal makes texts of anybody's such that a terminal obeys nothing of them:
// those of statements, names, accounts, errors of a server.
package terminal
