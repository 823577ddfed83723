package sysschema

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
	"github.com/perfschema/perfschema/view/sysview"
)

// traceLength is how long the document of a thread's transactions may be by default.
const traceLength = 65535

// threadTransactions is ps_thread_trx_info().
func (s *Server) threadTransactions(ctx *sql.Context, args []any) (any, error) {
	if err := s.readsAll(ctx, "events_transactions_current", "events_transactions_history", "events_statements_history"); err != nil {
		return nil, err
	}
	t := s.threadFound(ctx, args[0], s.Schema.Read().ThreadByID)
	text := sysview.ThreadTransactions(t, s.configNumber(ctx, "ps_thread_trx_info.max_length", traceLength))
	if text == "" {
		return nil, nil
	}
	return text, nil
}

// threadStack is ps_thread_stack().
func (s *Server) threadStack(ctx *sql.Context, args []any) (any, error) {
	if err := s.readsAll(ctx, "events_statements_history_long", "events_stages_history_long", "events_waits_history_long"); err != nil {
		return nil, err
	}
	var id uint64
	if args[0] != nil {
		n, err := Number(ctx, args[0])
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
	info := sysview.StackInfo{Created: ctx.QueryTime(), Version: sysvar.GlobalText("version"), User: client.User + "@" + client.Address}
	return sysview.ThreadStack(s.Schema.Read(), id, info, sources), nil
}

// readsAll is reads of several tables.
func (s *Server) readsAll(ctx *sql.Context, tables ...string) error {
	for _, name := range tables {
		if err := s.reads(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// defaultEnabled is ps_is_instrument_default_enabled(), defaultTimed
// ps_is_instrument_default_timed(): what an instrument has where nobody configures it.
func (s *Server) defaultEnabled(ctx *sql.Context, name string) (any, error) {
	return s.instrumentDefault(ctx, name, (*perfschema.Class).DefaultEnabled)
}

func (s *Server) defaultTimed(ctx *sql.Context, name string) (any, error) {
	return s.instrumentDefault(ctx, name, (*perfschema.Class).DefaultTimed)
}

func (s *Server) instrumentDefault(ctx *sql.Context, name string, of func(*perfschema.Class) bool) (any, error) {
	if err := s.reads(ctx, "setup_instruments"); err != nil {
		return nil, err
	}
	c := s.Schema.Read().ClassNamed(name)
	return yesOrNo(c != nil && of(c)), nil
}
