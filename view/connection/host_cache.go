package connection

import (
	"time"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// hostCache is the table of the hosts that clients have come from. Names of hosts are
// not resolved.
func hostCache() *view.Table {
	count := func(name, comment string, get func(*view.HostErrors) int64) field.Field[view.Host] {
		return field.Field[view.Host]{Column: view.Column{Name: name, Type: field.Bigint, Comment: comment}, Value: func(h *view.Host) any { return get(&h.Errors) }}
	}
	never := func(name, comment string) field.Field[view.Host] {
		return count(name, comment+"; 0", func(*view.HostErrors) int64 { return 0 })
	}
	at := func(name, comment string, null bool, get func(*view.Host) time.Time) field.Field[view.Host] {
		return field.Field[view.Host]{Column: view.Column{Name: name, Type: "timestamp", Nullable: null, Comment: comment}, Value: func(h *view.Host) any { return field.Moment(get(h)) }}
	}
	fields := []field.Field[view.Host]{
		{Column: view.Column{Name: "IP", Type: field.Identifier, Comment: "Address of the host"},
			Value: func(h *view.Host) any { return field.Cut(h.IP, field.IdentifierLength) }},
		{Column: view.Column{Name: "HOST", Type: "varchar(255)", Nullable: true, Comment: "Its name; NULL, as names are not resolved"}, Value: nil},
		{Column: view.Column{Name: "HOST_VALIDATED", Type: field.YesNoEnum, Comment: "Whether its name is known; NO"},
			Value: func(*view.Host) any { return "NO" }},
		{Column: view.Column{Name: "SUM_CONNECT_ERRORS", Type: field.Bigint, Comment: "Handshakes that failed since the last login; at max_connect_errors the host is blocked"},
			Value: func(h *view.Host) any { return h.Connect }},
		count("COUNT_HOST_BLOCKED_ERRORS", "Clients that were refused because the host is blocked", func(e *view.HostErrors) int64 { return e.Blocked }),
		never("COUNT_NAMEINFO_TRANSIENT_ERRORS", "Names that were not found for now"),
		never("COUNT_NAMEINFO_PERMANENT_ERRORS", "Names that were not found"),
		never("COUNT_FORMAT_ERRORS", "Names that look like addresses"),
		never("COUNT_ADDRINFO_TRANSIENT_ERRORS", "Names whose address was not found for now"),
		never("COUNT_ADDRINFO_PERMANENT_ERRORS", "Names whose address was not found"),
		never("COUNT_FCRDNS_ERRORS", "Names whose address is another one"),
		count("COUNT_HOST_ACL_ERRORS", "Clients of a host that no account is of", func(e *view.HostErrors) int64 { return e.ACL }),
		count("COUNT_NO_AUTH_PLUGIN_ERRORS", "Clients that lack the account's plugin", func(e *view.HostErrors) int64 { return e.NoAuthPlugin }),
		count("COUNT_AUTH_PLUGIN_ERRORS", "Errors of plugins", func(e *view.HostErrors) int64 { return e.AuthPlugin }),
		count("COUNT_HANDSHAKE_ERRORS", "Clients that did not speak the protocol, or left", func(e *view.HostErrors) int64 { return e.Handshake }),
		never("COUNT_PROXY_USER_ERRORS", "Proxies whose account is not there"),
		never("COUNT_PROXY_USER_ACL_ERRORS", "Proxies that may not be one"),
		count("COUNT_AUTHENTICATION_ERRORS", "Clients with a wrong name or password", func(e *view.HostErrors) int64 { return e.Authentication }),
		count("COUNT_SSL_ERRORS", "Errors of TLS", func(e *view.HostErrors) int64 { return e.SSL }),
		count("COUNT_MAX_USER_CONNECTIONS_ERRORS", "Accounts with too many connections", func(e *view.HostErrors) int64 { return e.UserConnections }),
		count("COUNT_MAX_USER_CONNECTIONS_PER_HOUR_ERRORS", "Accounts with too many connections in an hour", func(e *view.HostErrors) int64 { return e.UserConnectionsPerHour }),
		count("COUNT_DEFAULT_DATABASE_ERRORS", "Databases to begin in that are not there, or not the account's", func(e *view.HostErrors) int64 { return e.DefaultDatabase }),
		never("COUNT_INIT_CONNECT_ERRORS", "Errors of init_connect, which is not run"),
		count("COUNT_LOCAL_ERRORS", "Errors of the server", func(e *view.HostErrors) int64 { return e.Local }),
		count("COUNT_ACCOUNT_LOCKED_ERRORS", "Accounts that are locked", func(e *view.HostErrors) int64 { return e.Locked }),
		never("COUNT_TEMPORARY_ACCOUNT_LOCKED_ERRORS", "Accounts that failed logins have locked"),
		count("COUNT_UNKNOWN_ERRORS", "Other errors", func(e *view.HostErrors) int64 { return e.Unknown }),
		at("FIRST_SEEN", "When its first client came", false, func(h *view.Host) time.Time { return h.FirstSeen }),
		at("LAST_SEEN", "When its last client came", false, func(h *view.Host) time.Time { return h.LastSeen }),
		at("FIRST_ERROR_SEEN", "When its first error was", true, func(h *view.Host) time.Time { return h.FirstError }),
		at("LAST_ERROR_SEEN", "When its last error was", true, func(h *view.Host) time.Time { return h.LastError }),
	}
	return &view.Table{
		Name:    "host_cache",
		Comment: "Hosts that clients have come from",
		Columns: field.Columns(fields),
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"IP"}, Unique: true},
			{Name: "HOST", Columns: []string{"HOST"}},
		},
		Access: view.AllowTruncate,
		Open: field.Opener(fields, field.Listed(func(r view.Reader) []view.Host {
			if r.Server.Hosts == nil {
				return nil
			}
			return r.Server.Hosts()
		})),
		Forget: func(r view.Reader) error {
			if r.Server.ForgetHosts != nil && r.Schema.Enabled() {
				r.Server.ForgetHosts()
			}
			return nil
		},
	}
}
