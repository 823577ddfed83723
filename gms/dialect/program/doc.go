// Package program runs stored procedures as MySQL does, and knows what their
// statements are: which text, which table, what none may do that a trigger calls. It
// knows nothing of who records them: what it runs, and for whom, is its [Host]'s.
package program
