package column

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/change"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/words"
)

// DEFAULT(column) is the default of a column of one of the tables that a query or a change names.
// The engine panics at it, and in VALUES takes it for DEFAULT, of the column that the value goes
// into. Its parser has it where it is the whole of an expression; elsewhere it is a call of
// words.Default.

// The errors of columns that have none that can be told.
const (
	errNoDefault   = 1364
	errDefaultExpr = 3773
)

// ColumnDefaults puts the defaults of columns in the place of DEFAULT(column). It returns the
// error that MySQL gives of one of them.
func ColumnDefaults(ctx *sql.Context, catalog *analyzer.Catalog, stmt sqlparser.Statement) error {
	if catalog == nil {
		return nil
	}
	d := columnDefaults{ctx: ctx, catalog: catalog}
	switch s := stmt.(type) {
	case *sqlparser.DDL:
		switch { // its defaults are its own, and the statements of procedures come by themselves
		case s.OptSelect != nil:
			d.of(s.OptSelect.Select)
		case s.ViewSpec != nil:
			d.of(s.ViewSpec.ViewExpr)
		case s.TriggerSpec != nil:
			d.ofTrigger(s)
		}
	case *sqlparser.BeginEndBlock, *sqlparser.IfStatement:
	case *sqlparser.Explain:
		d.of(s.Statement)
	default:
		d.of(stmt)
	}
	return d.err
}

// of does so for a statement.
func (d *columnDefaults) of(stmt sqlparser.SQLNode) {
	var queries []*sqlparser.Select
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		if q, ok := n.(*sqlparser.Select); ok {
			queries = append(queries, q)
		}
		return true, nil
	}, stmt)
	for _, q := range slices.Backward(queries) { // those within others first
		d.replace(q, change.TablesOf(q.From, nil), derives(q.From))
		d.refuseBare(q)
		for _, e := range q.SelectExprs {
			if e, ok := e.(*sqlparser.AliasedExpr); ok && strings.Contains(e.InputExpression, words.Default) {
				e.InputExpression = words.Unspell(e.InputExpression)
			}
		}
	}
	switch s := stmt.(type) {
	case *sqlparser.Insert:
		into := change.Target{Table: s.Table, Name: s.Table.Name.String()}
		d.missing = d.schema(into) == nil
		d.replace(s, []change.Target{into}, false)
		d.assign(s)
	case *sqlparser.Update:
		d.replace(s, change.TablesOf(s.TableExprs, nil), derives(s.TableExprs))
		d.set(s.Exprs, change.TablesOf(s.TableExprs, nil), s.Ignore != "")
	case *sqlparser.Delete:
		d.replace(s, change.TablesOf(s.TableExprs, nil), derives(s.TableExprs))
	}
	d.refuseRest(stmt)
}

// ofTrigger does so for the statements of a trigger, which are read anew whenever it runs.
func (d *columnDefaults) ofTrigger(s *sqlparser.DDL) {
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.Set:
			for _, set := range n.Exprs {
				if of, ok := set.Expr.(*sqlparser.Default); ok && of.ColName == "" && strings.EqualFold(set.Name.Qualifier.Name.String(), "new") {
					d.err = cmp.Or(d.err, defaultMisplaced())
				}
			}
			d.of(n)
		case *sqlparser.Insert, *sqlparser.Update, *sqlparser.Delete, sqlparser.SelectStatement:
			d.of(n)
		default:
			return true, nil
		}
		return false, nil
	}, s.TriggerSpec.Body)
}

// derives says whether a FROM has derived tables.
func derives(exprs sqlparser.TableExprs) bool {
	return slices.ContainsFunc(exprs, func(e sqlparser.TableExpr) bool {
		switch e := e.(type) {
		case *sqlparser.AliasedTableExpr:
			_, table := e.Expr.(sqlparser.TableName)
			return !table
		case *sqlparser.ParenTableExpr:
			return derives(e.Exprs)
		case *sqlparser.JoinTableExpr:
			return derives(sqlparser.TableExprs{e.LeftExpr, e.RightExpr})
		}
		return true
	})
}

