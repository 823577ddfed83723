// Package node says what the nodes of a plan are: which of the 16 operators each counts
// as, what it is called, and how it reads a table. [Command] is a node for what the
// engine has none, and [Pass] the iterator that those around an engine's embed.
package node
