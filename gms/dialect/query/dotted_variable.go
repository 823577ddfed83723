package query

import (
	"strings"

	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/step"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// DottedVariablesRule is the rule variables-with-dots.
var DottedVariablesRule = rule.Of[step.TreeStep]{
	Rule: rule.Rule{
		Name: "variables-with-dots", Changes: rule.Tree, About: rule.Variables,
		Why:      "The engine takes @sys.debug for a column of a table @sys; to MySQL it is a user variable.",
		NeededBy: rule.Tool, By: "the sys schema", Golden: "dotted_variables",
	},
	Apply: step.TreeStep{Sought: step.SoughtDotted, Apply: dottedVariablesIn, Programs: true},
}

// dottedVariablesIn has variables of the session with a dot in their names, as @sys.debug,
// be variables: the parser takes them for columns of a table @sys, and keeps the quotes of
// one that SET or INTO names @`sys.debug`.
func dottedVariablesIn(stmt sqlparser.SQLNode) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.SetVarExpr:
			if name := n.Name.Name.String(); n.Scope == sqlparser.SetScope_User && len(name) > 1 && name[0] == '`' {
				n.Name.Name = sqlparser.NewColIdent(strings.Trim(name, "`"))
			}
		case sqlparser.SelectStatement:
			if into := n.GetInto(); into != nil {
				for i, v := range into.Variables {
					if name := v.String(); strings.HasPrefix(name, "@`") {
						into.Variables[i] = sqlparser.NewColIdent("@" + strings.Trim(name[1:], "`"))
					}
				}
			}
		case *sqlparser.ColName:
			first := n.Qualifier.DbQualifier.String()
			if first == "" {
				first = n.Qualifier.Name.String()
			}
			if strings.HasPrefix(first, "@") && !strings.HasPrefix(first, "@@") {
				name := n.Qualifier.Name.String() + "." + n.Name.String()
				if first != n.Qualifier.Name.String() {
					name = first + "." + name
				}
				n.Name, n.Qualifier = sqlparser.NewColIdent(name), sqlparser.TableName{}
			}
		}
		return true, nil
	}, stmt)
}
