package web

import (
	"strings"

	"github.com/perfschema/perfschema/view"
)

// startPrefix is what the stages of a server's start are called.
const startPrefix = "stage/server/"

var (
	startStages = &listing{table: "events_stages_summary_global_by_event_name", by: "SUM_TIMER_WAIT", more: "EVENT_NAME LIKE '" + startPrefix + "%' AND COUNT_STAR > 0",
		keep:    func(r view.Row) bool { return strings.HasPrefix(str(r[0]), startPrefix) && number(r[2]) > 0 },
		columns: []shown{word("EVENT_NAME", "part"), period("SUM_TIMER_WAIT", "took"), count("COUNT_STAR", "times")}}
	threadStages = &listing{table: "threads", more: "PROCESSLIST_STATE IS NOT NULL AND TYPE = 'BACKGROUND'",
		keep:    func(r view.Row) bool { return r[1] != nil && r[3] == "BACKGROUND" },
		columns: []shown{word("NAME", "thread"), word("PROCESSLIST_STATE", "does"), ident("THREAD_ID", "number"), word("TYPE", "kind")}}
)

// startBlocks show what a server has done that has run no statement yet: what its threads
// do, what the parts of its start took, and what it has waited for.
func (p *Pages) startBlocks() (out []block) {
	for _, b := range []block{
		threadStages.block(p, "doing", "What the server does", "At this moment."),
		startStages.block(p, "start", "What its start took", "Parts that have ended."),
		waitSums.block(p, "waits", "What it has waited for", sinceStart),
	} {
		if b.Table.Len > 0 {
			out = append(out, b)
		}
	}
	return out
}
