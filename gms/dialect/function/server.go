package function

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// Server is what the functions ask of the server they run in.
type Server struct {
	// CurrentRole is what CURRENT_ROLE() gives.
	CurrentRole func(ctx *sql.Context, arg any) (any, error)
	// ReadsFiles says whether LOAD_FILE() may read a file for a session.
	ReadsFiles func(ctx *sql.Context) bool
	// SessionRandom is the sequence of a session's RAND(), nil if there is no session.
	SessionRandom func(ctx *sql.Context) *Random
	// User is who a session's client says it is, and where it is; false of a session without
	// a client.
	User func(ctx *sql.Context) (user, host string, ok bool)
	// ShortIDs are what UUID_SHORT() gives.
	ShortIDs ShortIDs
}

// Functions are those that the engine lacks.
func (s *Server) Functions() []sql.Function {
	return []sql.Function{None("current_role", types.LongText, s.CurrentRole)}
}

// One is a function of one argument. NULL gives NULL.
func One(name string, typ sql.Type, eval Evaluation) sql.Function {
	return sql.Function1{Name: name, Fn: func(arg sql.Expression) sql.Expression {
		return &call{name: name, typ: typ, args: []sql.Expression{arg}, eval: eval}
	}}
}

// None is a function of no argument.
func None(name string, typ sql.Type, eval Evaluation) sql.Function {
	return sql.Function0{Name: name, Fn: func() sql.Expression {
		return &call{name: name, typ: typ, eval: eval}
	}}
}
