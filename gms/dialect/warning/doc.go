// Package warning raises and lists warnings as MySQL does. A rule of it takes the plan of SHOW
// WARNINGS, and gives the plan that lists them in MySQL's order.
//
// The engine discards the warnings of the statement before when it analyzes the next one: a
// warning of a statement's text has to wait until then.
package warning
