package column

import (
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/sysvar"
)

// UnwrittenCharacterSetsRule is the rule unwritten-character-sets.
var UnwrittenCharacterSetsRule = rule.Of[step.CheckStep]{
	Rule: rule.Rule{
		Name: "unwritten-character-sets", Changes: rule.Tree, About: rule.Comparisons,
		Why:      "The engine panics at CONVERT(... USING gbk) and other character sets that it knows by name alone, which rolls the open transaction back; here they are error 1115.",
		NeededBy: rule.Data, Golden: "refused_names",
	},
	Apply: step.CheckStep{Sought: step.SoughtConversion, Find: unwrittenIn},
}

// unwrittenIn is the error of a statement that converts a text to a character set which
// the engine knows by name alone, and would panic at: CONVERT(... USING gbk). So it is of
// one that defines what would, when it is used.
func unwrittenIn(n sqlparser.SQLNode) error {
	check := func(n sqlparser.SQLNode) (bool, error) {
		var below []sqlparser.SQLNode
		switch n := n.(type) {
		case *sqlparser.ConvertUsingExpr:
			return true, sysvar.RefuseCharacterSet("character_set_results", n.Type)
		case *sqlparser.AlterTable:
			for _, part := range n.Statements {
				below = append(below, part)
			}
		case *sqlparser.DDL:
			below = definedBy(n)
		}
		for _, n := range below {
			if err := unwrittenIn(n); err != nil {
				return false, err
			}
		}
		return true, nil
	}
	return syntaxtree.Walk(check, n) //nolint:wrapcheck // what check gives
}

// definedBy are the parts of a definition that a walk through it passes over: bodies of
// programs, defaults, generated columns and CHECKs.
func definedBy(s *sqlparser.DDL) (parts []sqlparser.SQLNode) {
	add := func(e sqlparser.Expr) {
		if e != nil {
			parts = append(parts, e)
		}
	}
	for _, body := range syntaxtree.ProgramsOf(s) {
		parts = append(parts, body)
	}
	if s.DefaultSpec != nil {
		add(s.DefaultSpec.Value)
	}
	if s.TableSpec == nil {
		return parts
	}
	for _, c := range s.TableSpec.Columns {
		add(c.Type.Default)
		add(c.Type.OnUpdate)
		add(c.Type.GeneratedExpr)
	}
	for _, c := range ConstraintsOf(s.TableSpec) {
		if of, ok := c.Details.(*sqlparser.CheckConstraintDefinition); ok {
			add(of.Expr)
		}
	}
	return parts
}
