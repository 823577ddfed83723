package grammar

import (
	"context"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/privilege"
	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntax"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
)

// unlockInstanceRule is the rule unlock-instance.
var unlockInstanceRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "unlock-instance", Changes: rule.Text, About: rule.Commits,
		Why:      "The parser lacks UNLOCK INSTANCE.",
		NeededBy: rule.Tool, By: "MySQL Shell", Golden: "backup_lock",
		Example: "UNLOCK INSTANCE",
	},
	Apply: lateStep{begins: [][]string{{"UNLOCK", "INSTANCE"}}, match: byTokens((*Grammar).unlockInstance)},
}

// lockInstanceRule is the rule lock-instance.
var lockInstanceRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "lock-instance", Changes: rule.Text, About: rule.Commits,
		Why:      "The parser lacks LOCK INSTANCE FOR BACKUP.",
		NeededBy: rule.Tool, By: "MySQL Shell", Golden: "backup_lock",
		Example: "LOCK INSTANCE FOR BACKUP",
	},
	Apply: lateStep{begins: [][]string{{"LOCK", "INSTANCE"}}, match: byTokens((*Grammar).lockInstance)},
}

// xaRule is the rule xa.
var xaRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "xa", Changes: rule.Text, About: rule.Commits,
		Why:      "The parser lacks XA; XA RECOVER has no rows, others are error 1235, so that no transaction manager takes a transaction for prepared.",
		NeededBy: rule.Data, Golden: "implicit_commits",
		Example: "XA RECOVER",
	},
	Apply: lateStep{begins: [][]string{{"XA"}}, match: byTokens((*Grammar).xaStatement)},
}

// rolesRule is the rule set-role.
var rolesRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "set-role", Changes: rule.Text, About: rule.Accounts,
		Why:      "The parser lacks SET ROLE and SET DEFAULT ROLE.",
		NeededBy: rule.Rights, Golden: "roles",
		Example: "SET ROLE NONE",
	},
	Apply: lateStep{begins: [][]string{{"SET"}}, match: byTokens((*Grammar).setLate)},
}

// resetPersistRule is the rule reset-persist.
var resetPersistRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "reset-persist", Changes: rule.Text, About: rule.Variables,
		Why:      "The parser lacks RESET PERSIST.",
		NeededBy: rule.Data, Golden: "required_values",
		Example: "RESET PERSIST",
	},
	Apply: lateStep{begins: [][]string{{"RESET", "PERSIST"}}, match: byTokens((*Grammar).resetPersist)},
}

// helpRule is the rule help.
var helpRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "help", Changes: rule.Text, About: rule.Shows,
		Why:      "The parser lacks HELP, which finds nothing.",
		NeededBy: rule.Tool, By: "HeidiSQL", Golden: "server_statements",
		Example: "HELP 'a'",
	},
	Apply: lateStep{begins: [][]string{{"HELP"}}, match: func(_ *Grammar, _ context.Context, t *syntax.Tokens, _ sqlparser.ParserOptions) (sqlparser.Statement, error) {
		return helpStatement(t)
	}},
}

// doRule is the rule do.
var doRule = rule.Of[lateStep]{
	Rule: rule.Rule{
		Name: "do", Changes: rule.Text, About: rule.Programs,
		Why:      "The parser lacks DO.",
		NeededBy: rule.Data, Golden: "insert_ids",
		Example: "DO 1",
	},
	Apply: lateStep{begins: [][]string{{"DO"}}, match: (*Grammar).doStatement},
}

// Errors of statements about a session and what it may do.
const (
	errNotPersisted = 3615 // ER_VAR_DOES_NOT_EXIST
	errXAUnknown    = 1397 // ER_XAER_NOTA
	backupAdmin     = "BACKUP_ADMIN"
	persistAdmin    = "SYSTEM_VARIABLES_ADMIN"
	xaRecoverAdmin  = "XA_RECOVER_ADMIN"
)

