package server

import (
	"crypto"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/pfile"
	"github.com/perfschema/perfschema/server/endpoint"
	"github.com/perfschema/perfschema/server/internal/smallfile"
)

// checkTLS refuses settings that contradict each other.
func (c Config) checkTLS() error {
	switch {
	case c.NoTLS && c.RequireSecureTransport:
		return fmt.Errorf("%w is required and switched off: do without --require-secure-transport, which may have been persisted, or --skip-ssl", ErrTLS)
	case c.NoTLS:
		return nil
	case c.TLSCert == "" && c.TLSKey != "":
		return fmt.Errorf("%w key without a certificate: give --ssl-cert too", ErrTLS)
	case c.TLSKey == "" && c.TLSCert != "":
		return fmt.Errorf("%w certificate without a key: give --ssl-key too", ErrTLS)
	}
	return nil
}

// showRequired gives require_secure_transport the value of the settings, before that
// which was persisted is restored.
func (c Config) showRequired() error {
	value := int8(0)
	if c.RequireSecureTransport {
		value = 1
	}
	if err := sql.SystemVariables.AssignValues(map[string]any{"require_secure_transport": value}); err != nil {
		return fmt.Errorf("showing what TLS is required: %w", err)
	}
	return nil
}

// restoreRequired takes what was persisted.
func (c *Config) restoreRequired() error {
	_, v, _ := sql.SystemVariables.GetGlobal("require_secure_transport")
	c.RequireSecureTransport = v == int8(1)
	return c.checkTLS()
}

// loadTLS reads the certificate and key that the settings name. Without them
// there are the data directory's, see [Config.transport].
func (c Config) loadTLS(fs pfile.FS, now time.Time) (*tls.Config, error) {
	if err := c.checkTLS(); err != nil || c.NoTLS {
		return nil, err
	}
	cfg := &tls.Config{MinVersion: tls.VersionTLS12}
	var ca []byte
	if c.TLSCA != "" {
		var err error
		if ca, err = readSmall(fs, c.TLSCA); err != nil {
			return nil, fmt.Errorf("%w: cannot read --ssl-ca: %w; give a readable PEM file", ErrTLS, err)
		}
		if !verifyClients(cfg, ca) {
			return nil, fmt.Errorf("%w: there is no certificate in --ssl-ca %s; give a PEM file", ErrTLS, c.TLSCA)
		}
	}
	if c.TLSCert != "" {
		pair, err := readPair(fs, c.TLSCert, c.TLSKey, now)
		if err != nil {
			return nil, err
		}
		if pair.Leaf.NotAfter.Before(now) {
			logrus.Warnf("the certificate --ssl-cert %s ended on %s: clients that check it will refuse it", c.TLSCert, day(pair.Leaf.NotAfter))
		}
		cfg.Certificates = []tls.Certificate{chained(pair, ca)}
	}
	return cfg, nil
}

// transport is how connections are secured: by the certificate of the settings,
// or by one that the data directory has or is given now.
func (c Config) transport(cfg *tls.Config, keys *keyStore) (gms.Transport, error) {
	t := gms.Transport{TLS: cfg, Required: c.RequireSecureTransport}
	if cfg != nil && len(cfg.Certificates) == 0 {
		pair, ca, err := keys.serverCertificate()
		if err != nil {
			return t, err
		}
		cfg.Certificates = []tls.Certificate{chained(pair, ca)}
		if cfg.ClientCAs == nil {
			verifyClients(cfg, ca)
		}
	}
	var err error
	t.Key, err = keys.passwordKey()
	return t, err
}

// reloadTLS has connections accepted from now on secured by what the files of certificates
// have now. Where they cannot be read all stays as it is.
func (c Config) reloadTLS(inst *instruments, pages *endpoint.Endpoint, keys keyStore) error {
	keys.now = time.Now()
	cfg, err := c.loadTLS(inst.files(), keys.now)
	if err != nil {
		return err
	}
	now, err := c.transport(cfg, &keys)
	if err != nil {
		return err
	}
	if now.TLS != nil {
		pages.SetCertificate(now.TLS.Certificates[0])
	}
	inst.adapter.SetTLS(now.TLS)
	return nil
}

