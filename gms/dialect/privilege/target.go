package privilege

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/query"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// nodeName is what a node that checks its rights by itself is called.
func nodeName(n sql.Node) string {
	if named, ok := n.(sql.Nameable); ok {
		return named.Name()
	}
	return ""
}

// NameTargets tells a statement's check of rights what the statement is about,
// where the engine's grammar leaves that out. A statement that does not come by
// here, as those in the body of a program, is checked by the stricter rule: for
// a right to everything.
func NameTargets(ctx *sql.Context, stmt sqlparser.Statement, text string) {
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
	case *sqlparser.RevokePrivilege:
		if s.IfExists {
			s.IfExists = false
			s.Privileges = append(s.Privileges, sqlparser.Privilege{Type: sqlparser.PrivilegeType_Dynamic, DynamicName: IfExists})
		}
	case *sqlparser.ShowGrants:
		if s.For == nil || isOwn(ctx, *s.For) {
			s.Auth = sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE}
		} else {
			s.Auth = sqlparser.AuthInformation{AuthType: sqlparser.AuthType_SELECT, TargetType: sqlparser.AuthTargetType_SingleTableIdentifier, TargetNames: []string{"mysql", "user"}}
		}
	case *sqlparser.Show:
		switch strings.ToLower(s.Type) {
		case "create view":
			s.Auth = tableAuth(authShowView, s.Table)
		case "create table":
			s.Auth = tableAuth(authShowTable, s.Table)
			markPast(s)
		case "columns", "fields", "index":
			s.Auth = tableAuth(authDescribe, s.Table)
			if s.Database != "" {
				s.Auth.TargetNames[0] = s.Database
			} else if s.ShowTablesOpt != nil && s.ShowTablesOpt.DbName != "" {
				s.Auth.TargetNames[0] = s.ShowTablesOpt.DbName
			}
			markPast(s)
		case sqlparser.CreateTriggerStr:
			s.Auth = tableAuth(authShowTrigger, s.Table)
		case sqlparser.CreateProcedureStr:
			s.Auth = tableAuth(sqlparser.AuthType_SHOW_CREATE_PROCEDURE, s.Table)
		case sqlparser.CreateEventStr:
			s.Auth = databaseAuth(sqlparser.AuthType_EVENT, s.Table.DbQualifier.String())
		case "events":
			s.Auth = databaseAuth(ShowEvents, "")
			if s.ShowTablesOpt != nil {
				s.Auth.TargetNames[0] = s.ShowTablesOpt.DbName
			}
		case "binary log status":
			s.Auth = sqlparser.AuthInformation{AuthType: sqlparser.AuthType_REPLICATION_CLIENT, TargetType: sqlparser.AuthTargetType_Global}
		default:
			database := s.Database
			if database == "" && s.ShowTablesOpt != nil {
				database = s.ShowTablesOpt.DbName
			}
			if database != "" {
				s.Auth = databaseAuth(sqlparser.AuthType_VISIBLE, database)
			}
		}
	case *sqlparser.Load:
		s.Auth = tableAuth(authLoad, s.Table)
		if bool(s.Local) {
			s.Auth.AuthType = sqlparser.AuthType_INSERT
		}
	case *sqlparser.AlterTable:
		if s := (words.Scanner{Text: text}); !s.Next().Is(text, "ALTER") {
			break // CREATE INDEX and DROP INDEX
		}
		for _, part := range s.Statements {
			switch part.Auth.AuthType {
			case sqlparser.AuthType_INDEX, sqlparser.AuthType_FOREIGN_KEY:
				part.Auth.AuthType = sqlparser.AuthType_ALTER
			}
		}
	case *sqlparser.Update:
		if len(s.TableExprs) > 1 || joins(s.TableExprs) {
			nameRead(ctx, s.TableExprs, func(name string) bool { return sets(s.Exprs, name) })
		}
	case *sqlparser.Delete:
		if len(s.Targets) > 0 {
			nameRead(ctx, s.TableExprs, func(name string) bool { return targets(s.Targets, name) })
		}
	case *sqlparser.CreateSpatialRefSys:
		s.Auth = sqlparser.AuthInformation{AuthType: authSpatial, TargetType: sqlparser.AuthTargetType_Global}
	}
}

