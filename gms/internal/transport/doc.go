// Package transport keeps how the connections of clients are secured: the TLS that is
// offered, whether it is required, and the key for passwords ([Terms]). They may change
// while the server runs, and hold for connections accepted from then on ([Security]). Out
// come the status variables and TLS channel properties that MySQL has of them.
package transport