// TablesOf are the tables that stand in a FROM, without those of derived ones.
func TablesOf(exprs sqlparser.TableExprs) (names []sqlparser.TableName) {
	for _, t := range change.TablesOf(exprs, nil) {
		names = append(names, t.Table)
	}
	return names
}

// columnDefaults looks for them.
type columnDefaults struct {
	ctx     *sql.Context
	catalog *analyzer.Catalog
	schemas map[[2]string]sql.Schema // of tables that have been asked for, by database and name
	derived bool                     // there are tables whose columns are not known here
	missing bool                     // there is no table to insert into, as the engine says
	err     error
}

// defaultColumn is the column whose default an expression is; nil for any other expression.
func defaultColumn(e sqlparser.Expr) *sqlparser.ColName {
	switch e := e.(type) {
	case *sqlparser.Default:
		if e.ColName != "" {
			return &sqlparser.ColName{Name: sqlparser.NewColIdent(e.ColName)}
		}
	case *sqlparser.FuncExpr:
		if len(e.Exprs) != 1 || !e.Qualifier.IsEmpty() || !e.Name.EqualString(words.Default) {
			return nil
		}
		if a, ok := e.Exprs[0].(*sqlparser.AliasedExpr); ok {
			c, _ := a.Expr.(*sqlparser.ColName)
			return c
		}
	}
	return nil
}

// assign does so for DEFAULT without a column, in the rows of an INSERT and after ON DUPLICATE
// KEY UPDATE.
func (d *columnDefaults) assign(s *sqlparser.Insert) {
	into := change.Target{Table: s.Table, Name: s.Table.Name.String()}
	d.set(sqlparser.AssignmentExprs(s.OnDup), []change.Target{into}, s.Ignore != "")
	for _, a := range s.OnDup {
		if of, ok := a.Expr.(*sqlparser.Default); !ok || of.ColName != "" {
			continue
		}
		c := d.column(into, a.Name.Name.String())
		switch {
		case c == nil:
			a.Expr = &sqlparser.NullVal{} // of a column that there is not, as the engine says
		case c.Generated != nil:
		case c.Default != nil:
			a.Expr = change.DefaultOf(c)
		default:
			a.Expr, _ = valueOfDefault(d.ctx, c)
		}
	}
	for _, row := range valuesOf(s.Rows) {
		for i := range row {
			if of, ok := row[i].(*sqlparser.Default); ok && of.ColName == "" {
				row[i] = d.undefaulted(d.place(into, s.Columns, i), s.Ignore != "", row[i])
			}
		}
	}
}

// set does so for what columns are set to.
func (d *columnDefaults) set(sets sqlparser.AssignmentExprs, tables []change.Target, ignore bool) {
	for _, a := range sets {
		if of, ok := a.Expr.(*sqlparser.Default); !ok || of.ColName != "" {
			continue
		}
		for _, t := range tables {
			if !names(a.Name, t) {
				continue
			}
			if c := d.column(t, a.Name.Name.String()); c != nil {
				a.Expr = d.undefaulted(c, ignore, a.Expr)
				break
			}
		}
	}
}

// names says whether the name of a column may be of a table.
func names(c *sqlparser.ColName, t change.Target) bool {
	return c.Qualifier.Name.IsEmpty() || strings.EqualFold(c.Qualifier.Name.String(), t.Name)
}

// place is the column that the value at a place of a row goes to.
func (d *columnDefaults) place(into change.Target, columns sqlparser.Columns, at int) *sql.Column {
	if len(columns) > 0 {
		if at >= len(columns) {
			return nil
		}
		return d.column(into, columns[at].String())
	}
	schema := d.schema(into)
	if at >= len(schema) {
		return nil
	}
	return schema[at]
}

// undefaulted is what stands for DEFAULT where it is of a column that has none: an error, or
// without strict mode the value that the column's type has then.
func (d *columnDefaults) undefaulted(c *sql.Column, ignore bool, e sqlparser.Expr) sqlparser.Expr {
	if c == nil || !lacksDefault(c) {
		return e
	}
	if ignore || !sql.LoadSqlMode(d.ctx).Strict() {
		return inject(&impliedDefault{column: c})
	}
	if !types.IsEnum(c.Type) { // which has its first member
		d.err = cmp.Or(d.err, noDefault(c.Name))
	}
	return inject(&impliedDefault{column: c})
}

