package trend

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/perfschema/perfschema/history"
)

// slowestQuery is the query for the executions of a statement that took longest.
func slowestQuery(span history.Span, digest string, limit int) string {
	return "SELECT " + strings.Join(profileColumns, ", ") + "\n  FROM history." + profileTable + "\n WHERE " + within(span) +
		" AND DIGEST LIKE '" + hexadecimal(digest) + "%'\n" + fmt.Sprintf(" ORDER BY durationTotal DESC, WINDOW_START, queryId LIMIT %d", limit)
}

// Slowest implements [ExecutionSource].
func (s Server) Slowest(ctx context.Context, span history.Span, digest string, limit int) ([]*Execution, error) {
	if hexadecimal(digest) == "" {
		return nil, nil
	}
	var list []*Execution
	x := Execution{}
	var started sql.NullTime
	var took sql.NullInt64
	var cpu, waiting, idle, queued, used sql.NullFloat64
	var cores sql.NullInt64
	var detail, text, full sql.NullString
	err := s.query(ctx, slowestQuery(span, digest, limit), []any{&x.Window, &x.QueryID, &started, &took, &cpu, &waiting, &idle, &queued, &used, &cores, &x.Weight, &detail, &text, &full}, func() error {
		own := x
		own.Started, own.Milliseconds, own.Detail, own.Text = started.Time, took.Int64, detail.String, text.String
		own.Wall = Wall{Known: cpu.Valid, Seen: used.Valid, CPU: cpu.Float64, Waiting: waiting.Float64, Idle: idle.Float64, Queued: queued.Float64, CoresUsed: used.Float64, Cores: cores.Int64}
		list = append(list, &own)
		return nil
	})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	plans := plansOf(list)
	numbers := make([]string, len(list))
	for i, x := range list {
		numbers[i] = fmt.Sprint(x.QueryID)
	}
	var id, parent, memory sql.NullInt64
	var operator, object sql.NullString
	var loops, rows sql.Null[uint64]
	var spent sql.NullFloat64
	err = s.query(ctx, "SELECT "+strings.Join(nodeColumns, ", ")+" FROM history."+operatorTable+" WHERE "+within(planSpan(list))+" AND QUERY_ID IN ("+strings.Join(numbers, ", ")+")",
		[]any{&x.Window, &x.QueryID, &id, &parent, &operator, &object, &loops, &rows, &memory, &spent}, func() error {
			n := &Node{ID: id.Int64, Parent: parent.Int64, Operator: operator.String, Object: object.String}
			if loops.Valid {
				n.Loops = new(uint64)
				*n.Loops = loops.V
			}
			if rows.Valid {
				n.Rows = new(uint64)
				*n.Rows = rows.V
			}
			if memory.Valid {
				n.Memory = new(int64)
				*n.Memory = memory.Int64
			}
			if spent.Valid {
				n.Time = new(float64)
				*n.Time = spent.Float64
			}
			plans.add(x.Window, x.QueryID, n)
			return nil
		})
	plans.settle()
	return list, err
}
