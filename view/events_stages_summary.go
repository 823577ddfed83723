package view

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// stageSummaries declares the five summaries of stages.
func stageSummaries() []*Table {
	type row = summed[record.TimerStat]
	return summaryFamily[record.TimerStat]{
		name: "events_stages_summary", what: "Stages", kind: perfschema.KindStage,
		fields: summedTimerFields("COUNT_STAR", "WAIT", "Stages", func(v *row) record.TimerStat { return *v.stat }),
		read:   (*perfschema.Reader).StageSummary,
	}.tables()
}
