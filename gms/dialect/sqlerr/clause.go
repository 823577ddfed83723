package sqlerr

import (
	"strings"

	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// MySQL's names of the clauses in which a column may be unknown or ambiguous.
const (
	fieldList       = "field list"
	whereClause     = "where clause"
	onClause        = "on clause"
	groupStatement  = "group statement"
	havingClause    = "having clause"
	orderClause     = "order clause"
	windowPartition = "window partition by"
	windowOrder     = "window order by"
)

// columnUse is a place where a statement names a column.
type columnUse struct {
	written string // the name with its qualifiers, as it stands there
	clause  string
	star    bool // all columns of a table
}

// columnUse is where a statement names a column that cannot be told: the first
// place in the order in which MySQL looks at its clauses of which, as far as the
// tables are known, this may be true. An empty table is a name without one, an
// empty name any column of the table. It is nil if there is none.
func (of *Statement) columnUse(table, name string, ambiguous bool) *columnUse {
	s := clauseSearch{of: of, table: table, name: name, ambiguous: ambiguous, ctes: map[string]bool{}}
	s.statement(of.statement())
	if s.found == nil {
		return s.possible
	}
	return s.found
}

// clauseSearch goes through the clauses of a statement.
type clauseSearch struct {
	of          *Statement
	table, name string
	ambiguous   bool
	ctes        map[string]bool

	found    *columnUse // the first where the tables say that it is this
	possible *columnUse // the first where they do not say that it is not
}

// nameScope are the tables whose columns an expression may name.
type nameScope struct {
	tables []scopeTable
	outer  *nameScope
}

// scopeTable is one of them. Its columns are nil if they are not known.
type scopeTable struct {
	name    string
	columns map[string]bool
}

// count is how many tables of the nearest scope that has any have the column;
// known is false where one of them may have it besides.
func (n *nameScope) count(table, column string) (tables int, known bool) {
	known = true
	for ; n != nil; n = n.outer {
		for _, t := range n.tables {
			switch {
			case table != "" && !strings.EqualFold(t.name, table):
			case t.columns == nil:
				known = false
			case t.columns[strings.ToLower(column)]:
				tables++
			}
		}
		if tables > 0 {
			break
		}
	}
	return tables, known
}

func (s *clauseSearch) statement(stmt ast.Statement) {
	switch stmt := stmt.(type) {
	case ast.SelectStatement:
		s.query(stmt, nil)
	case *ast.Insert:
		s.with(stmt.With)
		scope := &nameScope{tables: []scopeTable{{stmt.Table.Name.String(), s.of.columnsOf(stmt.Table)}}}
		if rows, ok := stmt.Rows.(ast.SelectStatement); ok {
			s.query(rows, nil)
		} else {
			s.expressions(fieldList, scope, stmt.Rows)
		}
		for _, e := range stmt.OnDup {
			s.expressions(fieldList, scope, e)
		}
	case *ast.Update:
		s.with(stmt.With)
		scope := s.from(stmt.TableExprs, nil)
		for _, e := range stmt.Exprs {
			s.expressions(fieldList, scope, e.Name, e.Expr)
		}
		s.where(whereClause, stmt.Where, scope)
		s.joins(stmt.TableExprs, scope)
		s.order(stmt.OrderBy, scope)
	case *ast.Delete:
		s.with(stmt.With)
		scope := s.from(stmt.TableExprs, nil)
		s.where(whereClause, stmt.Where, scope)
		s.joins(stmt.TableExprs, scope)
		s.order(stmt.OrderBy, scope)
	case *ast.DDL:
		if stmt.ViewSpec != nil && stmt.ViewSpec.ViewExpr != nil {
			s.query(stmt.ViewSpec.ViewExpr, nil)
		}
		if stmt.OptSelect != nil && stmt.OptSelect.Select != nil {
			s.query(stmt.OptSelect.Select, nil)
		}
	case *ast.Set:
		for _, e := range stmt.Exprs {
			s.expressions(fieldList, nil, e.Expr)
		}
	case *ast.Call:
		s.expressions(fieldList, nil, ast.Exprs(stmt.Params))
	}
}

// query goes through a query. Derived tables come first, as in MySQL.
func (s *clauseSearch) query(stmt ast.SelectStatement, outer *nameScope) {
	switch q := stmt.(type) {
	case *ast.ParenSelect:
		s.query(q.Select, outer)
	case *ast.SetOp:
		s.with(q.With)
		s.query(q.Left, outer)
		s.query(q.Right, outer)
		s.order(q.OrderBy, nil)
	case *ast.Select:
		s.with(q.With)
		scope := s.from(q.From, outer)
		s.expressions(fieldList, scope, q.SelectExprs)
		s.where(whereClause, q.Where, scope)
		s.joins(q.From, scope)
		aliased := &nameScope{tables: append([]scopeTable{{"", aliases(q.SelectExprs)}}, scope.tables...), outer: outer}
		for _, e := range q.GroupBy {
			s.expressions(groupStatement, aliased, e)
		}
		s.where(havingClause, q.Having, aliased)
		for _, w := range q.Window {
			s.window(w, scope)
		}
		s.order(q.OrderBy, aliased)
	}
}

// aliases are the names that a query gives to its columns.
func aliases(list ast.SelectExprs) map[string]bool {
	set := map[string]bool{}
	for _, e := range list {
		if a, ok := e.(*ast.AliasedExpr); ok && !a.As.IsEmpty() {
			set[a.As.Lowered()] = true
		}
	}
	return set
}

func (s *clauseSearch) with(w *ast.With) {
	if w == nil {
		return
	}
	for _, cte := range w.Ctes {
		s.ctes[strings.ToLower(cte.As.String())] = true
		if sub, ok := cte.Expr.(*ast.Subquery); ok {
			s.query(sub.Select, nil)
		}
	}
}

func (s *clauseSearch) where(clause string, w *ast.Where, scope *nameScope) {
	if w != nil {
		s.expressions(clause, scope, w.Expr)
	}
}

func (s *clauseSearch) order(list ast.OrderBy, scope *nameScope) {
	for _, o := range list {
		s.expressions(orderClause, scope, o.Expr)
	}
}

func (s *clauseSearch) window(w *ast.WindowDef, scope *nameScope) {
	s.expressions(windowPartition, scope, w.PartitionBy)
	for _, o := range w.OrderBy {
		s.expressions(windowOrder, scope, o.Expr)
	}
}

// from makes the scope of a FROM clause, and goes through its derived tables.
func (s *clauseSearch) from(list ast.TableExprs, outer *nameScope) *nameScope {
	scope := &nameScope{outer: outer}
	for _, t := range list {
		s.tableExpr(t, scope)
	}
	return scope
}

func (s *clauseSearch) tableExpr(t ast.TableExpr, scope *nameScope) {
	switch t := t.(type) {
	case *ast.ParenTableExpr:
		for _, inner := range t.Exprs {
			s.tableExpr(inner, scope)
		}
	case *ast.JoinTableExpr:
		s.tableExpr(t.LeftExpr, scope)
		s.tableExpr(t.RightExpr, scope)
	case *ast.AliasedTableExpr:
		table := scopeTable{name: t.As.String()}
		switch e := t.Expr.(type) {
		case ast.TableName:
			if table.name == "" {
				table.name = e.Name.String()
			}
			if !s.ctes[strings.ToLower(e.Name.String())] || !e.DbQualifier.IsEmpty() {
				table.columns = s.of.columnsOf(e)
			}
		case *ast.Subquery:
			var outer *nameScope
			if t.Lateral {
				outer = scope
			}
			s.query(e.Select, outer)
			table.columns = derivedColumns(e)
		}
		scope.tables = append(scope.tables, table)
	default:
		scope.tables = append(scope.tables, scopeTable{})
	}
}

// derivedColumns are the columns of a derived table; nil if its query does not say.
func derivedColumns(sub *ast.Subquery) map[string]bool {
	set := map[string]bool{}
	for _, c := range sub.Columns {
		set[c.Lowered()] = true
	}
	if len(sub.Columns) > 0 {
		return set
	}
	q, ok := sub.Select.(*ast.Select)
	if !ok {
		return nil
	}
	for _, e := range q.SelectExprs {
		a, ok := e.(*ast.AliasedExpr)
		if !ok {
			return nil
		}
		switch c, isColumn := a.Expr.(*ast.ColName); {
		case !a.As.IsEmpty():
			set[a.As.Lowered()] = true
		case isColumn:
			set[c.Name.Lowered()] = true
		default:
			return nil
		}
	}
	return set
}

// joins goes through the conditions of joins.
func (s *clauseSearch) joins(list ast.TableExprs, scope *nameScope) {
	for _, t := range list {
		switch t := t.(type) {
		case *ast.ParenTableExpr:
			s.joins(t.Exprs, scope)
		case *ast.JoinTableExpr:
			s.joins(ast.TableExprs{t.LeftExpr, t.RightExpr}, scope)
			if t.Condition.On != nil {
				s.expressions(onClause, scope, t.Condition.On)
			}
		}
	}
}

// expressions goes through expressions of a clause and their subqueries.
func (s *clauseSearch) expressions(clause string, scope *nameScope, nodes ...ast.SQLNode) {
	_ = syntaxtree.Walk(func(n ast.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *ast.Subquery:
			s.query(n.Select, scope)
			return false, nil
		case ast.SelectStatement:
			s.query(n, scope)
			return false, nil
		case *ast.Over:
			if n != nil {
				s.window((*ast.WindowDef)(n), scope)
			}
			return false, nil
		case *ast.ColName:
			s.column(n, clause, scope)
			return false, nil
		case *ast.StarExpr:
			if s.name == "" && strings.EqualFold(n.TableName.Name.String(), s.table) {
				s.found = &columnUse{written: written(n.TableName), clause: clause, star: true}
			}
			return false, nil
		case *ast.SQLVal:
			// ORDER BY 5 is of a column by its number.
			if n.Type == ast.IntVal && string(n.Val) == s.name && (clause == orderClause || clause == groupStatement) {
				s.use(&columnUse{written: s.name, clause: clause}, false)
			}
		}
		return s.found == nil, nil
	}, nodes...)
}

func (s *clauseSearch) column(c *ast.ColName, clause string, scope *nameScope) {
	if s.name != "" && !c.Name.EqualString(s.name) || !strings.EqualFold(c.Qualifier.Name.String(), s.table) {
		return
	}
	name := c.Name.String()
	if of := written(c.Qualifier); of != "" {
		name = of + "." + name
	}
	tables, known := scope.count(s.table, c.Name.String())
	switch {
	case s.ambiguous && tables > 1, !s.ambiguous && tables == 0 && known:
		s.use(&columnUse{written: name, clause: clause}, false)
	case !known:
		s.use(&columnUse{written: name, clause: clause}, true)
	}
}

// use is a place of the kind that is looked for, or one that may be.
func (s *clauseSearch) use(u *columnUse, maybe bool) {
	if s.possible == nil {
		s.possible = u
	}
	if s.found == nil && !maybe {
		s.found = u
	}
}

// written is the name of a table with its database, if the statement gives one.
func written(t ast.TableName) string {
	if t.DbQualifier.IsEmpty() {
		return t.Name.String()
	}
	return t.DbQualifier.String() + "." + t.Name.String()
}
