package sysvar

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// Variables of switches, of which SET changes those that it names. None of them has an
// effect: the engine has an optimizer of its own, which traces nothing.
const (
	optimizerSwitch        = "optimizer_switch"
	optimizerTrace         = "optimizer_trace"
	optimizerTraceFeatures = "optimizer_trace_features"
)

// switchesOf is the name, in lower case, of a variable of switches; "" for another.
func switchesOf(name string) string {
	for _, known := range []string{optimizerSwitch, optimizerTrace, optimizerTraceFeatures} {
		if strings.EqualFold(name, known) {
			return known
		}
	}
	return ""
}

// WithSwitches is a SET in which variables of switches are given the whole of what they become.
func WithSwitches(ctx *sql.Context, n *plan.Set, r sql.Row) (*plan.Set, error) {
	var exprs []sql.Expression
	for i, e := range n.Exprs {
		set, ok := e.(*expression.SetField)
		if !ok {
			continue
		}
		v, ok := set.LeftChild.(*expression.SystemVar)
		if !ok {
			continue
		}
		name := switchesOf(v.Name)
		if name == "" {
			continue
		}
		value, err := set.RightChild.Eval(ctx, r)
		if err != nil {
			return nil, err
		}
		text, ok := value.(string)
		if !ok {
			continue
		}
		before, err := v.Eval(ctx, r)
		if err != nil {
			return nil, err
		}
		known, _, _ := sql.SystemVariables.GetGlobal(name)
		whole, ok := switched(textOr(before), textOr(known.GetDefault()), text)
		if !ok {
			return nil, mysql.NewSQLError(sqlerr.ERWrongValue, sqlerr.StateAccess, "Variable '%s' can't be set to the value of '%s'", name, text)
		}
		if exprs == nil {
			exprs = append(exprs, n.Exprs...)
		}
		exprs[i] = expression.NewSetField(set.LeftChild, expression.NewLiteral(whole, types.LongText))
	}
	if exprs == nil {
		return n, nil
	}
	return plan.NewSet(exprs), nil
}

func textOr(v any) string {
	s, _ := v.(string)
	return s
}

// switched is what switches become by a list such as 'mrr=off,semijoin=default'; ok is false
// for a list that names what is no switch.
func switched(before, byDefault, list string) (after string, ok bool) {
	if list == "" {
		return before, true
	}
	switches := strings.Split(before, ",")
	set := func(name, value string) bool {
		for i, s := range switches {
			if of, _, _ := strings.Cut(s, "="); strings.EqualFold(of, name) {
				switches[i] = of + "=" + value
				return true
			}
		}
		return false
	}
	valueOf := func(all, name string) string {
		for _, s := range strings.Split(all, ",") {
			if of, value, _ := strings.Cut(s, "="); strings.EqualFold(of, name) {
				return value
			}
		}
		return ""
	}
	for _, change := range strings.Split(list, ",") {
		name, value, assigned := strings.Cut(strings.TrimSpace(change), "=")
		name, value = strings.TrimSpace(name), strings.ToLower(strings.TrimSpace(value))
		switch {
		case !assigned && strings.EqualFold(name, "default"):
			switches = strings.Split(byDefault, ",")
			continue
		case value == "default":
			value = valueOf(byDefault, name)
		case value == "1":
			value = "on"
		case value == "0":
			value = "off"
		}
		if value != "on" && value != "off" || !set(name, value) {
			return "", false
		}
	}
	return strings.Join(switches, ","), true
}
