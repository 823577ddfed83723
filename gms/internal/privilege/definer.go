package privilege

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/internal/definition"
	"github.com/perfschema/perfschema/gms/internal/sqlerr"
	"github.com/perfschema/perfschema/gms/internal/words"
)

// errNoSuchDefiner is ER_NO_SUCH_USER.
const errNoSuchDefiner = 1449

// SignProcedure checks the DEFINER of a CREATE PROCEDURE, and has the procedure
// of an account that may not do everything keep who that was.
func (r *Rights) SignProcedure(ctx *sql.Context, n *plan.CreateProcedure) (sql.Node, error) {
	text := n.StoredProcDetails.CreateStatement
	if definer := definition.Definer(text); definer != "" {
		return n, r.AuthorizeDefiner(ctx, definer)
	}
	client := ctx.Session.Client()
	if r.Of(ctx).Has(everyStatic...) || client.User == "" || strings.ContainsAny(client.User+client.Address, "`@") {
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

// Author is what the author of a procedure holds, and with it those it is called by,
// which within has: its statements may do no more than that. The author is known by the
// DEFINER; a procedure without one is of an account that may do everything, and adds
// nothing to within.
func (r *Rights) Author(p *plan.Procedure, within *Held) (*Held, error) {
	grants := r.Accounts()
	if grants == nil || p.Definer == "" || p.SecurityContext == plan.ProcedureSecurityContext_Invoker {
		return within, nil
	}
	user, host := definition.SplitDefiner(p.Definer)
	reader := grants.Reader()
	defer reader.Close()
	author, ok := reader.GetUser(mysql_db.UserPrimaryKey{User: user, Host: host})
	if !ok {
		return nil, mysql.NewSQLError(errNoSuchDefiner, sqlerr.StateGeneral, "The user specified as a definer ('%s'@'%s') does not exist", user, host)
	}
	set := author.PrivilegeSet.Copy()
	for _, edge := range reader.GetToUserRoleEdges(mysql_db.RoleEdgesToKey{ToUser: user, ToHost: host}) {
		if role, ok := reader.GetUser(mysql_db.UserPrimaryKey{User: edge.FromUser, Host: edge.FromHost}); ok {
			set.UnionWith(role.PrivilegeSet)
		}
	}
	return &Held{set: set, grants: grants, within: within}, nil
}

// AuthorizeDefiner refuses to make something that runs in another account's
// name, of a system user's above all: an event of it does what procedures of others say.
func (r *Rights) AuthorizeDefiner(ctx *sql.Context, definer string) error {
	if definer == "" || ctx.Session.Client().User == "" {
		return nil
	}
	user, host := definition.SplitDefiner(definer)
	client := ctx.Session.Client()
	if user == client.User && strings.EqualFold(host, client.Address) {
		return nil
	}
	if r.Of(ctx).HasDynamic(setAnyDefiner) {
		return r.ChangesAccounts(ctx, plan.UserName{Name: user, Host: host})
	}
	return sqlerr.Needs("SUPER or " + setAnyDefiner)
}
