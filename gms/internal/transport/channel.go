package transport

import (
	"strconv"

	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/view"
)

// mainChannel is MySQL's name for the way by which all clients come.
const mainChannel = "mysql_main"

// Channels gives the properties of the way by which clients come, in MySQL's names;
// those of OpenSSL's cache and of renegotiation are left out.
func (s *Security) Channels() (out []view.ChannelProperty) {
	add := func(name, value string) {
		out = append(out, view.ChannelProperty{Channel: mainChannel, Name: name, Value: value})
	}
	t := s.Terms.Load()
	if t == nil {
		return nil // the Adapter has no part in how connections are secured
	}
	enabled := "No"
	if t.TLS != nil {
		enabled = "Yes"
	}
	add("Enabled", enabled)
	add("Ssl_accepts", strconv.FormatUint(s.Accepts.Load(), 10))
	add("Ssl_finished_accepts", strconv.FormatUint(s.Finished.Load(), 10))
	for _, name := range currentTLS {
		add("Current_tls_"+name, sysvar.GlobalText("ssl_"+name))
	}
	add("Current_tls_ciphersuites", sysvar.GlobalText("tls_ciphersuites"))
	add("Current_tls_version", sysvar.GlobalText("tls_version"))
	dates := s.Certificate()
	add("Ssl_server_not_after", dates["Ssl_server_not_after"])
	add("Ssl_server_not_before", dates["Ssl_server_not_before"])
	return out
}
