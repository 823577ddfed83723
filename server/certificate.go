package server

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/pfile"
)

// The files that a data directory gets at the first start, with MySQL's names.
const (
	caCertFile     = "ca.pem"
	caKeyFile      = "ca-key.pem"
	serverCertFile = "server-cert.pem"
	serverKeyFile  = "server-key.pem"
	privateKeyFile = "private_key.pem"
	publicKeyFile  = "public_key.pem"
)

const (
	// certified is how long certificates that the server makes hold.
	certified = 10 * 365 * 24 * time.Hour
	// renewal is how long before their end they are made anew.
	renewal = 30 * 24 * time.Hour
	// early is how much behind a client's clock may be.
	early = 24 * time.Hour
	// rsaBits is the length of the key that clients without TLS encrypt
	// passwords with.
	rsaBits = 2048
)

// The names by which a later start knows its own certificates.
const (
	caName     = "perfschema_Auto_Generated_CA_Certificate"
	serverName = "perfschema_Auto_Generated_Server_Certificate"
)

// keyStore makes and reads the keys and certificates of a data directory. What
// is there is used, whoever made it; what is missing is made, key before
// certificate, each file whole or not at all, so that a start that was cut short
// is taken up by the next.
type keyStore struct {
	fs  pfile.FS
	dir string
	now time.Time
	// made is called with each file before it is written for the first time.
	made func(file string)
	// newKey makes the key of passwords.
	newKey func() (*rsa.PrivateKey, error)
}

func (s *keyStore) path(name string) string { return filepath.Join(s.dir, name) }

func (s *keyStore) has(name string) bool {
	_, err := s.fs.Stat(s.path(name))
	return err == nil
}

// serverCertificate is the server's own certificate and the authority that
// vouches for it.
func (s *keyStore) serverCertificate() (pair tls.Certificate, ca []byte, err error) {
	switch {
	case s.has(serverCertFile) && !s.has(serverKeyFile):
		return pair, nil, fmt.Errorf("%w: %s is there without %s; restore the key, or remove the certificate to have both made",
			ErrTLS, s.path(serverCertFile), serverKeyFile)
	case !s.has(serverCertFile):
		if err := s.issueServer(); err != nil {
			return pair, nil, err
		}
	}
	if pair, err = s.readPair(); err != nil {
		return pair, nil, err
	}
	if left := pair.Leaf.NotAfter.Sub(s.now); left < renewal && pair.Leaf.Subject.CommonName == serverName && s.has(caKeyFile) {
		logrus.Warnf("the certificate %s ends on %s: it is made anew", s.path(serverCertFile), day(pair.Leaf.NotAfter))
		if err := s.issueServer(); err != nil {
			return pair, nil, err
		}
		if pair, err = s.readPair(); err != nil {
			return pair, nil, err
		}
	}
	if !s.has(caCertFile) {
		return pair, nil, nil
	}
	ca, err = readSmall(s.fs, s.path(caCertFile))
	if err == nil && len(certificatesOf(ca)) == 0 {
		err = errors.New("there is no certificate in it")
	}
	if err != nil {
		return pair, nil, fmt.Errorf("%w: cannot read %s: %w; restore it, or remove it to send the server's certificate alone", ErrTLS, s.path(caCertFile), err)
	}
	return pair, ca, nil
}

func (s *keyStore) readPair() (tls.Certificate, error) {
	return readPair(s.fs, s.path(serverCertFile), s.path(serverKeyFile), s.now)
}

// authority is the certificate that issues the server's, and its key.
func (s *keyStore) authority() (*x509.Certificate, crypto.Signer, error) {
	if s.has(caCertFile) && !s.has(caKeyFile) {
		return nil, nil, fmt.Errorf("%w: %s is there without %s, and no certificate can be made: give the server its own with --ssl-cert and --ssl-key, or remove %s",
			ErrTLS, s.path(caCertFile), caKeyFile, caCertFile)
	}
	key, err := s.key(caKeyFile)
	if err != nil {
		return nil, nil, err
	}
	if s.has(caCertFile) {
		cert, err := readCertificate(s.fs, s.path(caCertFile))
		if err != nil {
			return nil, nil, err
		}
		if cert.NotAfter.Sub(s.now) > renewal || cert.Subject.CommonName != caName {
			return cert, key, nil
		}
		logrus.Warnf("the authority %s ends on %s: it is made anew, with the same key; clients need the new file", s.path(caCertFile), day(cert.NotAfter))
	}
	template := s.template(caName)
	template.IsCA, template.BasicConstraintsValid = true, true
	template.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageCRLSign
	cert, err := s.issue(caCertFile, template, template, key.Public(), key)
	return cert, key, err
}

