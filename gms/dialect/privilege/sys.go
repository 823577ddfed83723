package privilege

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// errViewInvalid is ER_VIEW_INVALID.
const errViewInvalid = 1356

// authorizeSys refuses what nobody may do in the schema sys. What is left needs the grants
// that it needs in any database. A view of it is an invoker's: who reads it must be allowed
// to read the tables of performance_schema that it is computed from.
func (h *handler) authorizeSys(ctx *sql.Context, auth sqlparser.AuthInformation, name string) error {
	t := h.rights.running.Computed(sysSchema, name)
	var need computed.Access
	switch auth.AuthType {
	case sqlparser.AuthType_IGNORE, sqlparser.AuthType_VISIBLE, sqlparser.AuthType_SHOW, authShowTable, authShowView, authDescribe,
		sqlparser.AuthType_CALL, sqlparser.AuthType_SHOW_CREATE_PROCEDURE, sqlparser.AuthType_LOCK:
		return nil
	case sqlparser.AuthType_SELECT:
		return h.readsUnder(ctx, t)
	case sqlparser.AuthType_INSERT:
		need = computed.Insert
	case sqlparser.AuthType_UPDATE:
		need = computed.Update
	case sqlparser.AuthType_DELETE:
		need = computed.Delete
	case sqlparser.AuthType_REPLACE:
		need = computed.Insert | computed.Delete
	case sqlparser.AuthType_DROP:
		if name != "" {
			if auth.TargetType == sqlparser.AuthTargetType_SingleTableIdentifier && t.Allows(computed.Truncate) {
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
	if !t.Allows(need) {
		return sqlerr.DeniedTable(ctx, strings.ToUpper(auth.AuthType), name)
	}
	return nil
}

// readsUnder says whether the account may read what a view is computed from. That it may
// read the view is asked elsewhere.
func (h *handler) readsUnder(ctx *sql.Context, t *computed.Table) error {
	if t == nil || len(t.Reads) == 0 {
		return nil
	}
	held := h.rights.Of(ctx)
	if !held.onTable(sysSchema, t.Name, sql.PrivilegeType_Select) {
		return nil
	}
	for _, name := range t.Reads {
		if !h.rights.running.Computed(performanceSchema, name).Allows(computed.PublicRead) && !held.Reads(name) {
			return mysql.NewSQLError(errViewInvalid, sqlerr.StateGeneral,
				"View '%s.%s' references invalid table(s) or column(s) or function(s) or definer/invoker of view lack rights to use them", sysSchema, t.Name)
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