// variables shows in the system variables what files are in use. The process has
// one set: of several servers the last one shows.
func (c Config) variables(t gms.Transport) error {
	values := map[string]any{
		"ssl_ca": "", "ssl_cert": "", "ssl_key": "", "tls_version": "", "require_secure_transport": int8(0),
		"caching_sha2_password_private_key_path": privateKeyFile, "caching_sha2_password_public_key_path": publicKeyFile,
	}
	if t.TLS != nil {
		values["ssl_cert"], values["ssl_key"], values["tls_version"] = c.TLSCert, c.TLSKey, "TLSv1.2,TLSv1.3"
		if c.TLSCert == "" {
			values["ssl_cert"], values["ssl_key"] = serverCertFile, serverKeyFile
		}
		switch {
		case c.TLSCA != "":
			values["ssl_ca"] = c.TLSCA
		case t.TLS.ClientCAs != nil:
			values["ssl_ca"] = caCertFile
		}
	}
	if t.Required {
		values["require_secure_transport"] = int8(1)
	}
	if err := sql.SystemVariables.AssignValues(values); err != nil {
		return fmt.Errorf("showing the files of TLS: %w", err)
	}
	return nil
}

// verifyClients has the certificates that clients show checked. Whether one must
// be shown is the account's to say.
func verifyClients(cfg *tls.Config, ca []byte) bool {
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(ca) {
		return false
	}
	cfg.ClientCAs, cfg.ClientAuth = pool, tls.VerifyClientCertIfGiven
	return true
}

// readPair reads a certificate and its key.
func readPair(fs pfile.FS, certFile, keyFile string, now time.Time) (tls.Certificate, error) {
	cert, err := readSmall(fs, certFile)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("%w: cannot read --ssl-cert: %w; give a readable PEM file", ErrTLS, err)
	}
	key, err := readSmall(fs, keyFile)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("%w: cannot read --ssl-key: %w; give a readable PEM file", ErrTLS, err)
	}
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return pair, fmt.Errorf("%w: --ssl-cert %s and --ssl-key %s: %w; give a certificate and its key as PEM files", ErrTLS, certFile, keyFile, err)
	}
	if pair.Leaf == nil {
		if pair.Leaf, err = x509.ParseCertificate(pair.Certificate[0]); err != nil {
			return pair, fmt.Errorf("%w: --ssl-cert %s: %w; give a PEM file", ErrTLS, certFile, err)
		}
	}
	warnOfReaders(fs, keyFile)
	return pair, nil
}

// warnOfReaders says that others of this machine can read a key.
func warnOfReaders(fs pfile.FS, file string) {
	if info, err := fs.Stat(file); err == nil && info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		logrus.Warnf("others can read the key %s: take their rights away (chmod 600)", file)
	}
}

func readCertificate(fs pfile.FS, file string) (*x509.Certificate, error) {
	der, err := readPEM(fs, file)
	if err != nil {
		return nil, err
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, fmt.Errorf("%w: %s is no certificate: %w; restore it, or remove it to have it made anew", ErrTLS, file, err)
	}
	return cert, nil
}

// readKey reads a private key in any of the forms that are in use.
func readKey(fs pfile.FS, file string) (crypto.Signer, error) {
	der, err := readPEM(fs, file)
	if err != nil {
		return nil, err
	}
	warnOfReaders(fs, file)
	if key, err := x509.ParsePKCS8PrivateKey(der); err == nil {
		if signer, ok := key.(crypto.Signer); ok {
			return signer, nil
		}
	}
	if key, err := x509.ParsePKCS1PrivateKey(der); err == nil {
		return key, nil
	}
	if key, err := x509.ParseECPrivateKey(der); err == nil {
		return key, nil
	}
	return nil, fmt.Errorf("%w: %s is no private key; restore it, or remove it to have it made anew", ErrTLS, file)
}

func readPEM(fs pfile.FS, file string) ([]byte, error) {
	data, err := readSmall(fs, file)
	if err != nil {
		return nil, fmt.Errorf("%w: cannot read %s: %w; restore it, or remove it to have it made anew", ErrTLS, file, err)
	}
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, fmt.Errorf("%w: %s is no PEM file; restore it, or remove it to have it made anew", ErrTLS, file)
	}
	return block.Bytes, nil
}

// maxKey bounds the bytes of a file of keys or certificates.
const maxKey = 1 << 20

// readSmall reads a file of keys or certificates.
func readSmall(fs pfile.FS, file string) ([]byte, error) {
	if err := smallfile.Check(file, maxKey); err != nil {
		return nil, err //nolint:wrapcheck // names the file
	}
	return fs.ReadFile(file) //nolint:wrapcheck // names the file
}
