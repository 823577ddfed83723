// Package function is the SQL functions that MySQL has for the Performance Schema, and those
// that the engine lacks or has otherwise: CURRENT_ROLE(), LOAD_FILE(), RAND() and UUID_SHORT().
package function

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema"
)

// Server is what the functions ask of the server they run in.
type Server struct {
	// Schema may be nil, or off.
	Schema *perfschema.Schema
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

// Functions are all of them but those in the place of the engine's: [Server.LoadFile],
// [Server.UserFunction], [Server.Random] and [Server.ShortID].
func (s *Server) Functions() []sql.Function {
	return []sql.Function{
		one("statement_digest", types.LongText, s.statementDigest),
		one("statement_digest_text", types.LongText, s.statementDigestText),
		one("ps_thread_id", types.Uint64, s.ThreadID),
		one("format_bytes", types.LongText, formatBytes),
		one("format_pico_time", types.LongText, formatPicoTime),
		none("ps_current_thread_id", types.Uint64, s.currentThreadID),
		none("current_role", types.LongText, s.CurrentRole),
	}
}

// one is a function of one argument.
func one(name string, typ sql.Type, eval evaluation) sql.Function {
	return sql.Function1{Name: name, Fn: func(arg sql.Expression) sql.Expression {
		return &call{name: name, typ: typ, args: []sql.Expression{arg}, eval: eval}
	}}
}

// none is a function of no argument.
func none(name string, typ sql.Type, eval evaluation) sql.Function {
	return sql.Function0{Name: name, Fn: func() sql.Expression {
		return &call{name: name, typ: typ, eval: eval}
	}}
}
