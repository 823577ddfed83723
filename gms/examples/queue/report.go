package main

import (
	"fmt"
	"io"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// report writes what was recorded, read in Go: figures by Read, rows of a table by
// package view.
func report(w io.Writer, ps *perfschema.Schema, in *instruments) error {
	for account, stats := range ps.Read().StatementSummary(record.ByAccount, 0).All() {
		if account.User == "" {
			continue // the program's own threads
		}
		push, pop := stats[in.push-1], stats[in.pop-1]
		fmt.Fprintf(w, "%s@%s: %d pushed, %d popped, %d errors\n",
			account.User, account.Host, push.Timer.Count, pop.Timer.Count, push.Errors+pop.Errors)
	}
	for _, stats := range ps.Read().MemorySummary(record.Global, 0).All() {
		m := stats[in.jobs.Key()-1]
		fmt.Fprintf(w, "jobs: %d bytes now, %d allocated\n", m.CurrentBytes(), m.BytesAlloc)
	}
	for _, f := range ps.Read().FileInstances() {
		fmt.Fprintf(w, "journal: %d writes, %d bytes\n", f.IO.Write.Count, f.IO.BytesWritten)
	}

	table := catalog.Lookup("events_statements_summary_by_digest")
	index := make(map[string]int)
	for i, c := range table.Columns {
		index[c.Name] = i
	}
	cursor := table.Open(view.Reader{
		Schema:  ps,
		Columns: []int{index["DIGEST_TEXT"], index["COUNT_STAR"], index["SUM_ROWS_SENT"]},
	})
	for row, ok := cursor.Next(); ok; row, ok = cursor.Next() {
		if _, err := fmt.Fprintf(w, "%v: %v times, %v jobs sent\n", row[0], row[1], row[2]); err != nil {
			return err
		}
	}
	return nil
}
