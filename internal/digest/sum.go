package digest

import "encoding/hex"

// Sum is the SHA-256 of a token array, the DIGEST column. The zero value means
// that a statement has no digest.
type Sum [32]byte

// String returns the sum as 64 hexadecimal digits.
func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// IsZero reports whether there is no digest.
func (s Sum) IsZero() bool { return s == Sum{} }
