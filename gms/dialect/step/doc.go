// Package step declares what the rules of each stage of a statement are made of: a function,
// and when there is work for it. [Seek] searches the text of a statement once for the words
// that rules of the syntax tree have work for; [Features] are what a plan has that rules of
// plans have work for.
//
// The package stands below all rules and knows none of them. The packages of rules declare
// them, and gms/dialect/rewrite puts them in order.
package step
