package change

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
)

// In ON DUPLICATE KEY UPDATE the engine knows the values of rows that are listed by a name of
// its own, by which VALUES() finds them. Of rows that a query selects it knows what the query
// calls them, and VALUES() finds nothing. A query that is selected from under that name, its
// columns called as those they go to, has both.

// InsertSelected puts the query of an INSERT with ON DUPLICATE KEY UPDATE so if VALUES() or a
// subquery is asked, also in programs that a statement makes. Of other statements it costs a
// comparison or two.
func InsertSelected(ctx *sql.Context, catalog *analyzer.Catalog, s sqlparser.Statement) {
	switch s := s.(type) {
	case *sqlparser.Insert:
		if len(s.OnDup) > 0 && catalog != nil {
			insertSelected(ctx, catalog, s)
			askDuplicates(s)
		}
	case *sqlparser.DDL:
		for _, body := range syntaxtree.ProgramsOf(s) {
			_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
				if insert, ok := n.(*sqlparser.Insert); ok {
					InsertSelected(ctx, catalog, insert)
				}
				return true, nil
			}, body)
		}
	}
}

func insertSelected(ctx *sql.Context, catalog *analyzer.Catalog, s *sqlparser.Insert) {
	query, ok := s.Rows.(sqlparser.SelectStatement)
	if !ok || isSelectedAs(query, planbuilder.OnDupValuesPrefix) {
		return
	}
	r := selectedRows{table: s.Table.Name, query: query, columns: s.Columns}
	for _, a := range s.OnDup {
		r.look(a.Expr)
	}
	if len(r.values) == 0 && !r.asks {
		return
	}
	table := InsertedTable(ctx, catalog, s)
	if table == nil {
		return // the engine says so
	}
	r.schema = table.Schema()
	if len(r.columns) == 0 {
		for _, c := range r.schema {
			r.columns = append(r.columns, sqlparser.NewColIdent(c.Name))
		}
	}
	if !mayHave(query, len(r.columns)) {
		s.OnDup = nil // with which the engine would say something else
		return
	}
	if !r.find() {
		return // likewise
	}
	for _, a := range s.OnDup {
		a.Expr = r.defaults(a.Expr)
	}
	name := sqlparser.NewTableIdent(planbuilder.OnDupValuesPrefix)
	list := make(sqlparser.SelectExprs, len(r.columns))
	for i, c := range r.columns {
		list[i] = &sqlparser.AliasedExpr{Expr: &sqlparser.ColName{Name: c, Qualifier: sqlparser.TableName{Name: name}}}
	}
	s.Rows = &sqlparser.Select{
		SelectExprs: list,
		From: sqlparser.TableExprs{&sqlparser.AliasedTableExpr{
			Auth: sqlparser.AuthInformation{AuthType: sqlparser.AuthType_IGNORE},
			Expr: &sqlparser.Subquery{Select: query, Columns: r.columns},
			As:   name,
		}},
	}
}

// isSelectedAs says whether a query selects from a table of that name alone.
func isSelectedAs(query sqlparser.SelectStatement, name string) bool {
	s, ok := query.(*sqlparser.Select)
	if !ok || len(s.From) != 1 {
		return false
	}
	from, ok := s.From[0].(*sqlparser.AliasedTableExpr)
	return ok && from.As.String() == name
}

// SelectedFirst is what the first part of a query selects.
func SelectedFirst(query sqlparser.SelectStatement) sqlparser.SelectExprs {
	switch q := query.(type) {
	case *sqlparser.Select:
		return q.SelectExprs
	case *sqlparser.ParenSelect:
		return SelectedFirst(q.Select)
	case *sqlparser.SetOp:
		return SelectedFirst(q.Left)
	}
	return nil
}

// mayHave says whether a query may have so many columns: what a star stands for is not known.
func mayHave(query sqlparser.SelectStatement, columns int) bool {
	list := SelectedFirst(query)
	stars := slices.ContainsFunc(list, func(e sqlparser.SelectExpr) bool {
		_, star := e.(*sqlparser.StarExpr)
		return star
	})
	return list == nil || stars || len(list) == columns
}

// selectedRows are the rows of a query that go to a table, and what is said of them.
type selectedRows struct {
	table   sqlparser.TableIdent
	schema  sql.Schema
	query   sqlparser.SelectStatement
	columns sqlparser.Columns // that they go to
	values  []*sqlparser.ValuesFuncExpr
	names   []*sqlparser.ColName
	asks    bool // by a subquery
}

// look finds what an expression says of them.
func (r *selectedRows) look(e sqlparser.Expr) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.Subquery:
			r.asks = true
			return false, nil // has names of its own
		case *sqlparser.ValuesFuncExpr:
			r.values = append(r.values, n)
			return false, nil
		case *sqlparser.ColName:
			r.names = append(r.names, n)
		}
		return true, nil
	}, e)
}

// find gives the query's columns the names that they are called by now, and the table's own
// columns the table's; it does nothing where one is neither.
func (r *selectedRows) find() bool {
	own := func(c *sqlparser.ColName) bool {
		if c.Qualifier.Name.IsEmpty() {
			return r.schema.IndexOfColName(c.Name.String()) >= 0
		}
		return strings.EqualFold(c.Qualifier.Name.String(), r.table.String())
	}
	places := make([]int, len(r.names))
	for i, c := range r.names {
		if own(c) {
			places[i] = -1
		} else if places[i] = placeOf(c, r.query); places[i] < 0 || places[i] >= len(r.columns) {
			return false
		}
	}
	for i, c := range r.names {
		if places[i] < 0 {
			c.Qualifier.Name = r.table
		} else {
			*c = sqlparser.ColName{Name: r.columns[places[i]], Qualifier: sqlparser.TableName{Name: sqlparser.NewTableIdent(planbuilder.OnDupValuesPrefix)}}
		}
	}
	return true
}

// defaults puts the default of a column for the value of one that is not selected.
func (r *selectedRows) defaults(e sqlparser.Expr) sqlparser.Expr {
	for _, v := range r.values {
		i := r.schema.IndexOfColName(v.Name.Name.String())
		if i < 0 || slices.ContainsFunc(r.columns, v.Name.Name.Equal) {
			continue
		}
		e = sqlparser.ReplaceExpr(e, v, DefaultOf(r.schema[i]))
	}
	return e
}

// DefaultOf is the default of a column as an expression, NULL if it has none.
func DefaultOf(c *sql.Column) sqlparser.Expr {
	if c.Default == nil {
		return &sqlparser.NullVal{}
	}
	if s, err := sqlparser.Parse("SELECT " + c.Default.Expr.String()); err == nil {
		if s, ok := s.(*sqlparser.Select); ok && len(s.SelectExprs) == 1 {
			if e, ok := s.SelectExprs[0].(*sqlparser.AliasedExpr); ok {
				return e.Expr
			}
		}
	}
	return &sqlparser.NullVal{}
}

// placeOf is where among the columns of a query one is selected, -1 for nowhere.
func placeOf(c *sqlparser.ColName, query sqlparser.SelectStatement) int {
	return slices.IndexFunc(SelectedFirst(query), func(e sqlparser.SelectExpr) bool {
		a, ok := e.(*sqlparser.AliasedExpr)
		if !ok {
			return false
		}
		of, ok := a.Expr.(*sqlparser.ColName)
		return ok && of.Name.Equal(c.Name) && (c.Qualifier.Name.IsEmpty() || of.Qualifier.Name.IsEmpty() ||
			strings.EqualFold(of.Qualifier.Name.String(), c.Qualifier.Name.String()))
	})
}
