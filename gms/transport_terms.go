package gms

import (
	"crypto/rsa"
	"crypto/tls"
	"sync/atomic"
)

// terms is how the connections of clients are secured. The zero value
// offers no TLS, and without TLS a client can log in by caching_sha2_password
// only if the server remembers its password from an earlier login.
type terms struct {
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

// securing is how connections are secured from now on, and how many were. Any goroutine
// may use it.
type securing struct {
	by atomic.Pointer[terms] // nil until it is set
	// accepts counts clients that asked for TLS, finished those that got it.
	accepts, finished atomic.Uint64
}

// exposed says whether other machines reach the server.
func (s *securing) exposed() bool {
	t := s.by.Load()
	return t != nil && t.Exposed
}