func noDefault(column string) error {
	return mysql.NewSQLError(errNoDefault, sqlerr.StateGeneral, "Field '%s' doesn't have a default value", column)
}

// replace does so below a node, by the columns of tables.
func (d *columnDefaults) replace(n sqlparser.SQLNode, tables []change.Target, derived bool) {
	d.derived = d.derived || derived
	syntaxtree.ReplaceExpressions(n, func(e sqlparser.Expr) sqlparser.Expr {
		of := defaultColumn(e)
		if of == nil || d.err != nil {
			return nil
		}
		var found *sql.Column
		for _, t := range tables {
			if !names(of, t) {
				continue
			}
			c := d.column(t, of.Name.String())
			if c == nil {
				continue
			}
			if found != nil {
				d.err = mysql.NewSQLError(mysql.ERNonUniq, "23000", "Column '%s' in field list is ambiguous", sqlparser.String(of))
				return nil
			}
			found = c
		}
		if found == nil {
			return nil
		}
		value, err := valueOfDefault(d.ctx, found)
		d.err = err
		return value
	})
}

// refuseBare refuses DEFAULT without a column, which the engine's parser takes for a value.
func (d *columnDefaults) refuseBare(q *sqlparser.Select) {
	syntaxtree.ReplaceExpressions(q, func(e sqlparser.Expr) sqlparser.Expr {
		if of, ok := e.(*sqlparser.Default); !ok || of.ColName != "" {
			return nil
		}
		d.err = cmp.Or(d.err, defaultMisplaced())
		return &sqlparser.NullVal{}
	})
}

func defaultMisplaced() error { return sqlerr.Syntax("DEFAULT", 1) }

// refuseRest puts NULL, which the engine can bind before the error is told, for what is left.
func (d *columnDefaults) refuseRest(stmt sqlparser.SQLNode) {
	syntaxtree.ReplaceExpressions(stmt, func(e sqlparser.Expr) sqlparser.Expr {
		of := defaultColumn(e)
		if of == nil {
			return nil
		}
		if d.err == nil && !d.missing {
			d.err = mysql.NewSQLError(mysql.ERBadFieldError, "42S22", "Unknown column '%s' in '%s'", strings.ReplaceAll(sqlparser.String(of), "`", ""), clauseOf(stmt, e))
			if d.derived {
				d.err = sqlerr.NotSupportedYet("DEFAULT() of a column of a derived table or a view")
			}
		}
		return &sqlparser.NullVal{}
	})
}

// clauseOf is the clause of a statement that an expression stands in, in MySQL's words.
func clauseOf(stmt sqlparser.SQLNode, e sqlparser.Expr) string {
	clause := "field list"
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		where, ok := n.(*sqlparser.Where)
		if !ok || where == nil {
			return true, nil
		}
		_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
			if n == sqlparser.SQLNode(e) {
				clause = where.Type + " clause"
			}
			return true, nil
		}, where)
		return true, nil
	}, stmt)
	return clause
}

// column is that of a name in a table, nil for none.
func (d *columnDefaults) column(t change.Target, name string) *sql.Column {
	schema := d.schema(t)
	i := slices.IndexFunc(schema, func(c *sql.Column) bool { return strings.EqualFold(c.Name, name) })
	if i < 0 {
		return nil
	}
	return schema[i]
}

// schema has the columns of a table, none where it is a common table, a view, or not there.
func (d *columnDefaults) schema(t change.Target) sql.Schema {
	database := t.Table.DbQualifier.String()
	if database == "" {
		database = d.ctx.GetCurrentDatabase()
	}
	of := [2]string{database, t.Table.Name.String()}
	schema, asked := d.schemas[of]
	if asked {
		return schema
	}
	if table, _, err := d.catalog.Table(d.ctx, database, of[1]); err == nil {
		schema = table.Schema()
	} else {
		d.derived = true
	}
	if d.schemas == nil {
		d.schemas = make(map[[2]string]sql.Schema)
	}
	d.schemas[of] = schema
	return schema
}