func (s *keyStore) issueServer() error {
	ca, caKey, err := s.authority()
	if err != nil {
		return err
	}
	key, err := s.key(serverKeyFile)
	if err != nil {
		return err
	}
	template := s.template(serverName)
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	template.DNSNames = []string{"localhost"}
	if host, err := os.Hostname(); err == nil && host != "" && host != "localhost" {
		template.DNSNames = append(template.DNSNames, host)
	}
	template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}
	_, err = s.issue(serverCertFile, template, ca, key.Public(), caKey)
	return err
}

func (s *keyStore) template(name string) *x509.Certificate {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		serial = big.NewInt(s.now.UnixNano()) // rand.Reader never fails
	}
	return &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name},
		NotBefore: s.now.Add(-early), NotAfter: s.now.Add(certified),
	}
}

func (s *keyStore) issue(file string, template, parent *x509.Certificate, public crypto.PublicKey, signer crypto.Signer) (*x509.Certificate, error) {
	der, err := x509.CreateCertificate(rand.Reader, template, parent, public, signer)
	if err != nil {
		return nil, fmt.Errorf("%w: making %s: %w", ErrTLS, s.path(file), err)
	}
	if err := s.write(file, 0o644, "CERTIFICATE", der); err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}

// key reads a certificate's key, or makes it.
func (s *keyStore) key(file string) (crypto.Signer, error) {
	if s.has(file) {
		return readKey(s.fs, s.path(file))
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("%w: making %s: %w", ErrTLS, s.path(file), err)
	}
	return key, s.writeKey(file, key)
}

// passwordKey is the key that clients without TLS encrypt passwords with.
func (s *keyStore) passwordKey() (*rsa.PrivateKey, error) {
	if !s.has(privateKeyFile) {
		key, err := s.newKey()
		if err != nil {
			return nil, fmt.Errorf("%w: making %s: %w", ErrTLS, s.path(privateKeyFile), err)
		}
		if err := s.writeKey(privateKeyFile, key); err != nil {
			return nil, err
		}
	}
	signer, err := readKey(s.fs, s.path(privateKeyFile))
	if err != nil {
		return nil, err
	}
	key, ok := signer.(*rsa.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("%w: %s is no RSA key; remove it to have one made", ErrTLS, s.path(privateKeyFile))
	}
	if !s.has(publicKeyFile) {
		der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrTLS, s.path(privateKeyFile), err)
		}
		if err := s.write(publicKeyFile, 0o644, "PUBLIC KEY", der); err != nil {
			return nil, err
		}
	}
	return key, nil
}

func (s *keyStore) writeKey(file string, key crypto.PrivateKey) error {
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return fmt.Errorf("%w: making %s: %w", ErrTLS, s.path(file), err)
	}
	return s.write(file, 0o600, "PRIVATE KEY", der)
}

// write puts a file in place, whole.
func (s *keyStore) write(name string, mode os.FileMode, kind string, der []byte) error {
	file := s.path(name)
	if !s.has(name) && s.made != nil {
		s.made(file)
	}
	unfinished := file + ".new"
	if err := errors.Join(os.RemoveAll(unfinished), s.writeThrough(unfinished, mode, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))); err != nil {
		return fmt.Errorf("%w: writing %s: %w", ErrTLS, file, err)
	}
	if err := s.fs.Rename(unfinished, file); err != nil {
		return fmt.Errorf("%w: writing %s: %w", ErrTLS, file, err)
	}
	return nil
}

func (s *keyStore) writeThrough(file string, mode os.FileMode, data []byte) error {
	f, err := s.fs.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }
