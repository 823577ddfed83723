package client

import "net"

// Host is the HOST of an account: the address without the port, and
// "localhost" for a connection from the same machine.
func Host(a net.Addr) string {
	if a == nil {
		return ""
	}
	if a.Network() == "unix" {
		return "localhost"
	}
	host, _, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsLoopback() {
		return "localhost"
	}
	return host
}
