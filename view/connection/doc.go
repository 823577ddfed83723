// Package connection has the tables of threads and of clients: threads and processlist,
// accounts, users and hosts, the attributes of connections, and what the server knows of the
// hosts and accounts that clients come from.
package connection
