package definition

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/transform"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/acting"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
	"github.com/perfschema/perfschema/gms/dialect/syntaxtree"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// errNonUpdatableCheck is ER_VIEW_NONUPD_CHECK.
const errNonUpdatableCheck = 1368

// definers decides which accounts a view may run as.
type definers interface {
	// AuthorizeDefiner returns the error of an account that may not make a view or a program of
	// the definer.
	AuthorizeDefiner(ctx *sql.Context, definer string) error
}

// KeepView returns a CREATE VIEW that stores the view by a complete text: its definer, and the
// database of each table that it reads, so that the session that reads it does not matter. ALTER
// VIEW replaces a view that exists, and keeps the attributes that the statement leaves out.
func KeepView(ctx *sql.Context, catalog *analyzer.Catalog, rights definers, n *plan.CreateView) (sql.Node, error) {
	v, ok := ReadView(n.CreateViewString, sql.LoadSqlMode(ctx).AnsiQuotes())
	if !ok {
		return n, nil
	}
	database := node.DatabaseName(n.Database())
	before, exists := View(ctx, catalog, database, n.Name)
	if n.IsReplace && !exists {
		_, isTable, err := n.Database().GetTableInsensitive(ctx, n.Name)
		switch {
		case err != nil:
			return nil, err //nolint:wrapcheck // the engine's own
		case isTable:
			return nil, sqlerr.NotView(database, n.Name)
		case v.Alters:
			return nil, sqlerr.NoTable(database, n.Name)
		}
	}
	v.KeepQuery(n.Definition.TextDefinition, sql.LoadSqlMode(ctx).AnsiQuotes())
	if old, ok := ReadView(before, false); ok && v.Alters {
		if v.Algorithm == "" || v.Algorithm == "UNDEFINED" {
			v.Algorithm = old.Algorithm
		}
		if v.Definer == "" {
			v.Definer = old.Definer
		}
		if v.Security == "" {
			v.Security = old.Security
		}
	}
	if v.Check != "" && !isUpdatable(n) {
		return nil, mysql.NewSQLError(errNonUpdatableCheck, sqlerr.StateGeneral, "CHECK OPTION on non-updatable view '%s.%s'", database, n.Name)
	}
	if (v.Definer == "" || v.Definer == OwnDefiner) && !acting.IsServer(ctx) {
		v.Definer = DefinerOf(acting.Account(ctx))
	}
	if err := rights.AuthorizeDefiner(ctx, v.Definer); err != nil {
		return nil, err
	}
	if !strings.EqualFold(database, ctx.GetCurrentDatabase()) {
		query, err := namesDatabases(ctx, v.Query)
		if err != nil {
			return nil, err
		}
		v.Query = query
	}
	kept := *n
	kept.CreateViewString = v.Create(n.Name)
	return &kept, nil
}

// isUpdatable says whether MySQL could change rows through a view: each is one of a table's.
func isUpdatable(n *plan.CreateView) bool {
	if strings.EqualFold(n.Algorithm, "TEMPTABLE") {
		return false
	}
	reads, single := false, true
	transform.Inspect(n.Definition.Child, func(n sql.Node) bool {
		switch n := n.(type) {
		case *plan.ResolvedTable:
			reads = reads || !plan.IsDualTable(n.UnderlyingTable())
		case *plan.SubqueryAlias: // a view
			reads = true
			return false
		case *plan.Distinct, *plan.GroupBy, *plan.Having, *plan.SetOp, *plan.Window, *plan.Limit:
			single = false
		}
		return single
	})
	return reads && single
}

// namesDatabases is a query in which each table has its database: what reads a view has
// that of the view, where this statement has its session's.
func namesDatabases(ctx *sql.Context, query string) (string, error) {
	options := sql.LoadSqlMode(ctx).ParserOptions()
	options.AnsiQuotes = false
	stmt, err := sqlparser.ParseWithOptions(ctx, query, options)
	if err != nil {
		return "", err //nolint:wrapcheck // it has been parsed before
	}
	var within []string // names of WITH
	var open []*sqlparser.AliasedTableExpr
	_ = syntaxtree.Walk(func(n sqlparser.SQLNode) (bool, error) {
		switch n := n.(type) {
		case *sqlparser.CommonTableExpr:
			within = append(within, strings.ToLower(n.As.String()))
		case *sqlparser.AliasedTableExpr:
			if t, ok := n.Expr.(sqlparser.TableName); ok && t.DbQualifier.IsEmpty() {
				open = append(open, n)
			}
		}
		return true, nil
	}, stmt)
	changed := false
	for _, e := range open {
		t := e.Expr.(sqlparser.TableName)
		if name := strings.ToLower(t.Name.String()); name == "dual" || slices.Contains(within, name) {
			continue
		}
		t.DbQualifier = sqlparser.NewTableIdent(ctx.GetCurrentDatabase())
		e.Expr, changed = t, true
	}
	if !changed {
		return query, nil
	}
	text := sqlparser.String(stmt)
	if again, err := sqlparser.ParseWithOptions(ctx, text, options); err != nil || sqlparser.String(again) != text {
		return "", sqlerr.NotSupportedYet("CREATE VIEW in another database, of " + words.Quoted(query))
	}
	return text, nil
}
