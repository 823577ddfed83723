// Package pnet is package net's connections and listeners, watched: stand-ins
// for [net.Conn], [net.Listener] and [net.PacketConn] that report what they
// send, receive and wait for to a Performance Schema.
//
//	l, err := pnet.Listen(schema, keys, "tcp", "127.0.0.1:3306") // was net.Listen
//	c, err := l.Accept()                                         // watched too
//
// [NewConn], [NewListener] and [NewPacketConn] wrap what is there already.
// Each is a row of socket_instances with its descriptor and address until it is
// closed or garbage. Errors are net's own.
//
// A stand-in has the methods of what it wraps, with their fast paths: a
// [TCPConn], [UnixConn] or [UDPConn] those of its namesake in net, any other
// connection those of [net.Conn], and CloseWrite and SyscallConn if the
// connection has them. Code that needs the type itself, as in a type switch,
// finds the connection by NetConn, as with [crypto/tls.Conn]. Buffers of
// [net.Buffers] are sent one by one.
//
// The operations are MySQL's, which shows listen and accept as connect too:
//
//	listen, bind      Listen and ListenPacket; each includes the other's part
//	connect           Dial, with the look-up of the name
//	accept            Accept
//	recv, send        Read and Write, with bytes
//	recvfrom, sendto  ReadFrom and WriteTo of packets, with bytes
//	shutdown, close   CloseRead, CloseWrite; Close
//
// One call is one operation. What io.Copy leaves to the kernel (splice,
// sendfile) is one send or recv of all bytes, and one read or write of the
// other end if that is a stand-in of this module.
//
// Operations count on the Thread that the goroutine is bound to
// ([perfschema.Thread.Bind]), else on the one given to SetThread, else only in
// the instance and in the global summaries. Recording costs two clock reads
// and some 100 ns an operation and allocates nothing.
package pnet
