package activesession

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/sqltext"
)

// Dimension is what active sessions are told apart by: a column of
// profiling.active_session_history, or several.
type Dimension struct {
	// Name names the dimension to who chooses one: "user".
	Name string
	// Columns are the columns of the table whose values tell rows apart, Labels those that only
	// describe a value.
	Columns, Labels []string
	// None describes the rows in which all Columns are NULL.
	None string

	values func(r *Row, to []string) []string // of Columns and Labels
	text   func(values []string) string
}

// Dimensions returns all dimensions, in the order in which they are offered.
func Dimensions() []*Dimension { return dimensions }

// FindDimension returns the dimension of a name, nil for none.
func FindDimension(name string) *Dimension {
	if i := slices.IndexFunc(dimensions, func(d *Dimension) bool { return d.Name == name }); i >= 0 {
		return dimensions[i]
	}
	return nil
}

// Text describes a value of the dimension: values are those of Columns and Labels, "" for NULL.
func (d *Dimension) Text(values []string) string {
	if !slices.ContainsFunc(values[:len(d.Columns)], func(v string) bool { return v != "" }) {
		return d.None
	}
	return d.text(values)
}

// SQL returns the statement that counts the samples of a span by the dimension's values, those
// with the most first, at most so many. Its columns are Columns and Labels, then how many samples
// were running, queued and waiting. One sample stands for the interval of the table.
func (d *Dimension) SQL(from, to time.Time, only *Only, most int) string {
	list := slices.Clone(d.Columns)
	for _, l := range d.Labels {
		list = append(list, "MAX("+l+") AS "+l)
	}
	return fmt.Sprintf("SELECT %s,\n       SUM(STATE = 'running') AS running, SUM(STATE = 'queued') AS queued, SUM(STATE = 'waiting') AS waiting\n  FROM %s\n WHERE %s\n GROUP BY %s ORDER BY COUNT(*) DESC LIMIT %d",
		strings.Join(list, ", "), tableName, between(from, to)+only.sql(), strings.Join(d.Columns, ", "), most)
}

// TotalSQL returns the statement that counts the samples of a span: how many were running, queued
// and waiting.
func TotalSQL(from, to time.Time) string {
	return fmt.Sprintf("SELECT SUM(STATE = 'running'), SUM(STATE = 'queued'), SUM(STATE = 'waiting') FROM %s WHERE %s", tableName, between(from, to))
}

// Only limits rows to those of one value of a Dimension. A nil Only is all rows.
type Only struct {
	Dimension *Dimension
	// Values are those of the dimension's Columns, "" for NULL.
	Values []string
}

// Has reports whether a row is one of these.
func (o *Only) Has(r *Row) bool {
	return o == nil || slices.Equal(o.Dimension.values(r, nil)[:len(o.Values)], o.Values)
}

// sql is the condition that follows others.
func (o *Only) sql() string {
	if o == nil {
		return ""
	}
	var b strings.Builder
	for i, v := range o.Values {
		if b.WriteString(" AND " + o.Dimension.Columns[i]); v == "" {
			b.WriteString(" IS NULL")
		} else {
			b.WriteString(" = " + sqltext.Quote(v))
		}
	}
	return b.String()
}

// tableName is the table that statements read.
const tableName = "profiling.active_session_history"

// between is the condition that a row was sampled after from and until to.
func between(from, to time.Time) string {
	seconds := func(t time.Time) string { return fmt.Sprintf("%d.%06d", t.Unix(), t.Nanosecond()/1000) }
	return fmt.Sprintf("SAMPLE_TIME > FROM_UNIXTIME(%s) AND SAMPLE_TIME <= FROM_UNIXTIME(%s)", seconds(from), seconds(to))
}

