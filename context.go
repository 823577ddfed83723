package perfschema

import "context"

type contextKey struct{}

// Context is a context that carries a Thread, for those who keep it within
// something larger and so need no allocation for it; else see [NewContext].
type Context struct {
	context.Context
	Thread *Thread
}

// Value is [context.Context]'s.
func (c *Context) Value(key any) any {
	if key == (contextKey{}) {
		return c.Thread
	}
	return c.Context.Value(key)
}

// NewContext returns a context that carries a Thread.
func NewContext(ctx context.Context, t *Thread) context.Context {
	return &Context{Context: ctx, Thread: t}
}

// FromContext returns the Thread a context carries, or nil. Contexts outlive
// statements and are handed to other goroutines: whoever writes by a Thread from a
// context knows that it is the Thread's one writer, or asks [Bound].
func FromContext(ctx context.Context) *Thread {
	t, _ := ctx.Value(contextKey{}).(*Thread)
	return t
}
