package field

import (
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

// CPUTime is the CPU time of statements: 0 where nobody asked for it, which is
// MySQL's value too, and unknown where somebody did and none was measured.
func CPUTime(consumerOn bool, picos uint64) any {
	switch {
	case !consumerOn:
		return uint64(0)
	case picos == 0:
		return nil
	}
	return picos
}

// CounterColumn declares a statement counter under its name in the event
// tables; the summaries put SUM_ before it.
func CounterColumn(name, comment string) view.Column {
	return view.Column{Name: name, Type: BigintUnsigned, Comment: comment}
}

// statementCounters are the counters that events and summaries share, in the
// order both have them in.
var statementCounters = []Field[record.StatementCounters]{
	{Column: CounterColumn("WARNINGS", "Warnings"),
		Value: func(c *record.StatementCounters) any { return c.Warnings }},
	{Column: CounterColumn("ROWS_AFFECTED", "Rows changed"),
		Value: func(c *record.StatementCounters) any { return c.RowsAffected }},
	{Column: CounterColumn("ROWS_SENT", "Rows sent to the client"),
		Value: func(c *record.StatementCounters) any { return c.RowsSent }},
	{Column: CounterColumn("ROWS_EXAMINED", "Rows read from tables"),
		Value: func(c *record.StatementCounters) any { return c.RowsExamined }},
	{Column: CounterColumn("CREATED_TMP_DISK_TABLES", "Temporary tables on disk"),
		Value: func(c *record.StatementCounters) any { return c.CreatedTmpDiskTables }},
	{Column: CounterColumn("CREATED_TMP_TABLES", "Temporary tables in memory"),
		Value: func(c *record.StatementCounters) any { return c.CreatedTmpTables }},
	{Column: CounterColumn("SELECT_FULL_JOIN", "Joins that read a whole table for each row"),
		Value: func(c *record.StatementCounters) any { return c.SelectFullJoin }},
	{Column: CounterColumn("SELECT_FULL_RANGE_JOIN", "Joins that read a range of a table for each row"),
		Value: func(c *record.StatementCounters) any { return c.SelectFullRangeJoin }},
	{Column: CounterColumn("SELECT_RANGE", "First tables read by range"),
		Value: func(c *record.StatementCounters) any { return c.SelectRange }},
	{Column: CounterColumn("SELECT_RANGE_CHECK", "Joins that looked for an index anew for each row"),
		Value: func(c *record.StatementCounters) any { return c.SelectRangeCheck }},
	{Column: CounterColumn("SELECT_SCAN", "First tables read whole"),
		Value: func(c *record.StatementCounters) any { return c.SelectScan }},
	{Column: CounterColumn("SORT_MERGE_PASSES", "Merge passes of sorts"),
		Value: func(c *record.StatementCounters) any { return c.SortMergePasses }},
	{Column: CounterColumn("SORT_RANGE", "Sorts of a range of a table"),
		Value: func(c *record.StatementCounters) any { return c.SortRange }},
	{Column: CounterColumn("SORT_ROWS", "Rows sorted"),
		Value: func(c *record.StatementCounters) any { return c.SortRows }},
	{Column: CounterColumn("SORT_SCAN", "Sorts of a whole table"),
		Value: func(c *record.StatementCounters) any { return c.SortScan }},
	{Column: CounterColumn("NO_INDEX_USED", "Statements that read a table without an index"),
		Value: func(c *record.StatementCounters) any { return c.NoIndexUsed }},
	{Column: CounterColumn("NO_GOOD_INDEX_USED", "Statements that found no good index"),
		Value: func(c *record.StatementCounters) any { return c.NoGoodIndexUsed }},
}

// CounterFields puts the shared counters under names with a prefix.
func CounterFields[T any](prefix string, of func(*T) *record.StatementCounters) []Field[T] {
	out := make([]Field[T], len(statementCounters))
	for i, c := range statementCounters {
		out[i] = Field[T]{Column: c.Column, Value: func(v *T) any { return c.Value(of(v)) }}
		out[i].Name = prefix + c.Name
	}
	return out
}
