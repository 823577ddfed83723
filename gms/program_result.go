package gms

import (
	"errors"
	"io"

	"github.com/dolthub/go-mysql-server/server"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/procedures"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	"github.com/dolthub/vitess/go/sqltypes"
	querypb "github.com/dolthub/vitess/go/vt/proto/query"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/internal/client"
	"github.com/perfschema/perfschema/gms/internal/held"
	"github.com/perfschema/perfschema/gms/internal/pipeline"
	"github.com/perfschema/perfschema/gms/internal/resultset"
	"github.com/perfschema/perfschema/gms/internal/sysschema"
	"github.com/perfschema/perfschema/gms/internal/wire"
)

// callResults is what has been sent of the results of a CALL, one for each SELECT
// of the procedure, as it runs. They are sent on the goroutine that runs it, a batch
// of rows or partSize bytes at a time: who does not take them has the procedure wait.
type callResults struct {
	some bool // a result has begun
	open bool // the last has not been ended
}

// partSize is how many bytes of rows are sent at a time; a row may be larger.
const partSize = 64 << 10

// ends says whether this is what CALL gives itself, after results of its SELECTs.
func (c *callResults) ends(r *sqltypes.Result) bool {
	return c.some && r != nil && len(r.Fields) == 0
}

// SendsResults implements program.Host. It says whether the results of a procedure's statements can be sent
// before it has ended. They cannot be if a cursor is to fetch them, if they come of a
// trigger, if there is no connection that the Adapter listens to, and if the client
// takes one result only. Those of an event go nowhere.
func (p *procedureRun) SendsResults(ctx *sql.Context) bool {
	x := p.execution
	if x.connection.event {
		return !insideTrigger(ctx)
	}
	return !x.cursor && x.connection.client != nil && !insideTrigger(ctx) &&
		client.Of(x.connection.client.Conn).ManyResults()
}

// errBadSelect is ER_SP_BADSELECT.
const errBadSelect = 1312

// takesResults gives the error of a procedure with results for a client that takes one
// result only.
func (p programNodes) takesResults(schema string, procedure *plan.Procedure) error {
	c := p.x.connection.client
	if c == nil || !client.Of(c.Conn).OneResult() {
		return nil
	}
	if sysschema.FindProcedure(schema, procedure.Name) != nil {
		return mysql.NewSQLError(errBadSelect, "0A000", "PROCEDURE %s.%s can't return a result set in the given context", schema, procedure.Name)
	}
	for _, op := range procedure.Ops {
		gives := false
		switch stmt := op.PrimaryData.(type) {
		case *ast.Select:
			gives = op.OpCode == procedures.OpCode_Select && stmt.Into == nil
		case *ast.SetOp, *ast.Show, *ast.Explain, *ast.Execute:
			gives = op.OpCode == procedures.OpCode_Execute
		}
		if gives {
			return mysql.NewSQLError(errBadSelect, "0A000", "PROCEDURE %s.%s can't return a result set in the given context", schema, procedure.Name)
		}
	}
	return nil
}

// Send implements program.Host: it sends the rows of a statement, and returns what is left: of a statement that
// gives no rows what it has changed.
func (p *procedureRun) Send(ctx *sql.Context, schema sql.Schema, iter sql.RowIter) (sql.Schema, sql.RowIter, error) {
	if len(schema) == 0 || types.IsOkResultSchema(schema) {
		return schema, iter, nil
	}
	event := p.execution.connection.event
	out := resultPart{run: p, schema: schema}
	if !event {
		out.result.Fields, out.buffer = resultFields(ctx, schema), sql.NewByteBuffer(held.ResultBufferSize)
	}
	for {
		row, err := iter.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && types.IsOkResult(row) {
			return types.OkResultSchema, sql.RowsToRowIter(row), iter.Close(ctx)
		}
		if err == nil && event {
			continue
		}
		if err == nil {
			err = out.add(ctx, row)
		} else if len(out.result.Rows) > 0 {
			_ = out.flush() // rows come before their error
		}
		if err != nil {
			_ = iter.Close(ctx) // the first error is the one that counts
			return nil, nil, err
		}
	}
	if err := iter.Close(ctx); err != nil {
		return nil, nil, err
	}
	var err error
	if !event {
		err = out.end()
	}
	return types.OkResultSchema, sql.RowsToRowIter(sql.NewRow(types.NewOkResult(0))), err
}

// resultPart is the part of a result that is sent next.
type resultPart struct {
	run    *procedureRun
	schema sql.Schema
	result sqltypes.Result
	buffer *sql.ByteBuffer
	bytes  int
	begun  bool
}

