package server

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
)

// chained returns pair with the certificates of the authorities that signed it, taken
// from ca, a PEM file: clients that do not have the file are sent the whole chain, as by
// MySQL. A pair whose own file has a chain keeps that one.
func chained(pair tls.Certificate, ca []byte) tls.Certificate {
	if len(pair.Certificate) != 1 || pair.Leaf == nil {
		return pair
	}
	authorities := certificatesOf(ca)
	chain := pair.Certificate[:1:1]
	for last := pair.Leaf; !bytes.Equal(last.RawIssuer, last.RawSubject) && len(chain) <= len(authorities); {
		issuer := issuerOf(last, authorities)
		if issuer == nil {
			break
		}
		chain, last = append(chain, issuer.Raw), issuer
	}
	pair.Certificate = chain
	return pair
}

// issuerOf is the authority that signed a certificate, nil if it is not among these.
func issuerOf(cert *x509.Certificate, authorities []*x509.Certificate) *x509.Certificate {
	for _, a := range authorities {
		if bytes.Equal(a.RawSubject, cert.RawIssuer) && cert.CheckSignatureFrom(a) == nil {
			return a
		}
	}
	return nil
}

// certificatesOf are the certificates of a PEM file. What is none is passed over.
func certificatesOf(file []byte) (out []*x509.Certificate) {
	for {
		var block *pem.Block
		if block, file = pem.Decode(file); block == nil {
			return out
		}
		if cert, err := x509.ParseCertificate(block.Bytes); err == nil && block.Type == "CERTIFICATE" {
			out = append(out, cert)
		}
	}
}
