// Package login authenticates clients, and speaks the first part of MySQL's protocol with them:
// the greeting, TLS, and the questions about a password.
//
// A [Login] stands between one client and vitess until the client is let in: what vitess reads
// and writes meanwhile passes through its Read and Write. The [Server], one a listener, looks the
// account up and checks the proof of its password. What both ask of the connection is [Wire].
//
// A client that is not let in learns one thing only: access denied. An account that does not
// exist is asked the same questions as one that does.
package login
