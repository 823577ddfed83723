package schemafunction

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/function"
)

// Functions are the functions of a Schema.
type Functions struct {
	// Schema may be nil, or off: no connection has a thread then.
	Schema *perfschema.Schema
}

// All returns them, to be registered with an engine.
func (f *Functions) All() []sql.Function {
	return []sql.Function{
		function.One("statement_digest", types.LongText, f.statementDigest),
		function.One("statement_digest_text", types.LongText, f.statementDigestText),
		function.One("ps_thread_id", types.Uint64, f.ThreadID),
		function.One("format_bytes", types.LongText, formatBytes),
		function.One("format_pico_time", types.LongText, formatPicoTime),
		function.None("ps_current_thread_id", types.Uint64, f.currentThreadID),
	}
}
