package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/server/export"
	"github.com/perfschema/perfschema/server/internal/smallfile"
)

// maxAuthorities is the largest file of --ssl-ca that is read, in bytes: some times that of a
// system with all its authorities.
const maxAuthorities = 4 << 20

// The groups of the options that clients share.
const (
	groupProfiles = "Which profiles"
	groupConnect  = "The running server (as for mysql: also from the group [client] of ~/.my.cnf, and MYSQL_HOST, MYSQL_TCP_PORT, MYSQL_PWD)"
)

// clientGroups are the groups of an option file that concern clients.
var clientGroups = []string{"client", "perfschema-client"}

// client is what options say of the server to connect to, and of what to read.
type client struct {
	host, user, password string
	port                 int
	ask                  bool // for the password
	warnings             []string
	sslMode, sslCA       string
	defaultsFile         string
	filter               export.Filter
	// wants is how many arguments the command takes beside its options, which are then in
	// arguments.
	wants     int
	arguments []string
}

var sslModes = []string{"DISABLED", "PREFERRED", "REQUIRED", "VERIFY_CA", "VERIFY_IDENTITY"}

// defaultHost and defaultPort are where serve listens unless told otherwise.
func defaultAddress() (host string, port int) {
	host, text, _ := net.SplitHostPort(server.DefaultListen)
	port, _ = strconv.Atoi(text)
	return host, port
}

func newClient() *client {
	c := &client{user: server.DefaultUser, sslMode: "PREFERRED", password: os.Getenv("MYSQL_PWD")}
	c.host, c.port = defaultAddress()
	return c
}

// profileOptions say which profiles to read.
func (c *client) profileOptions() []option {
	moment := func(to *time.Time) func(*settings, string) error {
		return func(_ *settings, v string) (err error) {
			*to, err = parseMoment(v, time.Now())
			return err
		}
	}
	return []option{
		{name: "since", arg: "TIME", group: groupProfiles, doc: "queries that began at TIME or later: a time in UTC, as '2018-03-02 14:44:02', or so long ago, as 90m or 36h", set: moment(&c.filter.Since)},
		{name: "until", arg: "TIME", group: groupProfiles, doc: "queries that began before TIME", set: moment(&c.filter.Until)},
		{name: "database", arg: "NAME", group: groupProfiles, doc: "queries whose default database is NAME", set: keep(&c.filter.Database)},
		{name: "running", group: groupProfiles, flag: true, def: "OFF", doc: "queries that have not ended, too, with what they have so far",
			set: onOff(func(_ *settings, on bool) { c.filter.Running = on })},
		{name: "limit", arg: "N", group: groupProfiles, doc: "so many queries at most", set: func(_ *settings, v string) error {
			n, err := parseSize(v)
			if err == nil && n <= 0 {
				err = fmt.Errorf("%d is out of range; want 1 or more", n)
			}
			c.filter.Limit = n
			return err
		}},
	}
}

// connectOptions say where the server is, and as whom to log in.
func (c *client) connectOptions() []option {
	host, port := defaultAddress()
	return []option{
		{name: "host", arg: "HOST", group: groupConnect, def: host, doc: "address of the server, to which a port may be added as in --listen of serve", set: filled(func(_ *settings, v string) error {
			if h, p, err := net.SplitHostPort(v); err == nil {
				n, err := parsePort(p)
				c.host, c.port = h, n
				return err
			}
			c.host = v
			return nil
		})},
		{name: "port", arg: "N", group: groupConnect, def: strconv.Itoa(port), doc: "its port", set: func(_ *settings, v string) (err error) {
			c.port, err = parsePort(v)
			return err
		}},
		{name: "user", arg: "NAME", group: groupConnect, def: server.DefaultUser, doc: "account to log in as; it needs the PROCESS privilege", set: filled(keep(&c.user))},
		{name: "password", arg: "TEXT", group: groupConnect, alone: askPassword, doc: "its password; asked for if no TEXT is given", set: func(_ *settings, v string) error {
			c.ask = v == askPassword
			if !c.ask {
				c.password = v
			}
			return nil
		}},
		{name: "password-file", arg: "FILE", group: groupConnect, doc: "file with the password on its only line", set: filled(func(_ *settings, v string) error {
			password, warning, err := readPasswordFile(v)
			c.password, c.ask = password, false
			c.warn(warning)
			return err
		})},
		{name: "ssl-mode", arg: "MODE", group: groupConnect, def: c.sslMode, doc: strings.Join(sslModes, ", ") + ": whether TLS is used, and what of the server's certificate is checked", set: func(_ *settings, v string) error {
			for _, m := range sslModes {
				if strings.EqualFold(v, m) {
					c.sslMode = m
					return nil
				}
			}
			return fmt.Errorf("%q is none of %s", v, strings.Join(sslModes, ", "))
		}},
		{name: "ssl-ca", arg: "FILE", group: groupConnect, doc: "certificates of authorities (PEM) to check the server's with; the system's if not given", set: filled(keep(&c.sslCA))},
		{name: "defaults-file", arg: "FILE", group: groupConnect, commandLine: true, doc: "read the groups [client] and [perfschema-client] of FILE in place of ~/.my.cnf; the command line wins", set: filled(keep(&c.defaultsFile))},
	}
}

