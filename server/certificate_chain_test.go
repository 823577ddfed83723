package server

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"testing"
	"time"
)

// signed is a certificate and its key.
type signed struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// sign makes a certificate that by signs, itself if by is nil.
func sign(t *testing.T, name string, by *signed) *signed {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	if by == nil {
		by = &signed{c, key}
	}
	der, err := x509.CreateCertificate(rand.Reader, c, by.cert, key.Public(), by.key)
	if err != nil {
		t.Fatal(err)
	}
	if c, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	return &signed{c, key}
}

func pemOf(all ...*signed) (file []byte) {
	for _, s := range all {
		file = append(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.cert.Raw})...)
	}
	return file
}

// A client is sent the certificate with those that lead to the authority, as far as they
// are in the file of authorities.
func TestChained(t *testing.T) {
	root := sign(t, "root", nil)
	middle := sign(t, "middle", root)
	leaf, direct, own := sign(t, "leaf", middle), sign(t, "direct", root), sign(t, "own", nil)
	other := sign(t, "root", nil) // of the same name, with another key
	for name, tt := range map[string]struct {
		pair, ca, want []*signed
	}{
		"no authority":                  {[]*signed{direct}, nil, []*signed{direct}},
		"one authority":                 {[]*signed{direct}, []*signed{root}, []*signed{direct, root}},
		"among others":                  {[]*signed{direct}, []*signed{own, other, middle, root}, []*signed{direct, root}},
		"another of that name":          {[]*signed{direct}, []*signed{other}, []*signed{direct}},
		"two authorities":               {[]*signed{leaf}, []*signed{root, middle}, []*signed{leaf, middle, root}},
		"the second one is not there":   {[]*signed{leaf}, []*signed{middle}, []*signed{leaf, middle}},
		"the first one is not there":    {[]*signed{leaf}, []*signed{root}, []*signed{leaf}},
		"a chain of its own":            {[]*signed{leaf, middle}, []*signed{root, middle}, []*signed{leaf, middle}},
		"signed by itself":              {[]*signed{own}, []*signed{root, own}, []*signed{own}},
		"an authority's own":            {[]*signed{root}, []*signed{root}, []*signed{root}},
		"the same authority many times": {[]*signed{leaf}, []*signed{middle, middle, middle, root, root}, []*signed{leaf, middle, root}},
	} {
		pair := tls.Certificate{PrivateKey: tt.pair[0].key, Leaf: tt.pair[0].cert}
		for _, s := range tt.pair {
			pair.Certificate = append(pair.Certificate, s.cert.Raw)
		}
		ca := append([]byte("no PEM\n"), pemOf(tt.ca...)...)
		got := chained(pair, ca).Certificate
		equal := len(got) == len(tt.want)
		for i := 0; equal && i < len(got); i++ {
			equal = bytes.Equal(got[i], tt.want[i].cert.Raw)
		}
		if !equal {
			t.Errorf("%s: %d certificates, want %d", name, len(got), len(tt.want))
		}
	}
}
