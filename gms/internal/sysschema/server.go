package sysschema

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/view/sys"
)

// Name is the schema's.
const Name = "sys"

// Server is what the functions and procedures know of the server around them. It is safe for
// concurrent use, and does not change.
type Server struct {
	Schema *perfschema.Schema
	Config *sys.Config
	Rights *privilege.Rights
	// Catalog is the engine's.
	Catalog func() *analyzer.Catalog
	// Parser is the engine's, which tells no statement what it has parsed.
	Parser func() sql.Parser
	// ThreadID is the THREAD_ID of a connection, PS_THREAD_ID().
	ThreadID func(ctx *sql.Context, connection any) (any, error)
}
