// Package held counts the memory that statements and sessions hold, and ends those that
// hold more than their limit. In goes what an operator keeps, row by row ([Holding]); out
// come the memory instruments of a Thread, the bytes of a plan's nodes, and the error of a
// client that exceeded connection_memory_limit.
//
// A [Server] has the classes and limits of all connections, a [Session] what a connection
// holds between statements, a [Statement] what its running statement does. [Nodes] builds
// the nodes of a plan whose iterators hold rows. A holding is told of in steps of a
// thirty-second of it, so that counting a row is two additions.
package held
