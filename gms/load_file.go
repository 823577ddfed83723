package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/internal/rewrite"
	"github.com/perfschema/perfschema/gms/internal/serverfile"
)

const loadFileName = "load_file"

// loadFileFunction is LOAD_FILE() for those who may read files; the engine's
// asks for no privilege.
func (a *Adapter) loadFileFunction() sql.Function {
	return sql.Function1{Name: loadFileName, Fn: func(arg sql.Expression) sql.Expression {
		return &call{name: loadFileName, typ: types.LongBlob, args: []sql.Expression{arg}, eval: a.loadFile}
	}}
}

// loadFile gives NULL for an account without the FILE privilege, as for a file
// that cannot be read, and in a trigger, which whoever made it may have others run.
func (a *Adapter) loadFile(ctx *sql.Context, name any) (any, error) {
	if insideTrigger(ctx) || !a.rights.Of(ctx).Has(sql.PrivilegeType_File) {
		return nil, nil
	}
	path, _, err := types.LongText.Convert(ctx, name)
	if err != nil {
		return nil, err
	}
	if text, ok := path.(string); ok {
		if content := serverfile.Read(text, rewrite.LargestResult(ctx)); content != nil {
			return content, nil
		}
	}
	return nil, nil
}
