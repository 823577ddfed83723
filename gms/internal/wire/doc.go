// Package wire reads the packets of MySQL's client protocol, and has the sockets on which
// they come as instances of the Schema.
package wire
