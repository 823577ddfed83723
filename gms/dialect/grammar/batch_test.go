package grammar

import (
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
)

// countedParser counts the bytes that it is given.
type countedParser struct {
	sql.Parser
	bytes int
}

func (p *countedParser) Parse(ctx *sql.Context, query string, multi bool) (ast.Statement, string, string, error) {
	p.bytes += len(query)
	return p.Parser.Parse(ctx, query, multi)
}

// Of many statements in one text the parser is given each once, and finds what it finds in
// the whole of it.
func TestStatementsOfBatchAreParsedApart(t *testing.T) {
	ctx := sql.NewEmptyContext()
	parts := []string{"SET @a = 1;", "SELECT ';', `;` /* ; */ -- ;\n ;", "  INSERT INTO t VALUES (1), (2) ;", "SELECT /*!50000 1, */ 2;", "SELECT a.b AS 'c' FROM t;"}
	text := strings.Repeat(strings.Join(parts, " "), 400) + "SELECT 2"
	counted := &countedParser{Parser: sql.DefaultMySQLParser}
	g := &Parser{Parser: counted}
	statements := 0
	for rest := text; rest != ""; statements++ {
		wantStmt, wantText, wantRest, wantErr := sql.DefaultMySQLParser.Parse(ctx, rest, true)
		stmt, one, after, err := g.parseFirst(ctx, rest, true)
		if ast.String(stmt) != ast.String(wantStmt) || one != wantText || strings.TrimSpace(after) != strings.TrimSpace(wantRest) || err != nil || wantErr != nil {
			t.Fatalf("statement %d: %q, %q, %v, want %q, %v", statements, one, ast.String(stmt), err, wantText, wantErr)
		}
		rest = after
	}
	if statements < 2000 || counted.bytes > len(text)+2*statements+longBatch*longBatch/40 {
		t.Errorf("%d statements of %d bytes: the parser was given %d", statements, len(text), counted.bytes)
	}
	program := "CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END; " + strings.Repeat("SELECT 1;", longBatch)
	if _, one, _, err := g.parseFirst(ctx, program, true); err != nil || !strings.HasSuffix(one, "END") {
		t.Errorf("of a program: %q, %v", one, err)
	}
}
