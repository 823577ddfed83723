package perfschema

import "context"

type contextKey struct{}

// NewContext returns a context that carries a Thread.
func NewContext(ctx context.Context, t *Thread) context.Context {
	return context.WithValue(ctx, contextKey{}, t)
}

// FromContext returns the Thread a context carries, or nil.
func FromContext(ctx context.Context) *Thread {
	t, _ := ctx.Value(contextKey{}).(*Thread)
	return t
}
