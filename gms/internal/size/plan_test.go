package size

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"weak"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/types"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/internal/heaptest"
	"github.com/perfschema/perfschema/internal/racetest"
)

// bigStatements are statements with large trees.
func bigStatements() map[string]string {
	numbers, texts, rows := new(strings.Builder), new(strings.Builder), new(strings.Builder)
	for i := range 50_000 {
		if i > 0 {
			numbers.WriteByte(',')
			texts.WriteByte(',')
			rows.WriteByte(',')
		}
		fmt.Fprintf(numbers, "%d", 1_000_000+2*i)
		fmt.Fprintf(texts, "'name number %d'", i)
		fmt.Fprintf(rows, "(%d,'name number %d',%d.25)", i, i, i)
	}
	joins, unions := new(strings.Builder), new(strings.Builder)
	joins.WriteString("SELECT t0.id, t0.name FROM t t0")
	unions.WriteString("SELECT id, name FROM t WHERE id = 0")
	for i := 1; i < 60; i++ {
		fmt.Fprintf(unions, " UNION ALL SELECT id + %d, CONCAT(name, 'x', %d) FROM t WHERE price > %d AND name LIKE 'a%%'", i, i, i)
	}
	for i := 1; i < 8; i++ {
		fmt.Fprintf(joins, " STRAIGHT_JOIN t t%d ON t%d.id = t%d.id AND t%d.price > %d", i, i, i-1, i, i)
	}
	return map[string]string{
		"numbers":       "SELECT * FROM t WHERE price IN (" + numbers.String() + ")",
		"indexed":       "SELECT * FROM other.indexed WHERE id IN (" + numbers.String() + ")",
		"texts":         "SELECT * FROM t WHERE name IN (" + texts.String() + ")",
		"rows":          "INSERT INTO t VALUES " + rows.String(),
		"joins":         joins.String(),
		"unions":        unions.String(),
		"expressions":   "SELECT " + strings.Repeat("COALESCE(price * 2 + id, 7) - ", 200) + "1 FROM t",
		"conjunction":   "SELECT id FROM t WHERE " + strings.Repeat("(price <> 5 OR name = 'abc') AND ", 200) + "id > 0",
		"a point":       "SELECT name FROM t WHERE id = 5",
		"some grouping": "SELECT name, COUNT(*), MAX(price) FROM t WHERE id > 5 GROUP BY name HAVING COUNT(*) > 1 ORDER BY 2 DESC LIMIT 10",
	}
}

// spyParser keeps weak hold of the last tree.
type spyParser struct {
	sql.Parser
	selected *weak.Pointer[ast.Select]
	inserted *weak.Pointer[ast.Insert]
}

// ParseWithOptions implements sql.Parser.
func (p spyParser) ParseWithOptions(ctx context.Context, query string, delimiter rune, multi bool, options ast.ParserOptions) (ast.Statement, string, string, error) {
	stmt, text, rest, err := p.Parser.ParseWithOptions(ctx, query, delimiter, multi, options)
	switch s := stmt.(type) {
	case *ast.Select:
		*p.selected = weak.Make(s)
	case *ast.Insert:
		*p.inserted = weak.Make(s)
	}
	return stmt, text, rest, err
}

// Once the plan runs nothing holds the parse tree.
func TestParseTreeIsGarbage(t *testing.T) {
	spy := spyParser{Parser: sql.NewMysqlParser(), selected: new(weak.Pointer[ast.Select]), inserted: new(weak.Pointer[ast.Insert])}
	db := memory.NewDatabase("shop")
	provider := memory.NewDBProvider(db)
	var overrides sql.EngineOverrides
	overrides.Builder.Parser = spy
	e := sqle.New(analyzer.NewBuilder(provider).AddOverrides(overrides).Build(), nil)
	ctx := sql.NewContext(t.Context(), sql.WithSession(memory.NewSession(sql.NewBaseSession(), provider)))
	ctx.SetCurrentDatabase("shop")
	for _, query := range []string{
		"CREATE TABLE t (id BIGINT PRIMARY KEY, name VARCHAR(100))",
		"INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')",
		"INSERT INTO t SELECT id + 10, name FROM t WHERE id IN (1, 2)",
		"SELECT name, (SELECT COUNT(*) FROM t b WHERE b.id > a.id) FROM t a WHERE id IN (1, 2, 3) ORDER BY name",
		"WITH c AS (SELECT id FROM t) SELECT * FROM c JOIN t USING (id)",
	} {
		_, iter, _, err := e.Query(ctx, query)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		runtime.GC()
		runtime.GC()
		if spy.selected.Value() != nil || spy.inserted.Value() != nil {
			t.Errorf("%s: its parse tree is there still", query)
		}
		if _, err := sql.RowIterToRows(ctx, iter); err != nil {
			t.Fatal(err)
		}
	}
	if *spy.selected == (weak.Pointer[ast.Select]{}) || *spy.inserted == (weak.Pointer[ast.Insert]{}) {
		t.Error("the parser was not asked")
	}
}

