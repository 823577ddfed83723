package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"
)

// nodeName is what a node that checks its rights by itself is called.
func nodeName(n sql.Node) string {
	if named, ok := n.(sql.Nameable); ok {
		return named.Name()
	}
	return ""
}

// nameTargets tells a statement's check of rights what the statement is about,
// where the engine's grammar leaves that out. A statement that does not come by
// here, as those in the body of a program, is checked by the stricter rule: for
// a right to everything.
func nameTargets(ctx *sql.Context, stmt sqlparser.Statement) {
	switch s := stmt.(type) {
	case *sqlparser.DBDDL:
		switch strings.ToLower(s.Action) {
		case sqlparser.CreateStr, sqlparser.DropStr:
			s.Auth.TargetType, s.Auth.TargetNames = sqlparser.AuthTargetType_DatabaseIdentifiers, []string{s.DBName}
		}
	case *sqlparser.DDL:
		nameDDL(ctx, s)
	case *sqlparser.Kill:
		if v, ok := s.ConnID.(*sqlparser.SQLVal); ok {
			s.Auth.TargetNames = []string{string(v.Val)}
		}
	case *sqlparser.Flush:
		if s.Option != nil {
			s.Auth.TargetType, s.Auth.TargetNames = sqlparser.AuthTargetType_Global, []string{"mysql", s.Option.Name}
		}
	case *sqlparser.ShowGrants:
		if s.For == nil || isOwn(ctx, *s.For) {
			s.Auth = sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE}
		}
	case *sqlparser.Show:
		switch strings.ToLower(s.Type) {
		case "create view":
			s.Auth = tableAuth(authShowView, s.Table)
		case "create table":
			s.Auth = tableAuth(authShowTable, s.Table)
		case "columns", "fields", "index":
			s.Auth = tableAuth(authDescribe, s.Table)
			if s.Database != "" {
				s.Auth.TargetNames[0] = s.Database
			}
		default:
			database := s.Database
			if database == "" && s.ShowTablesOpt != nil {
				database = s.ShowTablesOpt.DbName
			}
			if database != "" {
				s.Auth = sqlparser.AuthInformation{
					AuthType: sqlparser.AuthType_VISIBLE, TargetType: sqlparser.AuthTargetType_DatabaseIdentifiers, TargetNames: []string{database},
				}
			}
		}
	case *sqlparser.Load:
		s.Auth = tableAuth(authLoad, s.Table)
		if bool(s.Local) {
			s.Auth.AuthType = sqlparser.AuthType_INSERT
		}
	}
}

// nameDDL names the tables of CREATE and DROP, of which the grammar gives the
// database alone.
func nameDDL(ctx *sql.Context, s *sqlparser.DDL) {
	action := strings.ToLower(s.Action)
	switch {
	case s.Auth.AuthType == sqlparser.AuthType_ALTER_USER:
		if isOwn(ctx, s.User) && s.Authentication != nil && s.AccountLimits == nil {
			s.Auth = sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE}
		}
	case s.ViewSpec != nil && action == sqlparser.CreateStr:
		s.Auth = tableAuth(sqlparser.AuthType_CREATE_VIEW, s.ViewSpec.ViewName)
	case len(s.FromViews) > 0 && action == sqlparser.DropStr:
		s.Auth = sqlparser.AuthInformation{AuthType: sqlparser.AuthType_DROP, TargetType: sqlparser.AuthTargetType_MultipleTableIdentifiers}
		for _, v := range s.FromViews {
			s.Auth.TargetNames = append(s.Auth.TargetNames, v.DbQualifier.String(), v.Name.String())
		}
	case s.ProcedureSpec != nil && action == sqlparser.DropStr:
		name := s.ProcedureSpec.ProcName
		s.Auth.AuthType, s.Auth.TargetType = authDropProcedure, sqlparser.AuthTargetType_DatabaseIdentifiers
		s.Auth.TargetNames = []string{name.Qualifier.String(), name.Name.String()}
	case s.Auth.AuthType == sqlparser.AuthType_CREATE && action == sqlparser.CreateStr && !s.Table.IsEmpty():
		s.Auth = tableAuth(sqlparser.AuthType_CREATE, s.Table)
	}
}

func tableAuth(command string, t sqlparser.TableName) sqlparser.AuthInformation {
	return sqlparser.AuthInformation{
		AuthType: command, TargetType: sqlparser.AuthTargetType_SingleTableIdentifier,
		TargetNames: []string{t.DbQualifier.String(), t.Name.String()},
	}
}

// isOwn says whether an account is the session's.
func isOwn(ctx *sql.Context, a sqlparser.AccountName) bool {
	client := ctx.Session.Client()
	host := a.Host
	if a.AnyHost {
		host = "%"
	}
	return a.Name == client.User && strings.EqualFold(host, client.Address)
}
