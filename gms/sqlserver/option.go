package sqlserver

import (
	"crypto/tls"

	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
)

// Option says how to serve.
type Option func(*options)

type options struct {
	accounts  []account
	tls       *tls.Config
	profiler  *sampler.Options
	databases []database
}

type database struct {
	name   string
	tables []*view.Table
}

type account struct{ user, password string }

// Account lets a user in by a password (caching_sha2_password), and nobody else; several
// make several. On loopback the server then offers TLS by a certificate that it makes at
// its start, unless [TLS] has one; a client without TLS sends the password encrypted by a
// key of the server's.
func Account(user, password string) Option {
	return func(o *options) { o.accounts = append(o.accounts, account{user, password}) }
}

// TLS offers TLS to clients. Beyond loopback clients without it are refused.
func TLS(cfg *tls.Config) Option { return func(o *options) { o.tls = cfg } }

// Profiler runs the profiler, which fills the database profiling, from New to the
// server's end, whether or not anybody is connected. Without it that database is empty.
func Profiler(p sampler.Options) Option { return func(o *options) { o.profiler = &p } }

// Database adds a read-only database of tables to those of the Schema, which whoever is let in may
// read. [New] fails where the name is taken, or a table is declared in a way that cannot be served.
func Database(name string, tables []*view.Table) Option {
	return func(o *options) { o.databases = append(o.databases, database{name, tables}) }
}
