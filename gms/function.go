package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/dialect/builtin"
	"github.com/perfschema/perfschema/gms/dialect/function"
	"github.com/perfschema/perfschema/gms/dialect/schedule"
	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/psync"
)

// newFunctions are the functions of an Adapter's server. LOAD_FILE() wants the FILE
// privilege, and reads nothing in a trigger, which whoever made it may have others run.
func newFunctions(a *Adapter) *function.Server {
	f := &function.Server{
		CurrentRole: a.grammar.CurrentRole, SessionRandom: sessionRandom,
		ReadsFiles: func(ctx *sql.Context) bool {
			return !insideTrigger(ctx) && a.rights.Of(ctx).Has(sql.PrivilegeType_File)
		},
		User: func(ctx *sql.Context) (user, host string, ok bool) {
			x := runningOf(ctx)
			if x == nil || x.connection.client == nil {
				return "", "", false
			}
			c := x.connection.client
			if x.connection.event {
				return schedule.User, schedule.Host, true
			}
			host = client.Host(c.RemoteAddr())
			return c.User, host, host != ""
		},
	}
	numbering := new(psync.Mutex)
	numbering.Init(a.schema, a.lifecycle.instruments.Mutexes.ShortIDs)
	f.ShortIDs.Lock = numbering
	return f
}

// Functions are the SQL functions MySQL has for the Performance Schema:
// STATEMENT_DIGEST(), STATEMENT_DIGEST_TEXT(), PS_CURRENT_THREAD_ID(),
// PS_THREAD_ID(), FORMAT_BYTES() and FORMAT_PICO_TIME(); and CURRENT_ROLE(), which the
// engine lacks. [Adapter.Install] registers them.
func (a *Adapter) Functions() []sql.Function {
	return append(a.schemaFunctions.All(), a.functions.Functions()...)
}

// DialectFunctions returns the engine's functions as the dialect has them. They are for a storage that computes
// VIRTUAL columns for its indexes by a catalog of its own, where the [Adapter]'s is not asked: its entries are to be
// what a SELECT computes.
func DialectFunctions() []sql.Function { return builtin.Functions() }

// Function gives a function of the Overlay's. They are the engine's own, but
// REPEAT() and others whose result may be large look at its size first, and
// GET_LOCK(), RELEASE_LOCK() and RELEASE_ALL_LOCKS() are seen in metadata_locks:
// not before [Adapter.Install].
func (o *Overlay) Function(name string) (sql.Function, bool) {
	if !o.adapter.options.Dialect {
		return nil, false
	}
	lower := strings.ToLower(name)
	switch {
	case function.IsUser(lower):
		return o.adapter.functions.UserFunction(lower), true
	case lower == function.LoadFileName:
		return o.adapter.functions.LoadFile(), true
	case lower == function.RandomName:
		return o.adapter.functions.Random(), true
	case lower == function.ShortIDName:
		return o.adapter.functions.ShortID(), true
	}
	if f, ok := builtin.Function(lower); ok {
		return f, true
	}
	engine := o.adapter.engine.Load()
	if engine == nil {
		return nil, false
	}
	return o.adapter.lifecycle.locks.Function(name, engine.LS)
}
