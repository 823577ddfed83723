package credential

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
)

// PublicKey is a key's public part as clients get it: PEM.
func PublicKey(k *rsa.PrivateKey) ([]byte, error) {
	der, err := x509.MarshalPKIXPublicKey(&k.PublicKey)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), nil
}
