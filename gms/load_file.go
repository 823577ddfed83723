package gms

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/expression/function"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/internal/rewrite"
	"github.com/perfschema/perfschema/gms/internal/sysvar"
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
	ctx = ctx.WithContext(ctx.Context) // a copy
	ctx.Session = packetSession{ctx.Session}
	v, err := function.NewLoadFile(expression.NewLiteral(fmt.Sprint(name), types.LongText)).Eval(ctx, nil)
	if err != nil && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)) {
		return nil, nil
	}
	return v, err
}

// packetSession has max_allowed_packet as the engine's function asks for it, which
// panics at the type that the variable has.
type packetSession struct{ sql.Session }

// GetSessionVariable implements sql.Session.
func (s packetSession) GetSessionVariable(ctx *sql.Context, name string) (any, error) {
	if name == sysvar.MaxAllowedPacket {
		return rewrite.LargestResult(sql.NewContext(ctx.Context, sql.WithSession(s.Session))), nil
	}
	return s.Session.GetSessionVariable(ctx, name)
}
