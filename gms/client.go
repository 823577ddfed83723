package gms

import (
	"math"
	"slices"
	"time"

	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/function"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/errorlog"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/planning"
	"github.com/perfschema/perfschema/gms/internal/transport"
)

// Sessions goes around a server's session builder, so that the limits a session
// sets itself, wait_timeout and others, take effect, and that it shows how its
// connection is secured (Ssl_cipher). [Adapter.NewServer] does it.
func (a *Adapter) Sessions(build server.SessionBuilder) server.SessionBuilder {
	if !a.options.Dialect {
		return build
	}
	return a.clients.Sessions(a.tellTransport(client.TellCollation(build)))
}

// installClientVariables gives the system variables that limit clients MySQL's
// defaults, where the engine has others.
func installClientVariables() {
	sql.SystemVariables.AddSystemVariables(sessionVariables())
	sql.SystemVariables.AddSystemVariables([]sql.SystemVariable{
		errorlog.Variable(),
		&sql.MysqlSystemVariable{
			Name: sysvar.MaxAllowedPacket, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Both), Dynamic: true,
			Type: types.NewSystemUintType(sysvar.MaxAllowedPacket, 1<<10, 1<<30), Default: uint64(sysvar.DefaultMaxPacket),
		},
		&sql.MysqlSystemVariable{ // global alone: a session does not lift its own limit
			Name: held.ConnectionLimit, Scope: sql.GetMysqlScope(sql.SystemVariableScope_Global), Dynamic: true,
			Type: types.NewSystemUintType(held.ConnectionLimit, 2<<20, math.MaxUint64), Default: uint64(held.DefaultLimit()),
		},
		held.GlobalLimitVariable(),
		planning.LimitVariable(held.DefaultLimit()),
		timeLimitVariable(),
		transport.RequireSecureVariable(securingOf),
	})
}

// securingOf is how the connections of the server are secured whose statement runs in a context;
// nil if none does.
func securingOf(ctx *sql.Context) *transport.Security {
	if x := runningOf(ctx); x != nil {
		return &x.connection.adapter.rights.secured
	}
	return nil
}

// sessionVariables are the variables whose values are what the session has done.
func sessionVariables() []sql.SystemVariable {
	conditions := sysvar.ConditionVariables(func(ctx *sql.Context) *sysvar.Conditions {
		if x := runningOf(ctx); x != nil {
			return &x.connection.conditions
		}
		return nil
	})
	random := sysvar.RandomSeeds(func(ctx *sql.Context, seed int, n uint64) {
		if r := sessionRandom(ctx); r != nil {
			r.SetSeed(seed, n)
		}
	})
	statementID := sysvar.StatementID(func(ctx *sql.Context) uint64 {
		if x := runningOf(ctx); x != nil {
			return x.connection.thread.RunningStatementID()
		}
		return 0
	})
	timestamp := sysvar.Timestamp(func(ctx *sql.Context, moment time.Time) {
		if x := runningOf(ctx); x != nil {
			x.connection.moment = moment
		}
	})
	return slices.Concat(conditions, sysvar.InsertIDs(), random, []sql.SystemVariable{statementID, sysvar.ReplicaMode(), timestamp})
}

// sessionRandom is the sequence of a session's RAND().
func sessionRandom(ctx *sql.Context) *function.Random {
	x := runningOf(ctx)
	if x == nil {
		return nil
	}
	at := &x.connection.random
	if r := at.Load(); r != nil {
		return r
	}
	at.CompareAndSwap(nil, function.NewRandom()) // the goroutines of a statement may be several
	return at.Load()
}

// isConnectionAdmin says whether a client that has logged in may take the place
// that is kept beyond max_connections.
func (a *Adapter) isConnectionAdmin(c *mysql.Conn) bool {
	return a.rights.OfClient(c).HasDynamic(privilege.ConnectionAdmin)
}

// fetched counts rows of a cursor that a client has been sent.
func fetched(c *mysql.Conn, rows uint64) {
	if conn := connectionFor(c); conn != nil && conn.command {
		conn.thread.CurrentStatement().SetCounters(perfschema.StatementCounters{RowsSent: rows})
	}
}

// raise counts an error that reaches a client past every statement, on its
// Thread if it has one.
func (a *Adapter) raise(c *mysql.Conn, number int) {
	if c != nil {
		if conn := connectionFor(c); conn != nil {
			conn.thread.RaiseError(number)
			return
		}
	}
	a.schema.RaiseError(number)
}
