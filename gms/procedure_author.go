package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/internal/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/words"
)

// errNoSuchDefiner is ER_NO_SUCH_USER.
const errNoSuchDefiner = 1449

// signProcedure checks the DEFINER of a CREATE PROCEDURE, and has the procedure
// of an account that may not do everything keep who that was.
func (a *Adapter) signProcedure(ctx *sql.Context, n *plan.CreateProcedure) (sql.Node, error) {
	text := n.StoredProcDetails.CreateStatement
	if definer := procedureDefiner(text); definer != "" {
		return n, a.authorizeDefiner(ctx, definer)
	}
	client := ctx.Session.Client()
	if a.held(ctx).has(everyStatic...) || client.User == "" || strings.ContainsAny(client.User+client.Address, "`@") {
		return n, nil
	}
	s := words.Scanner{Text: text}
	create := s.Next()
	if !create.Is(text, "CREATE") {
		return n, nil
	}
	signed := *n
	signed.StoredProcDetails.CreateStatement = text[:create.End] + " DEFINER = `" + client.User + "`@`" + client.Address + "`" + text[create.End:]
	return &signed, nil
}

// enterProcedure has the statements of a procedure do no more than its author
// may, until leave is called. The author is known by the DEFINER; a procedure
// without one is of an account that may do everything.
func (a *Adapter) enterProcedure(x *execution, p *plan.Procedure) (leave func(), err error) {
	grants, before := a.grants(), x.connection.author
	leave = func() { x.connection.author = before }
	if grants == nil || p.Definer == "" || p.SecurityContext == plan.ProcedureSecurityContext_Invoker {
		return leave, nil
	}
	user, host := splitDefiner(p.Definer)
	reader := grants.Reader()
	defer reader.Close()
	author, ok := reader.GetUser(mysql_db.UserPrimaryKey{User: user, Host: host})
	if !ok {
		return leave, mysql.NewSQLError(errNoSuchDefiner, sqlerr.StateGeneral, "The user specified as a definer ('%s'@'%s') does not exist", user, host)
	}
	set := author.PrivilegeSet.Copy()
	for _, edge := range reader.GetToUserRoleEdges(mysql_db.RoleEdgesToKey{ToUser: user, ToHost: host}) {
		if role, ok := reader.GetUser(mysql_db.UserPrimaryKey{User: edge.FromUser, Host: edge.FromHost}); ok {
			set.UnionWith(role.PrivilegeSet)
		}
	}
	x.connection.author = &held{set: set, grants: grants, within: before}
	return leave, nil
}
