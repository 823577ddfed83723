package privilege

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/acting"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	queries "github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// What a view reads it reads with the rights of its definer, or, with SQL SECURITY INVOKER,
// of whom it is read by: the session's account, or the definer of the view that reads it.
// The engine asks for the rights to the view, reads its definition, and asks for the rights
// to each table in that: the tables are marked with the view they stand in ([Rights.ReadView]),
// so that the answer depends on nothing but the mark.

// viewRights stands with the check of each table that the definition of a view names.
type viewRights struct {
	database string // that of the view, where it finds tables that it names without one
	past     bool   // it is read as it was at another time
	shown    string // the view that the statement names, which leads to this one
	as       *actor // who reads the tables; nil for the session's account, with what it may
	err      error  // why nobody can read the tables; nil for most
}

// definitionTable stands with the check of a table of a view's definition once its reader is
// known: it is never the temporary one of that name.
type definitionTable struct{}

// lookedUp is the table that rights have been asked for last: if it is a view, its definition
// is what is read next.
type lookedUp struct {
	database, table string
	within          *viewRights // the view whose definition names it; nil for most
	past            bool        // it is read as it was at another time
}

// lookUp remembers what is asked for. There may be nothing to remember it in.
func (r *Rights) lookUp(ctx *sql.Context, auth *sqlparser.AuthInformation, within *viewRights) {
	m := r.running.Remembers(ctx)
	if m == nil {
		return
	}
	m.last, m.looked = 0, lookedUp{}
	switch auth.TargetType {
	case sqlparser.AuthTargetType_SingleTableIdentifier, sqlparser.AuthTargetType_MultipleTableIdentifiers:
	default:
		return
	}
	if len(auth.TargetNames) != 2 {
		return
	}
	_, past := auth.Extra.(queries.PastTable)
	m.looked = lookedUp{database: auth.TargetNames[0], table: auth.TargetNames[1], within: within, past: past}
	switch {
	case m.looked.database != "":
	case within != nil:
		m.looked.database = within.database
	default:
		m.looked.database = ctx.GetCurrentDatabase()
	}
}

// readsInView says whether the rights to a table have been asked for last that a view reads,
// and were there, or to one of a database: the session need not know of it.
func (r *Rights) readsInView(ctx *sql.Context, database, table string) bool {
	m := r.running.Remembers(ctx)
	if m == nil || m.last != 0 || m.looked.within == nil {
		return false
	}
	return strings.EqualFold(baseDatabase(ctx, database), baseDatabase(ctx, m.looked.database)) && (table == "" || strings.EqualFold(table, m.looked.table))
}

// ReadView marks the tables that the definition of a view names, which a statement has just
// asked for. A view that is not known to be the one asked for, or whose definer is not, is
// read with the rights of the session.
func (r *Rights) ReadView(ctx *sql.Context, stmt sqlparser.Statement) {
	ddl, ok := stmt.(*sqlparser.DDL)
	if !ok || ddl.ViewSpec == nil || r.Accounts() == nil || ctx.Session == nil {
		return
	}
	m := r.running.Remembers(ctx)
	if m == nil {
		return
	}
	of := m.asked()
	if of.database == "" || !strings.EqualFold(of.table, ddl.ViewSpec.ViewName.Name.String()) {
		return
	}
	v := &viewRights{database: of.database, past: of.past, shown: of.database + "." + of.table, as: actorIn(ctx)}
	// Nobody makes the view as which the engine reads the definition, in whatever database.
	ddl.Auth = sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE}
	if of.within != nil {
		v.shown, v.as, v.err = of.within.shown, of.within.as, of.within.err
		v.past = v.past || of.within.past
	}
	if definer := ddl.ViewSpec.Definer; definer != "" && !strings.EqualFold(ddl.ViewSpec.Security, "INVOKER") && v.err == nil {
		r.readAs(ctx, v, definer)
	}
	r.mark(ctx, ddl.ViewSpec.ViewExpr, v)
}

// readAs has a view be read by its definer.
func (r *Rights) readAs(ctx *sql.Context, v *viewRights, definer string) {
	user, host := definition.SplitDefiner(definer)
	definedBy := mysql_db.UserPrimaryKey{User: user, Host: host}
	if actorIn(ctx) == nil && definedBy == OwnKey(ctx) && r.beganWith(ctx) {
		v.as = nil
		return
	}
	held, ok := r.holding(definedBy)
	switch own := r.Of(ctx); {
	case ok:
		v.as = &actor{definedBy, *held}
	case own.Has(sql.PrivilegeType_Super) || own.HasDynamic(setAnyDefiner):
		v.err = noSuchDefiner(user, host)
	default:
		v.err = own.deniedAccount(ctx)
	}
}

// mark puts the mark where the definition's tables are asked for, and has it call the
// account that reads them by its name.
func (r *Rights) mark(ctx *sql.Context, query sqlparser.SQLNode, v *viewRights) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.AliasedTableExpr:
			n.Auth.Extra = v
			if t, ok := n.Expr.(sqlparser.TableName); ok && n.AsOf == nil && !v.past {
				r.readStored(ctx, v, n, t)
			}
		case *sqlparser.FuncExpr:
			if v.as != nil {
				nameCurrentUser(n, v.as.account.User, v.as.account.Host)
			}
		}
		return true, nil
	}, query)
}

// checkInView decides on a table that the definition of a view names.
func (h *handler) checkInView(ctx *sql.Context, state sql.AuthorizationQueryState, auth *sqlparser.AuthInformation, v *viewRights) error {
	if v.err != nil && !trusted(ctx) {
		return v.err
	}
	reader := ctx
	if v.as != nil {
		reader = acting.As(ctx, v.as)
	}
	asked := *auth
	asked.Extra = definitionTable{}
	asked.TargetNames = slices.Clone(auth.TargetNames)
	if len(asked.TargetNames) > 1 && asked.TargetNames[0] == "" {
		if asked.AuthType == sqlparser.AuthType_IGNORE && !h.mistaken(reader, v.database, asked.TargetNames[1]) {
			return nil
		}
		asked.TargetNames[0] = v.database
	}
	err := h.authorize(reader, state, asked)
	switch {
	case trusted(ctx):
		return h.rights.running.Within(ctx, asked)
	case err != nil:
		return mysql.NewSQLError(errViewInvalid, sqlerr.StateGeneral,
			"View '%s' references invalid table(s) or column(s) or function(s) or definer/invoker of view lack rights to use them", v.shown)
	}
	return h.rights.running.Within(ctx, asked)
}
