// Package operand computes with the values of expressions as MySQL does: casts, exact numbers,
// dates and times, the third type that two operands are compared as, and the text or number that
// a function takes an argument for. The engine computes with doubles where MySQL is exact, and
// converts one side of a comparison to the type of the other.
//
// It is the floor that the packages of functions and of rules stand on: it knows the names of
// no rule but its own. Expressions go in as the engine bound them; expressions come out that the
// engine evaluates as any other.
package operand
