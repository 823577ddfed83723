package privilege

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/sqlerr"
	"github.com/perfschema/perfschema/view"
)

// errViewInvalid is ER_VIEW_INVALID.
const errViewInvalid = 1356

// authorizeSys refuses what nobody may do in the schema sys. What is left needs the grants
// that it needs in any database. A view of it is an invoker's: who reads it must be allowed
// to read the tables of performance_schema that it is computed from.
func (h *handler) authorizeSys(ctx *sql.Context, auth sqlparser.AuthInformation, name string) error {
	v := view.LookupSys(name)
	var access view.Access
	if v != nil {
		access = v.Access
	}
	need := view.Access(0)
	switch auth.AuthType {
	case sqlparser.AuthType_IGNORE, sqlparser.AuthType_VISIBLE, sqlparser.AuthType_SHOW, authShowTable, authShowView, authDescribe,
		sqlparser.AuthType_CALL, sqlparser.AuthType_SHOW_CREATE_PROCEDURE, sqlparser.AuthType_LOCK:
		return nil
	case sqlparser.AuthType_SELECT:
		return h.readsUnder(ctx, v)
	case sqlparser.AuthType_INSERT:
		need = view.AllowInsert
	case sqlparser.AuthType_UPDATE:
		need = view.AllowUpdate
	case sqlparser.AuthType_DELETE:
		need = view.AllowDelete
	case sqlparser.AuthType_REPLACE:
		need = view.AllowInsert | view.AllowDelete
	case sqlparser.AuthType_DROP:
		if name != "" {
			need = view.AllowTruncate
			if auth.TargetType == sqlparser.AuthTargetType_SingleTableIdentifier && access&need != 0 {
				return nil
			}
			return sqlerr.DeniedTable(ctx, "DROP", name)
		}
		return sqlerr.DeniedDatabase(ctx, sysSchema)
	case sqlparser.AuthType_CREATE:
		if name == "" { // the database itself, which is there
			return nil
		}
		return sqlerr.DeniedDatabase(ctx, sysSchema)
	default:
		return sqlerr.DeniedDatabase(ctx, sysSchema)
	}
	if access&need != need {
		return sqlerr.DeniedTable(ctx, strings.ToUpper(auth.AuthType), name)
	}
	return nil
}

// readsUnder says whether the account may read what a view is computed from. That it may
// read the view is asked elsewhere.
func (h *handler) readsUnder(ctx *sql.Context, v *view.Table) error {
	if v == nil || len(v.Reads) == 0 {
		return nil
	}
	held := h.rights.Of(ctx)
	if !held.onTable(sysSchema, v.Name, sql.PrivilegeType_Select) {
		return nil
	}
	for _, name := range v.Reads {
		if of := view.Lookup(name); of.Access&view.PublicRead == 0 && !held.Reads(name) {
			return mysql.NewSQLError(errViewInvalid, sqlerr.StateGeneral,
				"View '%s.%s' references invalid table(s) or column(s) or function(s) or definer/invoker of view lack rights to use them", sysSchema, v.Name)
		}
	}
	return nil
}

// ReadsSys refuses who may not read a table of sys.
func (r *Rights) ReadsSys(ctx *sql.Context, name string) error {
	if r.Of(ctx).onTable(sysSchema, name, sql.PrivilegeType_Select) {
		return nil
	}
	return sqlerr.DeniedTable(ctx, "SELECT", name)
}
