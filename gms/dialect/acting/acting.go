// Package acting tells whose rights count where a statement runs: those of the session's
// account, or of the account that a stored program runs for. It goes with the context that
// what the program does runs in, and so it ends with that, whatever ends the program.
package acting

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
)

// Actor is an account that a stored program runs for.
type Actor interface {
	Account() (user, host string)
}

type key struct{}

// As is a context in which the rights of another account count; with nil those that count anyway.
func As(ctx *sql.Context, a Actor) *sql.Context {
	if a == nil {
		return ctx
	}
	return ctx.WithContext(context.WithValue(ctx.Context, key{}, a))
}

// In is the account whose rights count in a context, nil for the session's.
func In(ctx *sql.Context) Actor {
	if ctx == nil || ctx.Context == nil {
		return nil
	}
	a, _ := ctx.Context.Value(key{}).(Actor)
	return a
}

// Account is the name of the account whose rights count, as the session names its own.
func Account(ctx *sql.Context) (user, host string) {
	if a := In(ctx); a != nil {
		return a.Account()
	}
	client := ctx.Session.Client()
	return client.User, client.Address
}

// FromHost is the account whose rights count, with the host that the client has connected from
// in the place of its own, which may be a pattern: so MySQL's messages about tables name it.
func FromHost(ctx *sql.Context) (user, host string) {
	user, host = Account(ctx)
	if l, ok := ctx.ProcessList.(interface{ ClientHost() string }); ok && In(ctx) == nil {
		if from := l.ClientHost(); from != "" {
			host = from
		}
	}
	return user, host
}

// IsServer says whether nobody's rights count but the server's own: of a session that nobody
// has logged in to. The anonymous account has no name either, but a host.
func IsServer(ctx *sql.Context) bool {
	user, host := Account(ctx)
	return user == "" && host == ""
}