// doStatement is DO: expressions that are computed, and whose values nobody gets.
func (g *Grammar) doStatement(ctx context.Context, t *syntax.Tokens, options sqlparser.ParserOptions) (sqlparser.Statement, error) {
	query := t.Text[:t.Pos()-len("DO")] + "SELECT" + t.Text[t.Pos():]
	stmt, err := sqlparser.ParseWithOptions(ctx, query, options)
	if err != nil {
		return nil, nil //nolint:nilerr // the parser's own error tells of the place in the statement
	}
	s, ok := stmt.(*sqlparser.Select)
	if !ok || s.Where != nil || s.GroupBy != nil || s.Having != nil || s.OrderBy != nil || s.Limit != nil || s.Into != nil || s.Lock != nil && s.Lock.Type != "" || s.With != nil || !isDual(s.From) {
		return nil, t.Unexpected()
	}
	for _, e := range s.SelectExprs {
		if _, ok := e.(*sqlparser.AliasedExpr); !ok {
			return nil, t.Unexpected()
		}
	}
	return done("DO", func(ctx *sql.Context) error { return g.Server.Query(ctx, query, nil, nil) }), nil
}

// isDual says whether a SELECT reads no table.
func isDual(from sqlparser.TableExprs) bool {
	if len(from) == 0 {
		return true
	}
	one, ok := from[0].(*sqlparser.AliasedTableExpr)
	if !ok || len(from) > 1 {
		return false
	}
	name, ok := one.Expr.(sqlparser.TableName)
	return ok && name.DbQualifier.IsEmpty() && strings.EqualFold(name.Name.String(), "dual")
}

// helpStatement is HELP: the server's help tables are empty, and so it finds nothing.
func helpStatement(t *syntax.Tokens) (sqlparser.Statement, error) {
	if t.Peek() == "" {
		return nil, t.Unexpected()
	}
	t.Next()
	if err := t.ExpectEnd(); err != nil {
		return nil, err
	}
	columns := sql.Schema{{Name: "name", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 64)}, {Name: "is_it_category", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 1)}}
	return answer("HELP", columns, func(*sql.Context) ([]sql.Row, error) { return nil, nil }), nil
}

// setLate is what the parser lacks of SET: roles.
func (g *Grammar) setLate(t *syntax.Tokens) (sqlparser.Statement, error) {
	switch {
	case t.Take("ROLE"):
		return g.setRole(t)
	case t.Take("DEFAULT", "ROLE"):
		return g.setDefaultRole(t)
	}
	return nil, nil
}

// setRole is SET ROLE.
func (g *Grammar) setRole(t *syntax.Tokens) (sqlparser.Statement, error) {
	choice := privilege.NamedRoles
	switch {
	case t.Take("NONE"):
		choice = privilege.NoRoles
	case t.Take("DEFAULT"):
		choice = privilege.DefaultRoles
	case t.Take("ALL", "EXCEPT"):
		choice = privilege.AllRolesExcept
	case t.Take("ALL"):
		choice = privilege.AllRoles
	}
	var named []mysql_db.UserPrimaryKey
	if choice == privilege.NamedRoles || choice == privilege.AllRolesExcept {
		for {
			key, err := t.ExpectAccount()
			if err != nil {
				return nil, err
			}
			if named = append(named, key); !t.Take(",") {
				break
			}
		}
	}
	if err := t.ExpectEnd(); err != nil {
		return nil, err
	}
	return done("SET ROLE", func(ctx *sql.Context) error { return g.Rights.SetRoles(ctx, choice, named) }), nil
}

// CurrentRole is CURRENT_ROLE().
func (g *Grammar) CurrentRole(ctx *sql.Context, _ any) (any, error) {
	roles := g.Rights.Active(ctx)
	if len(roles) == 0 {
		return "NONE", nil
	}
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = privilege.QuotedAccount(role)
	}
	return strings.Join(names, ","), nil
}

