package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"syscall"

	"github.com/perfschema/perfschema/pfile"
)

// listen opens the address. Nothing is accepted yet.
func listen(ctx context.Context, address string) (net.Listener, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", address)
	switch {
	case err == nil:
		return l, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%w on %s: the port is in use; stop the program that has it, or choose another with --listen", ErrListen, address)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("%w on %s: this user may not use the port; choose one above 1023 with --listen", ErrListen, address)
	default:
		cause := err
		var op *net.OpError
		if errors.As(err, &op) {
			cause = op.Err
		}
		return nil, fmt.Errorf("%w on %s: %w; give host:port with --listen", ErrListen, address, cause)
	}
}

func isLoopback(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// loadTLS reads the certificate and key. Without them there is no TLS.
func (c Config) loadTLS(fs pfile.FS) (*tls.Config, error) {
	switch {
	case c.TLSCert == "" && c.TLSKey == "":
		if c.RequireSecureTransport {
			return nil, fmt.Errorf("%w is required but there is no certificate: give --ssl-cert and --ssl-key", ErrTLS)
		}
		return nil, nil
	case c.TLSCert == "":
		return nil, fmt.Errorf("%w key without a certificate: give --ssl-cert too", ErrTLS)
	case c.TLSKey == "":
		return nil, fmt.Errorf("%w certificate without a key: give --ssl-key too", ErrTLS)
	}
	cert, err := fs.ReadFile(c.TLSCert)
	if err != nil {
		return nil, fmt.Errorf("%w: cannot read --ssl-cert: %w; give a readable PEM file", ErrTLS, err)
	}
	key, err := fs.ReadFile(c.TLSKey)
	if err != nil {
		return nil, fmt.Errorf("%w: cannot read --ssl-key: %w; give a readable PEM file", ErrTLS, err)
	}
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return nil, fmt.Errorf("%w: --ssl-cert %s and --ssl-key %s: %w; give a certificate and its key as PEM files",
			ErrTLS, c.TLSCert, c.TLSKey, err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}
