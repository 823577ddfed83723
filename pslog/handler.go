package pslog

import (
	"context"
	"log/slog"

	"github.com/perfschema/perfschema"
)

// Handler returns a handler that counts records and has next handle them. A record that
// next does not want is not counted: its level is asked for first, as ever. It takes no
// lock, and some nanoseconds a record.
func Handler(next slog.Handler) slog.Handler { return handler{next} }

type handler struct{ slog.Handler }

// Handle implements slog.Handler.
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelWarn {
		perfschema.Bound().CurrentStatement().AddWarnings(1)
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h handler) WithGroup(name string) slog.Handler { return handler{h.Handler.WithGroup(name)} }
