// Package serverview reads what tables show of the server around a Schema: accounts, replication,
// the binary log, and information_schema for the views of sys. Each function is one of view.Server,
// for the session whose context it gets, and shows no more than that session may see. A nil catalog
// is one that is not there yet: nothing is read.
package serverview
