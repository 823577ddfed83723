package program

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/procedures"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// A trigger runs within a client's statement: what it does may give no result, and
// commit nothing, neither itself nor in a procedure that it calls.

const (
	errNoResult       = 1415 // ER_SP_NO_RETSET
	errNotInTrigger   = 1336 // ER_STMT_NOT_ALLOWED_IN_SF_OR_TRG
	errCommitInside   = 1422 // ER_COMMIT_NOT_ALLOWED_IN_SF_OR_TRG
	errSetAutocommit  = 1445 // ER_SP_CANT_SET_AUTOCOMMIT
	stateNotSupported = "0A000"
)

// RefuseTrigger is the error of making a trigger whose body does what none may.
func RefuseTrigger(stmt ast.Statement) error {
	ddl, ok := stmt.(*ast.DDL)
	if !ok || ddl.TriggerSpec == nil || ddl.Action != ast.CreateStr {
		return nil
	}
	return forbiddenIn(ddl.TriggerSpec.Body)
}

// ForbiddenInTrigger is the error of a procedure that a trigger has called, and that
// does what no trigger may. What it calls itself is looked at when it does.
func ForbiddenInTrigger(p *plan.Procedure) error {
	if p.ExternalProc != nil { // which gives a result, and may commit
		return noResult()
	}
	for _, op := range p.Ops {
		var err error
		switch stmt := op.PrimaryData.(type) {
		case *ast.Select:
			if op.OpCode == procedures.OpCode_Select {
				err = forbiddenIn(stmt)
			}
		case ast.Statement:
			err = forbiddenIn(stmt)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func noResult() error {
	return mysql.NewSQLError(errNoResult, stateNotSupported, "Not allowed to return a result set from a trigger")
}

func notInTrigger(what string) error {
	return mysql.NewSQLError(errNotInTrigger, stateNotSupported, "%s is not allowed in stored function or trigger", what)
}

// forbiddenIn looks at a statement and at those within it.
func forbiddenIn(stmt ast.Statement) error {
	switch s := stmt.(type) {
	case *ast.BeginEndBlock:
		return firstForbidden(s.Statements)
	case *ast.IfStatement:
		for _, c := range s.Conditions {
			if err := firstForbidden(c.Statements); err != nil {
				return err
			}
		}
		return firstForbidden(s.Else)
	case *ast.CaseStatement:
		for _, c := range s.Cases {
			if err := firstForbidden(c.Statements); err != nil {
				return err
			}
		}
		return firstForbidden(s.Else)
	case *ast.While:
		return firstForbidden(s.Statements)
	case *ast.Repeat:
		return firstForbidden(s.Statements)
	case *ast.Loop:
		return firstForbidden(s.Statements)
	case *ast.Declare:
		if s.Handler != nil {
			return forbiddenIn(s.Handler.Statement)
		}
	case *ast.Select:
		if s.Into == nil {
			return noResult()
		}
	case *ast.SetOp:
		if s.Into == nil {
			return noResult()
		}
	case *ast.ParenSelect, *ast.Show, *ast.Explain, *ast.Analyze, *ast.OtherRead, *ast.OtherAdmin:
		return noResult()
	case *ast.Prepare, *ast.Execute, *ast.Deallocate:
		return notInTrigger("Dynamic SQL")
	case *ast.Flush:
		return notInTrigger("FLUSH")
	case *ast.Insert:
		return rowInDuplicate(s)
	case *ast.Set:
		for _, e := range s.Exprs {
			column := strings.EqualFold(e.Name.Qualifier.Name.String(), "new")
			if e.Scope != ast.SetScope_User && !column && strings.TrimPrefix(e.Name.Name.Lowered(), "@@") == "autocommit" {
				return mysql.NewSQLError(errSetAutocommit, sqlerr.StateGeneral, "Not allowed to set autocommit from a stored function or trigger")
			}
		}
	case *ast.DDL:
		program := s.ProcedureSpec != nil || s.TriggerSpec != nil || s.EventSpec != nil // which the engine refuses
		if !s.Temporary && !program {
			return commitInside()
		}
	case *ast.Begin, *ast.Commit, *ast.Rollback, *ast.AlterTable, *ast.DBDDL, *ast.LockTables, *ast.UnlockTables,
		*ast.CreateUser, *ast.RenameUser, *ast.DropUser, *ast.CreateRole, *ast.DropRole, *ast.GrantPrivilege, *ast.GrantRole,
		*ast.GrantProxy, *ast.RevokePrivilege, *ast.RevokeRole, *ast.RevokeProxy:
		return commitInside()
	}
	return nil
}

func firstForbidden(list ast.Statements) error {
	for _, stmt := range list {
		if err := forbiddenIn(stmt); err != nil {
			return err
		}
	}
	return nil
}

func commitInside() error {
	return mysql.NewSQLError(errCommitInside, sqlerr.StateGeneral, "Explicit or implicit commit is not allowed in stored function or trigger.")
}

// rowInDuplicate is the error of ON DUPLICATE KEY UPDATE with columns of the trigger's row: the
// engine would take them for those of the table's.
func rowInDuplicate(s *ast.Insert) error {
	if len(s.OnDup) == 0 {
		return nil
	}
	if values, ok := s.Rows.(*ast.AliasedValues); ok && strings.EqualFold(values.As.String(), "new") {
		return nil
	}
	for _, set := range s.OnDup {
		err := syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
			c, ok := n.(*ast.ColName)
			if ok && (strings.EqualFold(c.Qualifier.Name.String(), "new") || strings.EqualFold(c.Qualifier.Name.String(), "old")) {
				return false, sqlerr.NotSupportedYet("NEW and OLD in ON DUPLICATE KEY UPDATE")
			}
			return true, nil
		}, set.Expr)
		if err != nil {
			return err
		}
	}
	return nil
}
