package gms

import (
	"context"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/planbuilder"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"

	"github.com/perfschema/perfschema/gms/dialect/nullness"
	"github.com/perfschema/perfschema/gms/internal/client"
)

const flagNotNull = uint32(querypb.MySqlFlag_NOT_NULL_FLAG)

// describeNullness leaves NOT NULL on those columns of a result that are proved never to
// be NULL by root, the plan that gives them.
func describeNullness(fields []*querypb.Field, root sql.Node) {
	p := nullness.Of(root)
	for i, f := range fields {
		if f.Flags&flagNotNull != 0 && !p.NotNull(i) {
			f.Flags &^= flagNotNull
		}
	}
}

// describePrepared is describeNullness for a statement that has been prepared. The engine
// keeps no plan of it: if a column is flagged NOT NULL, the statement is bound once more.
func (x *execution) describePrepared(ctx context.Context, fields []*querypb.Field, text string) {
	for _, f := range fields {
		if f.Flags&flagNotNull != 0 {
			describeNullness(fields, x.connection.boundPrepared(ctx, text))
			return
		}
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
