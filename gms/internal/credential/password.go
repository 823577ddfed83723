package credential

import (
	"crypto/sha1"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strings"
	"sync"

	"github.com/dolthub/vitess/go/mysql"
)

// maxPassword is the longest password that is looked at: hashing takes time
// that grows with the square of the length.
const maxPassword = 256

// CheckNative says whether a proof by mysql_native_password is that of the
// stored password.
func CheckNative(proof, salt []byte, stored string) bool {
	hash, err := hex.DecodeString(strings.TrimPrefix(stored, "*"))
	if err != nil || len(hash) != sha1.Size || len(proof) != sha1.Size {
		return false
	}
	return mysql.VerifyHashedMysqlNativePassword(append([]byte(nil), proof...), salt, hash)
}

// sha2Stored is the length of what is stored for caching_sha2_password:
// $A$005$, a salt of 20 bytes, 43 of the hash.
const sha2Stored = 7 + 20 + 43

// decoyStored is hashed for accounts that are not there, or have no password:
// it takes as long.
var decoyStored = "$A$005$" + strings.Repeat("0", sha2Stored-7)

// CheckSHA2 says whether a password is the stored one. It hashes some thousand
// times, whatever is stored.
func CheckSHA2(password, stored string) bool {
	decoy := len(stored) != sha2Stored || !strings.HasPrefix(stored, "$A$")
	if decoy {
		stored = decoyStored
	}
	_, rounds, salt, _, err := mysql.DeserializeCachingSha2PasswordAuthString([]byte(stored))
	if err != nil || len(password) > maxPassword {
		return false
	}
	got, err := mysql.SerializeCachingSha2PasswordAuthString(password, salt, rounds)
	return err == nil && !decoy && subtle.ConstantTimeCompare(got, []byte(stored)) == 1
}

// Passwords remembers of every account that has logged in what proves its
// password without sending it, as long as the stored password is the same.
type Passwords struct {
	mu    sync.Mutex
	known map[string]knownPassword // by user and host
}

type knownPassword struct {
	stored string
	hash   [sha256.Size]byte // SHA256(SHA256(password))
}

// Check says whether a proof is that of the password an account has logged in
// with.
func (c *Passwords) Check(account, stored string, proof, salt []byte) bool {
	c.mu.Lock()
	k, ok := c.known[account]
	c.mu.Unlock()
	return ok && k.stored == stored && len(proof) == sha256.Size &&
		mysql.VerifyHashedCachingSha2Password(append([]byte(nil), proof...), salt, k.hash[:])
}

// maxKnownPasswords is how many accounts are remembered. With more, all log in
// anew once.
const maxKnownPasswords = 10_000

func (c *Passwords) Add(account, stored, password string) {
	once := sha256.Sum256([]byte(password))
	k := knownPassword{stored, sha256.Sum256(once[:])}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || len(c.known) >= maxKnownPasswords {
		c.known = make(map[string]knownPassword)
	}
	c.known[account] = k
}
