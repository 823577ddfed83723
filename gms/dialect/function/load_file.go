package function

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/operand"
	"github.com/perfschema/perfschema/gms/dialect/serverfile"
)

// LoadFileName is the name of the function that reads a file.
const LoadFileName = "load_file"

// LoadFile is LOAD_FILE() for those who may read files; the engine's asks for no privilege.
func (s *Server) LoadFile() sql.Function { return One(LoadFileName, types.LongBlob, s.loadFile) }

// loadFile gives NULL to whoever may not, as for a file that cannot be read.
func (s *Server) loadFile(ctx *sql.Context, name any) (any, error) {
	if !s.ReadsFiles(ctx) {
		return nil, nil
	}
	path, _, err := types.LongText.Convert(ctx, name)
	if err != nil {
		return nil, err
	}
	if text, ok := path.(string); ok {
		if content := serverfile.Read(text, operand.LargestResult(ctx)); content != nil {
			return content, nil
		}
	}
	return nil, nil
}
