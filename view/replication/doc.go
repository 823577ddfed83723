// Package replication has the tables of a replica's channels, of group replication and of
// failover. Their rows come from view.Server.Replica; a server that is no replica has none.
package replication
