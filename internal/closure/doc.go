// Package closure reads what a function literal has captured. A Go value of function type
// tells nothing of its captured variables by reflection; middleware of net/http is made of
// such values, and hides the handler that it wraps.
//
// The layout that is relied on is the compiler's since Go 1.1: a function value points to a
// struct of the code's address, followed by the captured variables. A variable that is never
// assigned after its capture stands there by value. The package only reads, never beyond
// the end of the struct's heap object, and calls nothing that it finds. With a compiler or
// Go version that it was not tested with it finds nothing.
package closure
