package credential

import (
	"crypto/tls"
	"crypto/x509/pkix"
	"encoding/asn1"
	"strings"

	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

// Suits reports whether a connection is as an account's REQUIRE asks. c is nil for one
// without TLS.
func Suits(u *mysql_db.User, c *tls.Conn) bool {
	if u.SslType == "" {
		return true
	}
	if c == nil {
		return false
	}
	state := c.ConnectionState()
	var issuer, subject string
	certified := len(state.PeerCertificates) > 0 // and verified, or there would be no connection
	if certified {
		issuer, subject = distinguishedName(state.PeerCertificates[0].Issuer), distinguishedName(state.PeerCertificates[0].Subject)
	}
	switch u.SslType {
	case "ANY":
		return true
	case "X509":
		return certified
	case "SPECIFIED":
		return (u.SslCipher == "" || u.SslCipher == CipherName(state.CipherSuite) || u.SslCipher == tls.CipherSuiteName(state.CipherSuite)) &&
			(u.X509Issuer == "" || u.X509Issuer == issuer) && (u.X509Subject == "" || u.X509Subject == subject)
	}
	return false
}

// CipherName is the name that MySQL has for a cipher suite. Those of TLS 1.3
// have one name everywhere.
func CipherName(id uint16) string {
	name := tls.CipherSuiteName(id)
	key, cipher, ok := strings.Cut(strings.TrimPrefix(name, "TLS_"), "_WITH_")
	if !ok {
		return name
	}
	cipher = strings.NewReplacer("AES_128", "AES128", "AES_256", "AES256", "CHACHA20_POLY1305_SHA256", "CHACHA20-POLY1305",
		"_CBC_SHA", "-SHA", "_", "-").Replace(cipher)
	if key == "RSA" {
		return cipher
	}
	return strings.ReplaceAll(key, "_", "-") + "-" + cipher
}

// shortNames are the parts of a name that have one.
var shortNames = []struct {
	id    asn1.ObjectIdentifier
	short string
}{
	{asn1.ObjectIdentifier{2, 5, 4, 3}, "CN"}, {asn1.ObjectIdentifier{2, 5, 4, 4}, "SN"}, {asn1.ObjectIdentifier{2, 5, 4, 5}, "serialNumber"},
	{asn1.ObjectIdentifier{2, 5, 4, 6}, "C"}, {asn1.ObjectIdentifier{2, 5, 4, 7}, "L"}, {asn1.ObjectIdentifier{2, 5, 4, 8}, "ST"},
	{asn1.ObjectIdentifier{2, 5, 4, 9}, "street"}, {asn1.ObjectIdentifier{2, 5, 4, 10}, "O"}, {asn1.ObjectIdentifier{2, 5, 4, 11}, "OU"},
	{asn1.ObjectIdentifier{2, 5, 4, 12}, "title"}, {asn1.ObjectIdentifier{2, 5, 4, 42}, "GN"},
	{asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 1}, "emailAddress"},
	{asn1.ObjectIdentifier{0, 9, 2342, 19200300, 100, 1, 1}, "UID"}, {asn1.ObjectIdentifier{0, 9, 2342, 19200300, 100, 1, 25}, "DC"},
}

// distinguishedName writes a name as REQUIRE SUBJECT and ISSUER have it: /C=SE/O=Shop/CN=client.
func distinguishedName(n pkix.Name) string {
	var b strings.Builder
	for _, part := range n.Names {
		short := part.Type.String()
		for _, s := range shortNames {
			if part.Type.Equal(s.id) {
				short = s.short
			}
		}
		text, _ := part.Value.(string)
		b.WriteString("/" + short + "=" + text)
	}
	return b.String()
}
