// Package effect tells what the nodes of the engine's plans change: rows, definitions, accounts or
// files, or nothing but a commit of what has been changed before. Locks, read_only and backups ask
// it before a node is built.
//
// All questions are about a node alone, before it runs. A CALL counts as a change if the
// procedure is the storage's own and does more than read; the statements in the body of any other
// one are asked about for themselves. A test finds nodes of the engine that say they change
// something and are not known here.
package effect
