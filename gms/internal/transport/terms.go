package transport

import (
	"crypto/rsa"
	"crypto/tls"
	"sync/atomic"
)

// Terms is how the connections of clients are secured. The zero value
// offers no TLS, and without TLS a client can log in by caching_sha2_password
// only if the server remembers its password from an earlier login.
type Terms struct {
	// TLS is offered to clients. If it verifies their certificates, accounts may
	// ask for those (REQUIRE X509, SUBJECT, ISSUER).
	TLS *tls.Config
	// Required refuses TCP clients without TLS, by error 3159.
	Required bool
	// Key decrypts passwords that clients without TLS send; clients get its
	// public part from the server. MySQL's has 2048 bits.
	Key *rsa.PrivateKey
	// Exposed says that other machines reach the server: no account may be made
	// that needs no password, nor lose its password, by error 1819.
	Exposed bool
}

// Security is how connections are secured from now on, and how many were. Any goroutine
// may use it.
type Security struct {
	Terms atomic.Pointer[Terms] // nil until it is set
	// accepts counts clients that asked for TLS, finished those that got it.
	Accepts, Finished atomic.Uint64
}

// Exposed says whether other machines reach the server.
func (s *Security) Exposed() bool {
	t := s.Terms.Load()
	return t != nil && t.Exposed
}
