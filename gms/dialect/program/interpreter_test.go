package program

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/procedures"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
)

// engine is a Host whose statements give what they are told to, and no rows else.
type engine struct {
	values map[string][]any // what a statement or expression gives, one each time
	fails  map[string]error
	ran    []string
	texts  []string
	text   Text
	gone   bool
}

func (e *engine) Run(_ *sql.Context, stmt ast.Statement, at Location) (sql.Schema, sql.RowIter, error) {
	text := ast.String(stmt)
	if at.Operation == procedures.OpCode_If || at.Operation == procedures.OpCode_Set {
		text = strings.TrimPrefix(text, "select ")
	} else {
		e.texts = append(e.texts, e.text.Of(at))
	}
	e.ran = append(e.ran, text)
	if err := e.fails[text]; err != nil {
		return nil, nil, err
	}
	values := e.values[text]
	if len(values) == 0 {
		return types.OkResultSchema, sql.RowsToRowIter(), nil
	}
	e.values[text] = values[1:]
	return sql.Schema{{Name: "v", Type: types.Int64}}, sql.RowsToRowIter(sql.NewRow(values[0])), nil
}

func (e *engine) Prepared(*sql.Context, string) ast.Statement { return nil }

func (e *engine) SendsResults(*sql.Context) bool { return false }

func (e *engine) Send(_ *sql.Context, s sql.Schema, rows sql.RowIter) (sql.Schema, sql.RowIter, error) {
	return s, rows, nil
}

func (e *engine) Gone() bool { return e.gone }

func (e *engine) ClientError(err error) (number int, state, message string) {
	var told *mysql.SQLError
	if errors.As(err, &told) {
		return told.Num, told.State, told.Message
	}
	return 1105, "HY000", err.Error()
}

var errTaken = mysql.NewSQLError(1062, "23000", "taken")

// TestInterpret runs bodies of procedures: what of them is run, in which order.
func TestInterpret(t *testing.T) {
	for _, c := range []struct {
		name, body string
		values     map[string][]any
		fails      map[string]error
		ran        []string
		err        error
	}{
		{"one after the other", "BEGIN DELETE FROM a; DELETE FROM b; END", nil, nil, []string{"delete from a", "delete from b"}, nil},
		{"IF", "BEGIN IF @a THEN DELETE FROM a; ELSE DELETE FROM b; END IF; DELETE FROM c; END", map[string][]any{"@a": {int64(0)}}, nil, []string{"@a", "delete from b", "delete from c"}, nil},
		{"NULL is not true", "BEGIN IF @a THEN DELETE FROM a; END IF; DELETE FROM c; END", map[string][]any{"@a": {nil}}, nil, []string{"@a", "delete from c"}, nil},
		{"WHILE", "BEGIN WHILE @a DO DELETE FROM a; END WHILE; END", map[string][]any{"@a": {int64(1), int64(1), int64(0)}}, nil, []string{"@a", "delete from a", "@a", "delete from a", "@a"}, nil},
		{"LEAVE", "BEGIN l: LOOP DELETE FROM a; LEAVE l; END LOOP; DELETE FROM b; END", nil, nil, []string{"delete from a", "delete from b"}, nil},
		{"an error", "BEGIN DELETE FROM a; DELETE FROM b; END", nil, map[string]error{"delete from a": errTaken}, []string{"delete from a"}, errTaken},
		{"CONTINUE", "BEGIN DECLARE CONTINUE HANDLER FOR 1062 DELETE FROM c; DELETE FROM a; DELETE FROM b; END", nil, map[string]error{"delete from a": errTaken}, []string{"delete from a", "delete from c", "delete from b"}, nil},
		{"EXIT", "BEGIN BEGIN DECLARE EXIT HANDLER FOR SQLSTATE '23000' DELETE FROM c; DELETE FROM a; DELETE FROM b; END; DELETE FROM d; END", nil, map[string]error{"delete from a": errTaken}, []string{"delete from a", "delete from c", "delete from d"}, nil},
		{"a handler for another", "BEGIN DECLARE EXIT HANDLER FOR 1146 DELETE FROM c; DELETE FROM a; END", nil, map[string]error{"delete from a": errTaken}, []string{"delete from a"}, errTaken},
		{"the closest", "BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION DELETE FROM c; DECLARE EXIT HANDLER FOR 1062 DELETE FROM d; DELETE FROM a; END", nil, map[string]error{"delete from a": errTaken}, []string{"delete from a", "delete from d"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := &engine{values: c.values, fails: c.fails}
			err := e.call(context.Background(), t, c.body)
			if !slices.Equal(e.ran, c.ran) {
				t.Errorf("ran %q, not %q", e.ran, c.ran)
			}
			if !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
				t.Errorf("error %v, not %v", err, c.err)
			}
			for i, text := range e.texts {
				if text == "" {
					t.Errorf("the text of statement %d cannot be told", i)
				}
			}
		})
	}
}

// TestInterpretEnds has no handler keep a procedure going whose caller is gone.
func TestInterpretEnds(t *testing.T) {
	const body = "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END; DELETE FROM a; DELETE FROM b; END"
	e := &engine{fails: map[string]error{"delete from a": errTaken}, gone: true}
	if err := e.call(context.Background(), t, body); !errors.Is(err, errTaken) || len(e.ran) != 1 {
		t.Errorf("ran %q: %v", e.ran, err)
	}
	killed, kill := context.WithCancel(context.Background())
	kill()
	e = &engine{}
	if err := e.call(killed, t, body); !errors.Is(err, context.Canceled) || len(e.ran) != 0 {
		t.Errorf("ran %q: %v", e.ran, err)
	}
}

// call runs a procedure with that body.
func (e *engine) call(ctx context.Context, t *testing.T, body string) error {
	t.Helper()
	source := "CREATE PROCEDURE p() " + body
	stmt, err := ast.Parse(source)
	if err != nil {
		t.Fatal(err)
	}
	AcceptConditions(stmt)
	var operations []*procedures.InterpreterOperation
	if err := procedures.ConvertStmt(&operations, procedures.NewInterpreterStack(), stmt.(*ast.DDL).ProcedureSpec.Body); err != nil {
		t.Fatal(err)
	}
	call := plan.NewCall(sql.UnresolvedDatabase("d"), "p", nil, &plan.Procedure{Name: "p", Ops: operations}, nil, nil, nil)
	e.text = TextOf(source, operations)
	_, _, err = Interpret(sql.NewContext(ctx), Procedure{Call: call, Operations: operations, Source: source}, e)
	return err
}
