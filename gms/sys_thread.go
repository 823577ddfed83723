package gms

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// traceLength is how long the document of a thread's transactions may be by default.
const traceLength = 65535

// sysThreadTransactions is ps_thread_trx_info().
func (a *Adapter) sysThreadTransactions(ctx *sql.Context, args []any) (any, error) {
	if err := a.readsAll(ctx, "events_transactions_current", "events_transactions_history", "events_statements_history"); err != nil {
		return nil, err
	}
	t := a.threadFound(ctx, args[0], a.schema.Read().ThreadByID)
	text := view.ThreadTransactions(t, a.configNumber(ctx, "ps_thread_trx_info.max_length", traceLength))
	if text == "" {
		return nil, nil
	}
	return text, nil
}

// sysThreadStack is ps_thread_stack().
func (a *Adapter) sysThreadStack(ctx *sql.Context, args []any) (any, error) {
	if err := a.readsAll(ctx, "events_statements_history_long", "events_stages_history_long", "events_waits_history_long"); err != nil {
		return nil, err
	}
	var id uint64
	if args[0] != nil {
		n, err := number(ctx, args[0])
		if err != nil {
			return nil, err
		}
		if n > 0 && n < 1<<63 {
			id = uint64(n)
		}
	}
	sources := false
	if args[1] != nil {
		var err error
		if sources, err = sql.ConvertToBool(ctx, args[1]); err != nil {
			return nil, err
		}
	}
	client := ctx.Session.Client()
	info := view.StackInfo{Created: ctx.QueryTime(), Version: textVariable("version"), User: client.User + "@" + client.Address}
	return view.ThreadStack(a.schema.Read(), id, info, sources), nil
}

// readsAll is reads of several tables.
func (a *Adapter) readsAll(ctx *sql.Context, tables ...string) error {
	for _, name := range tables {
		if err := a.reads(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// sysDefaultEnabled is ps_is_instrument_default_enabled(), sysDefaultTimed
// ps_is_instrument_default_timed(): what an instrument has where nobody configures it.
func (a *Adapter) sysDefaultEnabled(ctx *sql.Context, name string) (any, error) {
	return a.sysDefault(ctx, name, (*perfschema.Class).DefaultEnabled)
}

func (a *Adapter) sysDefaultTimed(ctx *sql.Context, name string) (any, error) {
	return a.sysDefault(ctx, name, (*perfschema.Class).DefaultTimed)
}

func (a *Adapter) sysDefault(ctx *sql.Context, name string, of func(*perfschema.Class) bool) (any, error) {
	if err := a.reads(ctx, "setup_instruments"); err != nil {
		return nil, err
	}
	c := a.schema.Read().ClassNamed(name)
	return yesOrNo(c != nil && of(c)), nil
}
