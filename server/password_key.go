package server

import (
	"crypto/rand"
	"crypto/rsa"
	"os"
	"path/filepath"
)

// passwordKeyMaker makes a key that clients without TLS encrypt passwords with, while the
// databases are opened: of a start with a new data directory it is the longest part that
// needs nothing of the others.
type passwordKeyMaker struct {
	made chan struct{} // closed when it is; nil: none is being made
	key  *rsa.PrivateKey
	err  error
}

// makePasswordKey begins to make a key, unless the data directory has one. Whether it has
// is looked at again when the directory is held.
func (c Config) makePasswordKey() *passwordKeyMaker {
	m := &passwordKeyMaker{}
	if _, err := os.Stat(filepath.Join(c.DataDir, privateKeyFile)); !os.IsNotExist(err) {
		return m
	}
	m.made = make(chan struct{})
	go func() {
		defer close(m.made)
		m.key, m.err = newPasswordKey()
	}()
	return m
}

func newPasswordKey() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, rsaBits) }

// get is the key, which is made now if that has not been begun.
func (m *passwordKeyMaker) get() (*rsa.PrivateKey, error) {
	if m.made == nil {
		return newPasswordKey()
	}
	<-m.made
	return m.key, m.err
}

// wait waits until no key is being made any more.
func (m *passwordKeyMaker) wait() {
	if m.made != nil {
		<-m.made
	}
}
