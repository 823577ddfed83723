package clickhouse

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// DefaultDatabase is the database of a [DSN] that names none.
const DefaultDatabase = "perfschema"

// ErrDSN: the name of a data source is not what [ParseDSN] takes.
var ErrDSN = errors.New("clickhouse: want http://USER@HOST:PORT/DATABASE?cluster=NAME, or https; all but the host may be left out")

// DSN says where a ClickHouse is, and as whom to ask. However it is printed it shows no
// password. Zero is none.
type DSN struct {
	// Secure is whether to speak TLS.
	Secure bool
	// Host has the port.
	Host string
	// User is ClickHouse's "default" where it is empty.
	User     string
	Database string
	// Cluster is that of Distributed tables; empty: the tables are those of one server.
	Cluster string

	password func() string // a function: nothing prints what it gives
}

// ParseDSN reads http://USER:PASSWORD@HOST:PORT/DATABASE?cluster=NAME, or https. The port
// is 8123 or, with TLS, 8443 where there is none. Its error wraps [ErrDSN], and says
// nothing of what was given.
func ParseDSN(text string) (d DSN, err error) {
	u, err := url.Parse(text)
	if err != nil || u.Opaque != "" || u.Fragment != "" || u.Hostname() == "" {
		return d, ErrDSN // not the error: it repeats the password
	}
	port := "8123"
	switch u.Scheme {
	case "http":
	case "https":
		d.Secure, port = true, "8443"
	default:
		return d, ErrDSN
	}
	if u.Port() != "" {
		port = u.Port()
	}
	d.Host = net.JoinHostPort(u.Hostname(), port)
	d.User = u.User.Username()
	if password, ok := u.User.Password(); ok {
		d = d.WithPassword(password)
	}
	d.Database = strings.Trim(u.Path, "/")
	if d.Database == "" {
		d.Database = DefaultDatabase
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return DSN{}, ErrDSN
	}
	for name, values := range query {
		if name != "cluster" || len(values) != 1 {
			return DSN{}, fmt.Errorf("%w: there is no parameter but one cluster", ErrDSN)
		}
		d.Cluster = values[0]
	}
	if strings.ContainsAny(d.Database+d.Cluster+d.User, "\x00\r\n/") {
		return DSN{}, ErrDSN
	}
	return d, nil
}

// WithPassword is the same with another password.
func (d DSN) WithPassword(password string) DSN {
	d.password = func() string { return password }
	return d
}

// At is another address with this one's password.
func (d DSN) At(other DSN) DSN {
	other.password = d.password
	return other
}

// HasPassword says whether there is a password.
func (d DSN) HasPassword() bool { return d.secret() != "" }

func (d DSN) secret() string {
	if d.password == nil {
		return ""
	}
	return d.password()
}

// URL is where to ask: scheme, host and port.
func (d DSN) URL() string {
	if d.Secure {
		return "https://" + d.Host
	}
	return "http://" + d.Host
}

// String is the name without the password.
func (d DSN) String() string {
	if d.Host == "" {
		return ""
	}
	u := url.URL{Scheme: "http", Host: d.Host, Path: "/" + d.Database}
	if d.Secure {
		u.Scheme = "https"
	}
	if d.User != "" {
		u.User = url.User(d.User)
	}
	if d.Cluster != "" {
		u.RawQuery = url.Values{"cluster": {d.Cluster}}.Encode()
	}
	return u.String()
}

// GoString implements fmt.GoStringer, as String does.
func (d DSN) GoString() string { return d.String() }

// MarshalText implements encoding.TextMarshaler, as String does.
func (d DSN) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// hide takes the password out of what somebody else has said.
func (d DSN) hide(text string) string {
	for _, s := range []string{d.secret(), url.QueryEscape(d.secret()), url.PathEscape(d.secret())} {
		if s != "" {
			text = strings.ReplaceAll(text, s, "<secret>")
		}
	}
	return text
}
