package program

import (
	"strings"

	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// The engine makes operations of a procedure out of SETs of one variable alone, and
// panics on others; and what says no scope is to it a variable of the procedure.

// SeparateSets makes of a procedure's SET of several variables one of each, which are
// carried out one after the other as in MySQL, and says of what is no variable of the
// procedure that it is the session's. If one fails, those before it stay set.
func SeparateSets(stmt ast.Statement) {
	ddl, ok := stmt.(*ast.DDL)
	if !ok || ddl.ProcedureSpec == nil || ddl.ProcedureSpec.Body == nil {
		return
	}
	spec := ddl.ProcedureSpec
	own := map[string]bool{} // wherever it is declared
	for _, p := range spec.Params {
		own[strings.ToLower(p.Name)] = true
	}
	_ = syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
		if d, ok := n.(*ast.Declare); ok && d.Variables != nil {
			for _, name := range d.Variables.Names {
				own[name.Lowered()] = true
			}
		}
		return true, nil
	}, spec.Body)
	spec.Body = oneSet(spec.Body, own)
	_ = syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *ast.BeginEndBlock:
			n.Statements = severalSets(n.Statements, own)
		case *ast.IfStatement:
			for i := range n.Conditions {
				n.Conditions[i].Statements = severalSets(n.Conditions[i].Statements, own)
			}
			n.Else = severalSets(n.Else, own)
		case *ast.CaseStatement:
			for i := range n.Cases {
				n.Cases[i].Statements = severalSets(n.Cases[i].Statements, own)
			}
			n.Else = severalSets(n.Else, own)
		case *ast.While:
			n.Statements = severalSets(n.Statements, own)
		case *ast.Repeat:
			n.Statements = severalSets(n.Statements, own)
		case *ast.Loop:
			n.Statements = severalSets(n.Statements, own)
		case *ast.Declare:
			if n.Handler != nil {
				n.Handler.Statement = oneSet(n.Handler.Statement, own)
			}
		}
		return true, nil
	}, spec.Body)
}

// oneSet is a statement that stands where one is allowed.
func oneSet(stmt ast.Statement, own map[string]bool) ast.Statement {
	if set, ok := stmt.(*ast.Set); ok {
		if parts := setParts(set, own); len(parts) > 1 {
			return &ast.BeginEndBlock{Statements: parts}
		}
	}
	return stmt
}

func severalSets(list ast.Statements, own map[string]bool) ast.Statements {
	if len(list) == 0 {
		return list // a CASE without ELSE has none, and not an empty one
	}
	out := make(ast.Statements, 0, len(list))
	for _, stmt := range list {
		if set, ok := stmt.(*ast.Set); ok {
			out = append(out, setParts(set, own)...)
		} else {
			out = append(out, stmt)
		}
	}
	return out
}

// setParts are the SETs of one variable each that a SET consists of.
func setParts(set *ast.Set, own map[string]bool) ast.Statements {
	if len(set.Exprs) == 0 {
		return ast.Statements{set}
	}
	parts := make(ast.Statements, len(set.Exprs))
	for i, e := range set.Exprs {
		if isSetting(e, own) {
			e.Scope = ast.SetScope_Session
		}
		one := *set
		one.Exprs = ast.SetVarExprs{e}
		parts[i] = &one
	}
	return parts
}

// isSetting says whether a SET that says no scope is of a system variable, be it one
// that there is not.
func isSetting(e *ast.SetVarExpr, own map[string]bool) bool {
	return e.Scope == ast.SetScope_None && e.Name != nil && e.Name.Qualifier.IsEmpty() && !own[e.Name.Name.Lowered()]
}