// oneTable is a database with a table that is the same for all plans.
type oneTable struct {
	*memory.Database
	table *fixedTable
}

// GetTableInsensitive implements sql.Database.
func (d oneTable) GetTableInsensitive(ctx *sql.Context, name string) (sql.Table, bool, error) {
	if name == "t" {
		return d.table, true, nil
	}
	return d.Database.GetTableInsensitive(ctx, name)
}

// fixedTable is that table, which nobody reads or changes.
type fixedTable struct{ sql.InsertableTable }

func (*fixedTable) Name() string               { return "t" }
func (*fixedTable) String() string             { return "t" }
func (*fixedTable) Collation() sql.CollationID { return sql.Collation_Default }
func (*fixedTable) Schema() sql.Schema         { return fixedSchema }

var fixedSchema = sql.Schema{
	{Name: "id", Type: types.Int64, Source: "t"},
	{Name: "name", Type: types.Text, Source: "t", Nullable: true},
	{Name: "price", Type: types.Float64, Source: "t", Nullable: true},
}

// treesOf are an engine with a table, and the context to parse and plan in.
func treesOf(t *testing.T) (*sqle.Engine, *sql.Context) {
	t.Helper()
	db := oneTable{memory.NewDatabase("shop"), &fixedTable{}}
	provider := memory.NewDBProvider(db, memory.NewDatabase("other"))
	e := sqle.New(analyzer.NewBuilder(provider).Build(), nil)
	ctx := sql.NewContext(t.Context(), sql.WithSession(memory.NewSession(sql.NewBaseSession(), provider)))
	ctx.SetCurrentDatabase("shop")
	_, iter, _, err := e.Query(ctx, "CREATE TABLE other.indexed (id BIGINT PRIMARY KEY, name VARCHAR(100), price DOUBLE)")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sql.RowIterToRows(ctx, iter); err != nil {
		t.Fatal(err)
	}
	return e, ctx
}

// What is said of parse trees and plans is what the heap holds.
func TestTreeSize(t *testing.T) {
	if racetest.Enabled {
		t.Skip("the race detector makes objects larger")
	}
	if !heaptest.Alone(t) {
		return
	}
	e, ctx := treesOf(t)
	check := func(name string, got, grown int64) {
		t.Helper()
		d := 100 * float64(got-grown) / float64(grown)
		// The engine keeps contexts for each table that is read, which are no part of
		// the plan.
		contexts := float64(60*400) / float64(grown) * 100
		if name != "plan of unions" {
			contexts = float64(100) / float64(grown) * 100
		}
		say := t.Logf
		if d < -15-contexts || d > 15 {
			say = t.Errorf
		}
		say("%-24s %9d bytes, the heap %9d, %+.1f %%", name, got, grown, d)
	}
	for name, query := range bigStatements() {
		many := min(max(20_000/len(query), 2), 60)
		parsed, err := ast.Parse(query)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		check("parse tree of "+name, Tree(parsed), heaptest.Each(many, func() ast.Statement {
			s, _ := ast.Parse(query)
			return s
		}))
		p, err := e.AnalyzeQuery(ctx, query)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		check("plan of "+name, Plan(p), heaptest.Each(many, func() sql.Node {
			n, _ := e.AnalyzeQuery(ctx, query)
			return n
		}))
	}
}