// markPast marks a SHOW of a table as it was at another time.
func markPast(s *sqlparser.Show) {
	if s.ShowTablesOpt != nil && s.ShowTablesOpt.AsOf != nil {
		s.Auth.Extra = query.PastTable{}
	}
}

func joins(exprs sqlparser.TableExprs) bool {
	_, ok := exprs[0].(*sqlparser.JoinTableExpr)
	return ok
}

// sets says whether an assignment may be to a column of what has this name in an UPDATE.
func sets(exprs sqlparser.AssignmentExprs, name string) bool {
	return slices.ContainsFunc(exprs, func(e *sqlparser.AssignmentExpr) bool {
		of := e.Name.Qualifier.Name
		return of.IsEmpty() || strings.EqualFold(of.String(), name)
	})
}

// targets says whether a DELETE deletes from what has this name in it.
func targets(list sqlparser.TableNames, name string) bool {
	return slices.ContainsFunc(list, func(t sqlparser.TableName) bool { return strings.EqualFold(t.Name.String(), name) })
}

// nameRead has the check of a change of several tables ask whether each may be
// read. Which of them it changes is known from the plan: see [Rights.authorizeUpdate]. Of a
// table of performance_schema and its like the text must tell that it is not changed.
func nameRead(ctx *sql.Context, exprs sqlparser.TableExprs, changes func(name string) bool) {
	for _, e := range exprs {
		switch e := e.(type) {
		case *sqlparser.ParenTableExpr:
			nameRead(ctx, e.Exprs, changes)
		case *sqlparser.JoinTableExpr:
			nameRead(ctx, sqlparser.TableExprs{e.LeftExpr, e.RightExpr}, changes)
		case *sqlparser.AliasedTableExpr:
			t, ok := e.Expr.(sqlparser.TableName)
			if !ok {
				continue
			}
			name := t.Name.String()
			if !e.As.IsEmpty() {
				name = e.As.String()
			}
			if isPerformanceSchema(ctx, t.DbQualifier.String()) || isProfiling(ctx, t.DbQualifier.String()) {
				if !changes(name) {
					e.Auth.AuthType = sqlparser.AuthType_SELECT
				}
				continue
			}
			switch e.Auth.AuthType {
			case sqlparser.AuthType_UPDATE:
				e.Auth.AuthType = authUpdateOrRead
			case sqlparser.AuthType_DELETE:
				e.Auth.AuthType = sqlparser.AuthType_SELECT
				if changes(name) {
					e.Auth.AuthType = authReadToDelete
				}
			}
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
	case s.TriggerSpec != nil && action == sqlparser.DropStr:
		s.Auth.AuthType = authDropTrigger
		if s.IfExists {
			s.Auth.Extra = ifExists{}
		}
	case len(s.FromTables) > 0 && action == sqlparser.DropStr && s.Temporary:
		s.Auth = sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE} // see Refusal
	case s.ProcedureSpec != nil && action == sqlparser.DropStr:
		name := s.ProcedureSpec.ProcName
		s.Auth.AuthType, s.Auth.TargetType = authDropProcedure, sqlparser.AuthTargetType_DatabaseIdentifiers
		s.Auth.TargetNames = []string{name.Qualifier.String(), name.Name.String()}
	case s.Auth.AuthType == sqlparser.AuthType_CREATE && action == sqlparser.CreateStr && !s.Table.IsEmpty():
		s.Auth = tableAuth(sqlparser.AuthType_CREATE, s.Table)
	}
}

// ifExists stands with the check of a statement that has IF EXISTS.
type ifExists struct{}

func databaseAuth(command, database string) sqlparser.AuthInformation {
	return sqlparser.AuthInformation{
		AuthType: command, TargetType: sqlparser.AuthTargetType_DatabaseIdentifiers, TargetNames: []string{database},
	}
}

func tableAuth(command string, t sqlparser.TableName) sqlparser.AuthInformation {
	return sqlparser.AuthInformation{
		AuthType: command, TargetType: sqlparser.AuthTargetType_SingleTableIdentifier,
		TargetNames: []string{t.DbQualifier.String(), t.Name.String()},
	}
}

// isOwn says whether an account is the one whose rights count.
func isOwn(ctx *sql.Context, a sqlparser.AccountName) bool {
	own := OwnKey(ctx)
	host := a.Host
	if a.AnyHost {
		host = "%"
	}
	return a.Name == own.User && strings.EqualFold(host, own.Host)
}
