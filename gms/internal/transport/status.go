package transport

import (
	"crypto/tls"
	"crypto/x509"
	"math"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/internal/credential"
)

// Session is what status variables tell a session of its own connection.
func (s *Security) Session(state tls.ConnectionState) map[string]string {
	verifying, reused := s.verifying(), "0"
	if state.DidResume {
		reused = "1"
	}
	return map[string]string{
		"Ssl_cipher": credential.CipherName(state.CipherSuite), "Ssl_version": versionName(state.Version), "Ssl_cipher_list": cipherNames(),
		"Ssl_sessions_reused": reused, "Tls_sni_server_name": state.ServerName,
		"Ssl_verify_depth": strconv.FormatUint(verifying["Ssl_ctx_verify_depth"], 10), "Ssl_verify_mode": strconv.FormatUint(verifying["Ssl_ctx_verify_mode"], 10),
	}
}

// versionName is the name that MySQL has for a version of TLS.
func versionName(v uint16) string { return strings.Replace(tls.VersionName(v), "TLS ", "TLSv", 1) }

// cipherNames are the cipher suites that a client may choose from.
func cipherNames() string {
	var names []string
	for _, s := range tls.CipherSuites() {
		names = append(names, credential.CipherName(s.ID))
	}
	return strings.Join(names, ":")
}

// Status is what status variables say of the key for passwords and of the
// certificate.
func (s *Security) Status() map[string]string {
	status := s.Certificate()
	if t := s.Terms.Load(); t != nil && t.Key != nil {
		if p, err := credential.PublicKey(t.Key); err == nil {
			status["Caching_sha2_password_rsa_public_key"], status["Rsa_public_key"] = string(p), string(p)
		}
	}
	for name, n := range s.verifying() {
		status[name] = strconv.FormatUint(n, 10)
	}
	status["Innodb_page_size"] = strconv.FormatInt(sysvar.GlobalNumber("innodb_page_size", 16<<10), 10)
	status["Ssl_session_cache_timeout"] = strconv.FormatInt(sysvar.GlobalNumber("ssl_session_cache_timeout", 300), 10)
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

// verifying is how the certificates of clients are looked at, in OpenSSL's numbers: a chain
// of any length, asked for once where it is asked for; and for how many seconds a session
// may be resumed.
func (s *Security) verifying() map[string]uint64 {
	status := map[string]uint64{"Ssl_ctx_verify_depth": 0, "Ssl_ctx_verify_mode": 0, "Ssl_default_timeout": 0}
	t := s.Terms.Load()
	if t == nil || t.TLS == nil {
		return status
	}
	status["Ssl_ctx_verify_depth"] = math.MaxUint64
	if t.TLS.ClientAuth != tls.NoClientCert {
		const peer, once = 1, 4
		status["Ssl_ctx_verify_mode"] = peer | once
	}
	if !t.TLS.SessionTicketsDisabled {
		const week = 7 * 24 * time.Hour // of crypto/tls
		status["Ssl_default_timeout"] = uint64(week / time.Second)
	}
	return status
}

// currentTLS are the settings of TLS, by the ends of their names.
var currentTLS = []string{"ca", "capath", "cert", "cipher", "crl", "crlpath", "key"}

// Certificate is from when until when the certificate holds that clients get,
// as MySQL has it; without TLS nothing.
func (s *Security) Certificate() map[string]string {
	status := map[string]string{"Ssl_server_not_before": "", "Ssl_server_not_after": ""}
	t := s.Terms.Load()
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
