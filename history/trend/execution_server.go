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
	n := Node{}
	var id, parent sql.NullInt64
	var operator, object sql.NullString
	err = s.query(ctx, "SELECT "+strings.Join(nodeColumns, ", ")+" FROM history."+operatorTable+" WHERE "+within(planSpan(list))+" AND QUERY_ID IN ("+strings.Join(numbers, ", ")+")",
		[]any{&x.Window, &x.QueryID, &id, &parent, &operator, &object, &n.Loops, &n.Rows, &n.Memory, &n.Time}, func() error {
			own := n // what its pointers lead to is made anew for each row
			own.ID, own.Parent, own.Operator, own.Object = id.Int64, parent.Int64, operator.String, object.String
			plans.add(x.Window, x.QueryID, &own)
			return nil
		})
	plans.settle()
	return list, err
}
