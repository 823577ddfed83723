// Package replica answers statements about replication on a server that is no replica, in
// MySQL's words. [None] is the controller to give to an engine that has none.
package replica
