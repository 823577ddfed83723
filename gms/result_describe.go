package gms

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"

	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/resultset"
)

// describe describes the columns of a result with its first part.
func (s *spool) describe(r *sqltypes.Result, root sql.Node) {
	if len(r.Fields) > 0 && !s.began {
		resultset.Describe(r.Fields, root, nil)
		resultset.DescribeNullness(r.Fields, root)
		s.moments = resultset.MomentDigits(s.moments, r.Fields, root)
	}
}

// describePrepared is describeNullness for a statement that has been prepared. The engine
// keeps no plan of it: if a column is flagged NOT NULL, the statement is bound once more.
func (x *execution) describePrepared(ctx context.Context, fields []*querypb.Field, text string) {
	if resultset.AnyNotNull(fields) {
		resultset.DescribeNullness(fields, x.connection.boundPrepared(ctx, text))
	}
}

// boundPrepared is the plan of a prepared text; nil if it cannot be bound.
func (conn *connection) boundPrepared(ctx context.Context, text string) sql.Node {
	engine, session := conn.adapter.statements.engine, conn.session
	if session == nil {
		session = client.Of(conn.client.Conn).Session()
	}
	if session == nil || engine == nil {
		return nil
	}
	text = sql.RemoveSpaceAndDelimiter(text, ';')
	parsed, ok := engine.PreparedDataCache.GetCachedStmt(session.ID(), text)
	if !ok {
		return nil
	}
	sqlCtx := sql.NewContext(ctx, sql.WithSession(session))
	root, _, err := planbuilder.New(sqlCtx, engine.Analyzer.Catalog, engine.EventScheduler).BindOnly(parsed, text, nil)
	if err != nil {
		return nil
	}
	return root
}
