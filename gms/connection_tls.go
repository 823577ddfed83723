package gms

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/tls"
	"encoding/hex"
	"hash"
	"sync"
)

// TLSConfig returns a copy of a server's TLS configuration with which the
// attributes of a client that connects with TLS are known. A client sends them
// in its first encrypted packet, which the server reads and drops; so the
// traffic secret of a connection from the [Adapter.Listener] is kept, in
// memory, from its handshake until that packet has been read along with, and
// then forgotten. That takes TLS 1.3 and an AES cipher, which Go's own choice
// is where the hardware has AES; other connections have no attributes. nil
// stays nil.
func (a *Adapter) TLSConfig(c *tls.Config) *tls.Config {
	if c == nil || a.lifecycle == nil {
		return c
	}
	c = c.Clone()
	choose := c.GetConfigForClient
	original := c.Clone()
	c.GetConfigForClient = func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
		chosen := original
		if choose != nil {
			own, err := choose(hello)
			if err != nil {
				return nil, err
			}
			if own != nil {
				chosen = own
			}
		}
		w := wireOf(hello.Conn)
		if w == nil || chosen.KeyLogWriter != nil {
			return chosen, nil
		}
		chosen = chosen.Clone()
		chosen.KeyLogWriter = &w.secret
		return chosen, nil
	}
	return c
}

// trafficSecret is the secret of what a client sends after the TLS handshake.
type trafficSecret struct {
	mu    sync.Mutex
	bytes []byte
}

// Write implements io.Writer for [tls.Config.KeyLogWriter].
func (s *trafficSecret) Write(line []byte) (int, error) {
	if fields := bytes.Fields(line); len(fields) == 3 && string(fields[0]) == "CLIENT_TRAFFIC_SECRET_0" {
		secret := make([]byte, hex.DecodedLen(len(fields[2])))
		if _, err := hex.Decode(secret, fields[2]); err == nil {
			s.mu.Lock()
			s.bytes = secret
			s.mu.Unlock()
		}
	}
	return len(line), nil
}

// take gives the secret away.
func (s *trafficSecret) take() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.bytes
	s.bytes = nil
	return b
}

// firstTLSPacket decrypts the first packet a client sent through TLS, nil if it
// cannot. data is what came after the request for TLS. The secret is erased.
func firstTLSPacket(data, secret []byte, state tls.ConnectionState) []byte {
	defer clear(secret)
	if state.Version != tls.VersionTLS13 || len(secret) == 0 {
		return nil
	}
	var sum func() hash.Hash
	keyLength := 0
	switch state.CipherSuite {
	case tls.TLS_AES_128_GCM_SHA256:
		sum, keyLength = sha256.New, 16
	case tls.TLS_AES_256_GCM_SHA384:
		sum, keyLength = sha512.New384, 32
	default:
		return nil
	}
	key, err := expandLabel(sum, secret, "key", keyLength)
	if err != nil {
		return nil
	}
	defer clear(key)
	iv, err := expandLabel(sum, secret, "iv", 12)
	if err != nil {
		return nil
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil
	}
	var plain []byte
	for count := byte(0); len(data) >= 5; {
		n := int(data[3])<<8 | int(data[4])
		if len(data) < 5+n {
			return nil
		}
		header, body := data[:5], data[5:5+n]
		data = data[5+n:]
		if header[0] != recordApplicationData {
			continue
		}
		nonce := bytes.Clone(iv)
		nonce[len(nonce)-1] ^= count
		content, err := aead.Open(nil, nonce, body, header)
		if err != nil {
			if count == 0 {
				continue // of the handshake, under another key
			}
			return nil
		}
		count++
		content = bytes.TrimRight(content, "\x00") // padding
		if len(content) == 0 || content[len(content)-1] != recordApplicationData {
			continue
		}
		plain = append(plain, content[:len(content)-1]...)
		if p := firstPacket(plain); p != nil {
			return p
		}
		if count == 255 {
			return nil
		}
	}
	return nil
}

const recordApplicationData = 23

// expandLabel derives a key from a secret, as TLS 1.3 does.
func expandLabel(sum func() hash.Hash, secret []byte, label string, length int) ([]byte, error) {
	label = "tls13 " + label
	info := string([]byte{byte(length >> 8), byte(length), byte(len(label))}) + label + "\x00"
	return hkdf.Expand(sum, secret, info, length)
}
