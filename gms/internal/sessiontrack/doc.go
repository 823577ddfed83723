// Package sessiontrack follows what clients want to be told of their session in the next OK packet
// (CLIENT_SESSION_TRACK): its database, variables that were set, and whether its state has changed.
// Nodes that will change these are noted in a [Track] before they are built; when the statement has
// ended, [Track.List] gives the list that the packet has. What a packet cannot tell, the next one
// does. One goroutine uses a Track, the one that runs the statement.
package sessiontrack
