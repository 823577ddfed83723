package server

import (
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/history/clickhouse"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/server/dolt"
	"github.com/perfschema/perfschema/server/dolt/logline"
)

// Defaults of a [Config]'s empty fields.
const (
	DefaultListen  = "127.0.0.1:3306"
	DefaultDataDir = "./data"
	DefaultUser    = "root"
)

// Config says what to serve and how. The zero value serves ./data on
// 127.0.0.1:3306 with default instruments.
type Config struct {
	// Listen is host:port; port 0 takes a free one.
	Listen string
	// Socket is the file of a Unix socket that clients of this machine may connect by, too;
	// empty: none.
	Socket string
	// DataDir is made if it is missing.
	DataDir string
	// User is the superuser made in a new data directory, next to root, and
	// Password what both need to log in. An existing data directory keeps
	// its accounts.
	User, Password string
	// TLSCert and TLSKey are PEM files for TLS, which clients may use. Without
	// them the data directory's are used, and made if there are none. TLSCA are
	// the authorities that certificates of clients are checked with; if not
	// given, the data directory's, or none beside a TLSCert.
	TLSCert, TLSKey, TLSCA string
	// NoTLS offers none.
	NoTLS bool
	// RequireSecureTransport refuses clients without TLS.
	RequireSecureTransport bool
	// HTTP is host:port to serve metrics, health and profiles on; empty: nowhere.
	HTTP string
	// HTTPUser and HTTPPassword are asked for there. Beyond loopback they must be given,
	// and TLS not be off.
	HTTPUser, HTTPPassword string
	// LogFormat is how the log is written, on standard error, by all servers of the
	// process: LogText, which is the default, or LogJSON.
	LogFormat string
	// Collation is what databases are made with that name no other, and by which literals
	// are compared; CharacterSet is its character set, whose default it is if not given.
	// Without both it is DefaultCollation. Databases and tables that are there keep theirs.
	Collation, CharacterSet string
	// PerformanceSchema configures what is recorded.
	PerformanceSchema perfschema.Config
	// MemoryWatch names memory instruments and marks, as
	// "memory/sql/result:64M,memory/sql/hash_op:1G": what passes its mark is
	// logged, with the account and the statement that pushed it over.
	MemoryWatch string
	// Unlisted leaves the databases that MySQL has not out of SHOW DATABASES and
	// information_schema: @@profiling_show_databases is OFF. They are read by their names.
	Unlisted bool
	// Profiler configures the profiler, which runs unless it, or the
	// Performance Schema, is Off.
	Profiler sampler.Options
	// OverheadSampling is the percentage of the time in which the product's own cost is
	// sampled, for profiling.overhead. 0 is overhead.DefaultSampling, or never where the
	// Performance Schema is Off; negative is never.
	OverheadSampling int
	// HistoryClickHouse is where the history is sent to, too, and what the database fleet
	// reads; zero is nowhere. It needs History.
	HistoryClickHouse clickhouse.DSN
	// History keeps what is counted, minute by minute, in files below DataDir.
	History bool
	// HistoryMaxAge, HistoryMaxBytes, HistoryFoldAge, HistoryEventTime, HistoryEventEvery,
	// HistoryEventBuffer and HistorySync are those of history.Options.
	HistoryMaxAge     time.Duration
	HistoryMaxBytes   int64
	HistoryFoldAge    time.Duration
	HistoryEventTime  time.Duration
	HistoryEventEvery int

	HistoryEventBuffer int
	HistorySync        bool
	// Variables are global system variables that start with another value than their default:
	// those that SET GLOBAL sets.
	Variables []VariableValue
	// Sources says which variables have their values from where, for variables_info;
	// all others have defaults.
	Sources map[string]gms.VariableSource
}

// The values of LogFormat: keys and values as text, or an object of JSON, a line each, as
// package log/slog writes them.
const (
	LogText = "text"
	LogJSON = "json"
)

// The reasons why a server cannot start, next to those of package dolt.
var (
	// ErrListen: the address cannot be listened on.
	ErrListen = errors.New("cannot listen")
	// ErrExposed: an address is not loopback, and there is no TLS or an account
	// has no password.
	ErrExposed = errors.New("not safe on this address")
	// ErrTLS: the certificate or key is missing or unusable.
	ErrTLS = errors.New("TLS")
	// ErrLogFormat: there is no such format.
	ErrLogFormat = errors.New("log format")
)

func (c Config) withDefaults() Config {
	if c.Listen == "" {
		c.Listen = DefaultListen
	}
	if c.DataDir == "" {
		c.DataDir = DefaultDataDir
	}
	if c.User == "" {
		c.User = DefaultUser
	}
	return c
}

// setLogFormat has the log written as it is to be.
func (c Config) setLogFormat() error {
	switch c.LogFormat {
	case "", LogText, LogJSON:
		logline.SetJSON(c.LogFormat == LogJSON)
		return nil
	}
	return fmt.Errorf("%w: %q is neither %s nor %s", ErrLogFormat, c.LogFormat, LogText, LogJSON)
}

// newAccounts are the accounts of a new data directory. Whoever listens beyond
// this machine wants to log in from beyond it.
func (c Config) newAccounts(loopback bool) []dolt.NewAccount {
	users := []string{DefaultUser}
	if c.User != DefaultUser {
		users = append(users, c.User)
	}
	var accounts []dolt.NewAccount
	for _, u := range users {
		accounts = append(accounts, dolt.NewAccount{User: u, Host: "localhost", Password: c.Password})
		if !loopback {
			accounts = append(accounts, dolt.NewAccount{User: u, Host: "%", Password: c.Password})
		}
	}
	return accounts
}

// checkExposure refuses to serve other machines while somebody can log in
// without a password, or nobody with TLS.
func (c Config) checkExposure(s *perfschema.Schema, addr net.Addr, tls bool) error {
	if isLoopback(addr) {
		return nil
	}
	accounts, err := dolt.Accounts(s, c.DataDir)
	if err != nil {
		return err
	}
	if accounts == nil && c.Password == "" {
		return fmt.Errorf("%w: %s is reachable from other machines, so give root a password with --password-file or --password, or listen on 127.0.0.1",
			ErrExposed, c.Listen)
	}
	for _, a := range accounts {
		if a.Open {
			return fmt.Errorf("%w: %s is reachable from other machines and '%s'@'%s' has no password, so listen on 127.0.0.1 and run ALTER USER '%s'@'%s' IDENTIFIED BY '...' first",
				ErrExposed, c.Listen, a.User, a.Host, a.User, a.Host)
		}
	}
	if !tls {
		return fmt.Errorf("%w: %s is reachable from other machines and there is no TLS, so do without --skip-ssl, or listen on 127.0.0.1",
			ErrExposed, c.Listen)
	}
	return nil
}
