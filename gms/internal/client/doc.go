// Package client bounds what the clients of a server take from it: how many
// there are, how long a handshake, a pause and a packet may last, and how much a
// client may send. It reads what they send before the engine's protocol server does, and mends
// what that makes of it: collations, parameters, cursors, long data, the end of a connection.
//
// A [Registry] has the clients of one server; each is a [Conn], which stands between the socket and the
// protocol server. The goroutine that serves a client reads; others may end the connection.
package client