// resetPersist is RESET PERSIST.
func (g *Grammar) resetPersist(t *syntax.Tokens) (sqlparser.Statement, error) {
	ifExists := t.Take("IF", "EXISTS")
	name := ""
	if t.Peek() != "" || ifExists {
		var err error
		if name, err = t.ExpectName(); err != nil {
			return nil, err
		}
		if err := t.ExpectEnd(); err != nil {
			return nil, err
		}
	}
	return done("RESET PERSIST", func(ctx *sql.Context) error {
		if h := g.Rights.Of(ctx); !h.HasDynamic(persistAdmin) {
			return sqlerr.Needs("SUPER or " + persistAdmin)
		}
		session, ok := ctx.Session.(sql.PersistableSession)
		if !ok {
			return sqlerr.NotSupportedYet("RESET PERSIST")
		}
		sysvar.Persisting.Lock()
		defer sysvar.Persisting.Unlock()
		if name == "" {
			for name := range sql.SystemVariables.GetAllGlobalVariables() {
				if _, err := unpersist(session, name); err != nil {
					return err
				}
			}
			return nil
		}
		name := strings.ToLower(name)
		if found, err := unpersist(session, name); found || err != nil {
			return err
		}
		message := "Variable " + name + " does not exist in persisted config file"
		if !ifExists {
			return mysql.NewSQLError(errNotPersisted, sqlerr.StateGeneral, "%s", message)
		}
		ctx.Session.Warn(&sql.Warning{Level: "Warning", Code: errNotPersisted, Message: message})
		return nil
	}), nil
}

// unpersist forgets what SET PERSIST has kept of a variable, and reports whether there was
// something. sysvar.Persisting is held. The storage's own removal of all variables at once fails,
// or panics, where another session adds one meanwhile: it counts them before it names them.
func unpersist(session sql.PersistableSession, name string) (found bool, err error) {
	if sysvar.KeptByServer(name) {
		return false, nil
	}
	if v, err := session.GetPersistedValue(name); err != nil || v == nil {
		return false, nil //nolint:nilerr // as the storage says of one that is not kept
	}
	return true, session.RemovePersistedGlobal(name) //nolint:wrapcheck // the storage's own
}

// xaStatement is a statement of XA: there are no prepared transactions to recover, and
// the storage prepares none.
func (g *Grammar) xaStatement(t *syntax.Tokens) (sqlparser.Statement, error) {
	if t.Take("RECOVER") {
		t.Take("CONVERT", "XID")
		if err := t.ExpectEnd(); err != nil {
			return nil, err
		}
		columns := sql.Schema{
			{Name: "formatID", Type: types.Int64}, {Name: "gtrid_length", Type: types.Int64},
			{Name: "bqual_length", Type: types.Int64}, {Name: "data", Type: types.MustCreateStringWithDefaults(sqltypes.VarChar, 128)},
		}
		return answer("XA RECOVER", columns, func(ctx *sql.Context) ([]sql.Row, error) {
			if !g.Rights.Of(ctx).HasDynamic(xaRecoverAdmin) {
				return nil, sqlerr.Needs(xaRecoverAdmin)
			}
			return nil, nil
		}), nil
	}
	return nil, sqlerr.NotSupportedYet("XA " + strings.ToUpper(t.Peek()))
}

// lockInstance is LOCK INSTANCE FOR BACKUP.
func (g *Grammar) lockInstance(t *syntax.Tokens) (sqlparser.Statement, error) {
	if !t.Take("FOR", "BACKUP") {
		return nil, t.Unexpected()
	}
	return g.backupLock(t, "LOCK INSTANCE FOR BACKUP", g.Server.LockInstance)
}

// unlockInstance is UNLOCK INSTANCE.
func (g *Grammar) unlockInstance(t *syntax.Tokens) (sqlparser.Statement, error) {
	return g.backupLock(t, "UNLOCK INSTANCE", func(ctx *sql.Context) error {
		g.Server.UnlockInstance(ctx)
		return nil
	})
}

// backupLock is a statement of those who make backups.
func (g *Grammar) backupLock(t *syntax.Tokens, text string, run func(*sql.Context) error) (sqlparser.Statement, error) {
	if err := t.ExpectEnd(); err != nil {
		return nil, err
	}
	return done(text, func(ctx *sql.Context) error {
		if !g.Rights.Of(ctx).HasDynamic(backupAdmin) {
			return sqlerr.Needs(backupAdmin)
		}
		return run(ctx)
	}), nil
}