var dimensions = []*Dimension{
	{Name: "statement", Columns: []string{"DB", "DIGEST"}, Labels: []string{"DIGEST_TEXT"}, None: "without a digest",
		values: func(r *Row, to []string) []string { return append(to, r.Schema, r.Digest, r.DigestText) },
		text: func(v []string) string {
			if v[1] == "" {
				return "without a digest"
			}
			return firstOf(v[2], v[1])
		}},
	{Name: "session", Columns: []string{"PROCESSLIST_ID"}, Labels: []string{"USER", "HOST"}, None: "no connection, or it ended at once",
		values: func(r *Row, to []string) []string { return append(to, idOf(r.ProcesslistID), r.User, r.Host) },
		text: func(v []string) string {
			if v[1] == "" {
				return "connection " + v[0]
			}
			return fmt.Sprintf("%s@%s, connection %s", v[1], v[2], v[0])
		}},
	one("user", "USER", "no user", func(r *Row) string { return r.User }),
	one("host", "HOST", "no host", func(r *Row) string { return r.Host }),
	one("program", "PROGRAM_NAME", "not told by the client", func(r *Row) string { return r.Program }),
	one("schema", "DB", "no default schema", func(r *Row) string { return r.Schema }),
	one("command", "EVENT_NAME", "unknown", func(r *Row) string { return r.EventName }),
	one("state", "STATE", "unknown", func(r *Row) string { return r.State.String() }),
	one("stage", "STAGE", "unknown", func(r *Row) string { return r.Stage }),
	one("resource", "RESOURCE", "did not wait", func(r *Row) string { return r.Resource }),
	one("wait", "WAIT_EVENT_NAME", "did not wait, or the wait is not known", func(r *Row) string { return r.Wait }),
	{Name: "object", Columns: []string{"OBJECT_TYPE", "OBJECT_SCHEMA", "OBJECT_NAME"}, None: "did not wait, or the object is not known",
		values: func(r *Row, to []string) []string {
			return append(to, r.Object.Type, r.Object.Schema, r.Object.Name)
		},
		text: func(v []string) string {
			return strings.TrimSpace(strings.TrimPrefix(v[1]+"."+v[2], ".") + " " + strings.ToLower(v[0]))
		}},
	one("operator", "OPERATOR", "outside of a plan", func(r *Row) string { return r.Operator }),
	{Name: "plan", Columns: []string{"DIGEST", "PLAN_HASH"}, Labels: []string{"DIGEST_TEXT"}, None: "without a digest, no plan known",
		values: func(r *Row, to []string) []string {
			return append(to, r.Digest, activity.FormatPlanHash(r.Plan), r.DigestText)
		},
		text: func(v []string) string {
			of := firstOf(v[2], v[0], "a statement without a digest")
			if v[1] == "" {
				return "no plan known, of " + of
			}
			return fmt.Sprintf("plan %s of %s", v[1], of)
		}},
	{Name: "node", Columns: []string{"DIGEST", "NODE_ID"}, Labels: []string{"OPERATOR", "DIGEST_TEXT"}, None: "without a digest, outside of a plan",
		values: func(r *Row, to []string) []string {
			return append(to, r.Digest, idOf(uint64(r.Node)), r.Operator, r.DigestText)
		},
		text: func(v []string) string {
			of := firstOf(v[3], v[0], "a statement without a digest")
			if v[1] == "" {
				return "outside of the plan of " + of
			}
			return fmt.Sprintf("%s, node %s of %s", v[2], v[1], of)
		}},
	{Name: "blocker", Columns: []string{"BLOCKING_THREAD_ID", "BLOCKING_STATE"}, Labels: []string{"BLOCKING_PROCESSLIST_ID", "BLOCKING_DIGEST_TEXT"}, None: "no blocker known",
		values: func(r *Row, to []string) []string {
			return append(to, idOf(r.Blocker.ThreadID), r.Blocker.State.String(), idOf(r.Blocker.ProcesslistID), r.Blocker.DigestText)
		},
		text: func(v []string) string {
			who := "thread " + v[0]
			if v[2] != "" {
				who = "connection " + v[2]
			}
			who += ", " + firstOf(v[1], "which has ended")
			if v[3] == "" {
				return who
			}
			return who + ", last statement " + v[3]
		}},
	one("blocker state", "BLOCKING_STATE", "no blocker known", func(r *Row) string { return r.Blocker.State.String() }),
	{Name: "blocking statement", Columns: []string{"BLOCKING_DIGEST"}, Labels: []string{"BLOCKING_DIGEST_TEXT"}, None: "none, or not known",
		values: func(r *Row, to []string) []string { return append(to, r.Blocker.Digest, r.Blocker.DigestText) },
		text:   func(v []string) string { return firstOf(v[1], v[0]) }},
	{Name: "transaction", Columns: []string{"QUERY_THREAD_ID", "TRANSACTION_EVENT_ID"}, Labels: []string{"USER"}, None: "none",
		values: func(r *Row, to []string) []string {
			return append(to, idOf(r.QueryThreadID), idOf(r.TransactionEventID), r.User)
		},
		text: func(v []string) string {
			if v[1] == "" {
				return "none, of thread " + v[0]
			}
			return fmt.Sprintf("event %s of thread %s, %s", v[1], v[0], firstOf(v[2], "no user"))
		}},
	{Name: "execution", Columns: []string{"QUERY_ID"}, Labels: []string{"DIGEST_TEXT"}, None: "unknown",
		values: func(r *Row, to []string) []string { return append(to, idOf(r.StatementID), r.DigestText) },
		text:   func(v []string) string { return "query " + v[0] + ": " + firstOf(v[1], "without a digest") }},
	{Name: "thread", Columns: []string{"THREAD_ID"}, None: "unknown",
		values: func(r *Row, to []string) []string { return append(to, idOf(r.ThreadID)) },
		text:   func(v []string) string { return "thread " + v[0] }},
}

// one is a dimension of one column, whose value is its text.
func one(name, column, none string, of func(*Row) string) *Dimension {
	return &Dimension{Name: name, Columns: []string{column}, None: none,
		values: func(r *Row, to []string) []string { return append(to, of(r)) },
		text:   func(v []string) string { return v[0] }}
}

// idOf is a number as a value, "" for 0, which is NULL.
func idOf(n uint64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatUint(n, 10)
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
