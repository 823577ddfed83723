package gms

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"runtime"
	"strings"

	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/internal/sysvar"
)

// tellTransport goes around a session builder, so that sessions show how their
// connection is secured: Ssl_cipher, Ssl_version and their like.
func (a *Adapter) tellTransport(build server.SessionBuilder) server.SessionBuilder {
	return func(ctx context.Context, c *mysql.Conn, addr string) (sql.Session, error) {
		session, err := build(ctx, c, addr)
		if err != nil || session == nil {
			return session, err
		}
		if conn := connectionFor(c); conn != nil {
			conn.variables.begin(a, session)
		}
		if w := wireOf(c.Conn); w != nil && w.tls != nil {
			state := w.tls.ConnectionState()
			for name, value := range map[string]string{
				"Ssl_cipher": cipherName(state.CipherSuite), "Ssl_version": versionName(state.Version), "Ssl_cipher_list": cipherNames(),
			} {
				_ = session.SetStatusVariable(nil, name, value) // the engine may do without it
			}
		}
		return session, nil
	}
}

// versionName is the name that MySQL has for a version of TLS.
func versionName(v uint16) string { return strings.Replace(tls.VersionName(v), "TLS ", "TLSv", 1) }

// cipherNames are the cipher suites that a client may choose from.
func cipherNames() string {
	var names []string
	for _, s := range tls.CipherSuites() {
		names = append(names, cipherName(s.ID))
	}
	return strings.Join(names, ":")
}

// status is what status variables say of the key for passwords and of the
// certificate.
func (s *securing) status() map[string]string {
	status := s.certificate()
	if t := s.by.Load(); t != nil && t.Key != nil {
		if p, err := publicKey(t.Key); err == nil {
			status["Caching_sha2_password_rsa_public_key"] = string(p)
		}
	}
	for _, name := range currentTLS {
		status["Current_tls_"+name] = sysvar.GlobalText("ssl_" + name)
	}
	status["Current_tls_ciphersuites"], status["Current_tls_version"] = sysvar.GlobalText("tls_ciphersuites"), sysvar.GlobalText("tls_version")
	// What there is not, by the words of those who ask.
	for _, name := range []string{"Resource_group_supported", "Telemetry_logs_supported", "Telemetry_metrics_supported", "Telemetry_traces_supported"} {
		status[name] = "OFF"
	}
	status["Tls_library_version"] = "crypto/tls of " + runtime.Version()
	return status
}

// currentTLS are the settings of TLS, by the ends of their names.
var currentTLS = []string{"ca", "capath", "cert", "cipher", "crl", "crlpath", "key"}

// certificate is from when until when the certificate holds that clients get,
// as MySQL has it; without TLS nothing.
func (s *securing) certificate() map[string]string {
	status := map[string]string{"Ssl_server_not_before": "", "Ssl_server_not_after": ""}
	t := s.by.Load()
	if t == nil || t.TLS == nil || len(t.TLS.Certificates) == 0 {
		return status
	}
	pair := &t.TLS.Certificates[0]
	leaf := pair.Leaf
	if leaf == nil && len(pair.Certificate) > 0 { // a pair that was put together by hand
		leaf, _ = x509.ParseCertificate(pair.Certificate[0])
	}
	if leaf == nil {
		return status
	}
	const layout = "Jan _2 15:04:05 2006 GMT"
	status["Ssl_server_not_before"] = leaf.NotBefore.UTC().Format(layout)
	status["Ssl_server_not_after"] = leaf.NotAfter.UTC().Format(layout)
	return status
}

func textStatus(name, text string) sql.StatusVarValue {
	return &sql.ImmutableStatusVarValue{
		Var: &sql.MySQLStatusVariable{Name: name, Scope: sql.StatusVariableScope_Global, Type: types.NewSystemStringType(name), Default: ""},
		Val: text,
	}
}