func (o *resultPart) add(ctx *sql.Context, row sql.Row) error {
	values, err := server.RowToSQL(ctx, o.schema, row, nil, o.buffer)
	if err != nil {
		return err
	}
	for i := range values {
		o.bytes += values[i].Len()
	}
	o.result.Rows = append(o.result.Rows, values)
	if o.bytes < partSize && len(o.result.Rows) < pipeline.Batch {
		return nil
	}
	return o.flush()
}

// flush sends the part.
func (o *resultPart) flush() error {
	x := o.run.execution
	if !o.begun {
		if err := x.spool.beginResult(o.result.Fields); err != nil {
			return err
		}
		o.begun = true
	}
	o.result.RowsAffected = uint64(len(o.result.Rows))
	err := x.spool.sendPart(&o.result, x.window.Prepared)
	clear(o.result.Rows)
	o.result.Rows, o.bytes = o.result.Rows[:0], 0
	x.memory.Result.Used = 0
	if held.ByteBufferSize(o.buffer) > pipeline.LargestSpare {
		o.buffer = sql.NewByteBuffer(held.ResultBufferSize)
	}
	o.buffer.Reset()
	return err
}

// end sends the last part, and that the result has ended.
func (o *resultPart) end() error {
	if len(o.result.Rows) > 0 || !o.begun {
		if err := o.flush(); err != nil {
			return err
		}
	}
	x := o.run.execution
	return x.spool.endResult(x.connection.tellStatus(&o.run.current.facts))
}

// beginResult begins another result.
func (s *spool) beginResult(fields []*querypb.Field) error {
	c := s.connection.client
	s.moments = resultset.MomentDigits(s.moments, fields, nil)
	if !s.some {
		s.some, s.open = true, true
		return s.sent(nil, client.Of(c.Conn).FollowResults()) // vitess writes the columns of the first
	}
	if s.open { // an error has ended it, for which the procedure had a handler
		if err := s.endResult(c.StatusFlags); err != nil {
			return err
		}
	}
	s.open = true
	return s.sent(nil, client.Of(c.Conn).BeginResult(fields))
}

// sendPart sends rows of a result, of a prepared statement or of a query.
func (s *spool) sendPart(r *sqltypes.Result, prepared bool) error {
	if prepared {
		return s.countPrepared(r)
	}
	return s.countQuery(r, true)
}

// endResult ends a result that something follows.
func (s *spool) endResult(flags uint16) error {
	s.open = false
	return s.sent(nil, client.Of(s.connection.client.Conn).EndResult(flags, s.connection.session.WarningCount()))
}

// endResults is called with what CALL gives itself.
func (s *spool) endResults(r *sqltypes.Result) error {
	c := s.connection.client
	if s.open {
		if err := s.endResult(c.StatusFlags); err != nil {
			return err
		}
	}
	if err := client.Of(c.Conn).EndResults(r.RowsAffected, r.InsertID); err != nil {
		return err
	}
	s.closed = true
	return s.connection.tellSession(wire.Amendment{}, false)
}

// resultFields describes the columns of a result as the engine does it, but for NOT NULL:
// the schema alone proves it of none.
func resultFields(ctx *sql.Context, schema sql.Schema) []*querypb.Field {
	results := ctx.GetCharacterSetResults()
	fields := make([]*querypb.Field, len(schema))
	for i, c := range schema {
		f := &querypb.Field{
			Name: c.Name, OrgName: c.Name, Table: c.Source, OrgTable: c.Source, Database: c.DatabaseSource,
			Type: c.Type.Type(), ColumnLength: c.Type.MaxTextResponseByteLength(ctx), Charset: uint32(sql.Collation_Default.CharacterSet()),
		}
		if t, ok := c.Type.(sql.TypeWithCollation); ok {
			f.Charset = uint32(t.Collation().CharacterSet())
		}
		switch {
		case types.IsBinaryType(c.Type):
			f.Charset = uint32(sql.Collation_binary)
		case results != sql.CharacterSet_Unspecified:
			f.Charset = uint32(results)
		}
		f.Flags = columnFlag(c.AutoIncrement, querypb.MySqlFlag_AUTO_INCREMENT_FLAG) |
			columnFlag(c.PrimaryKey, querypb.MySqlFlag_PRI_KEY_FLAG) | columnFlag(types.IsUnsigned(c.Type), querypb.MySqlFlag_UNSIGNED_FLAG)
		switch t := c.Type.(type) {
		case sql.DecimalType:
			f.Decimals = uint32(t.Scale())
		case sql.DatetimeType:
			f.Decimals = uint32(t.Precision())
		}
		fields[i] = f
	}
	resultset.Describe(fields, nil, schema)
	return fields
}

func columnFlag(set bool, flag querypb.MySqlFlag) uint32 {
	if set {
		return uint32(flag)
	}
	return 0
}
