// Package rule is the registry of the differences between the engine and MySQL: each has a name,
// the reason for it, who needs it, and what it must precede. [New] puts the rules of a stage in
// order once, when the process starts, and keeps the steps alone in a slice: a statement pays for
// no description. docs/dialect.md is written from the descriptions.
//
// To add a rule, declare it beside its function and name it in the list of its stage.
package rule