func keep(to *string) func(*settings, string) error {
	return func(_ *settings, v string) error {
		*to = v
		return nil
	}
}

func parsePort(v string) (int, error) {
	n, err := strconv.ParseUint(v, 10, 16)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%q is no port; want 1 to 65535", v)
	}
	return int(n), nil
}

// read reads a command's options: from the environment, the option file, the
// command line, each winning over those before.
func (c *client) read(command string, args []string, list []option) error {
	given, arguments, err := parseArguments(command, args, list, c.wants)
	if err != nil {
		return err
	}
	c.arguments = arguments
	for name, variable := range map[string]string{"host": "MYSQL_HOST", "port": "MYSQL_TCP_PORT"} {
		if v := os.Getenv(variable); v != "" {
			if err := set(list, name, v, variable); err != nil {
				return err
			}
		}
	}
	file := ""
	if home, err := os.UserHomeDir(); err == nil {
		file = filepath.Join(home, ".my.cnf")
		if _, err := os.Stat(file); err != nil {
			file = ""
		}
	}
	for _, a := range given {
		if a.option.name == "defaults-file" {
			file = a.value
		}
	}
	if file != "" {
		// Only what concerns the connection: another program's options may have
		// the names of ours.
		fromFile, warning, err := readOptionFile(file, c.connectOptions(), clientGroups, true)
		if err != nil {
			return err
		}
		c.warn(warning)
		given = append(fromFile, given...)
	}
	c.warn(passwordShown(given))
	return setAll(given, nil)
}

func (c *client) warn(warning string) {
	if warning != "" {
		c.warnings = append(c.warnings, warning)
	}
}

func set(list []option, name, value, where string) error {
	o, err := find(list, name, "")
	if err == nil {
		err = o.set(nil, value)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	return nil
}

// server is what to connect to. It asks for the password if need be.
func (c *client) server(stderr io.Writer) (export.Server, error) {
	writeWarnings(stderr, c.warnings)
	s := export.Server{Addr: net.JoinHostPort(c.host, strconv.Itoa(c.port)), User: c.user, Password: c.password}
	if c.ask {
		password, err := newTerminal(stderr).password(c.user, false)
		if err != nil {
			return s, err
		}
		s.Password = password
	}
	var err error
	s.TLS, err = c.tls()
	s.RequireTLS = c.sslMode != "PREFERRED"
	return s, err
}

// tls is nil if TLS is not to be used.
func (c *client) tls() (*tls.Config, error) {
	if c.sslMode == "DISABLED" {
		return nil, nil
	}
	cfg := &tls.Config{ServerName: c.host, MinVersion: tls.VersionTLS12}
	if c.sslCA != "" {
		pem, err := smallfile.ReadAny(c.sslCA, maxAuthorities)
		if err != nil {
			return nil, fmt.Errorf("cannot read --ssl-ca: %w", err)
		}
		cfg.RootCAs = x509.NewCertPool()
		if !cfg.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("--ssl-ca %s holds no certificate", c.sslCA)
		}
	}
	switch c.sslMode {
	case "VERIFY_IDENTITY":
	case "VERIFY_CA":
		cfg.InsecureSkipVerify = true //nolint:gosec // the name is not to be checked; the rest is, below
		cfg.VerifyConnection = func(s tls.ConnectionState) error {
			o := x509.VerifyOptions{Roots: cfg.RootCAs, Intermediates: x509.NewCertPool()}
			for _, cert := range s.PeerCertificates[1:] {
				o.Intermediates.AddCert(cert)
			}
			_, err := s.PeerCertificates[0].Verify(o)
			return err
		}
	default:
		cfg.InsecureSkipVerify = true //nolint:gosec // as the mode says
	}
	return cfg, nil
}
