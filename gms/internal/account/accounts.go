// Package account has statements about accounts do what they do in MySQL, whole or not at
// all: with what the engine leaves out of CREATE USER, ALTER USER, GRANT and REVOKE. It says which
// plugin an account has that names none, and refuses accounts without a password on a server
// that other machines reach.
package account

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
)

// Accounts changes the accounts of one engine. It is safe for concurrent use.
type Accounts struct {
	db              func() *mysql_db.MySQLDb
	exposed, logsIn func() bool
	mayChange       func(*sql.Context, ...plan.UserName) error
	changes         changes
}

// Options are what Accounts depend on.
type Options struct {
	// DB is the engine's accounts, nil as long as there is no engine.
	DB func() *mysql_db.MySQLDb
	// Exposed says whether other machines reach the server.
	Exposed func() bool
	// LogsIn says whether clients are authenticated by plugins of the server's own,
	// which can do what the engine's cannot.
	LogsIn func() bool
	// MayChange refuses a change of some accounts to the session.
	MayChange func(ctx *sql.Context, names ...plan.UserName) error
}

// New makes the Accounts of an engine.
func New(o Options) *Accounts {
	return &Accounts{db: o.DB, exposed: o.Exposed, logsIn: o.LogsIn, mayChange: o.MayChange}
}
