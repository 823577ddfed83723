package view

import "github.com/perfschema/perfschema"

// stageSummaries declares the five summaries of stages.
func stageSummaries() []*Table {
	type row = summed[perfschema.TimerStat]
	return summaryFamily[perfschema.TimerStat]{
		name: "events_stages_summary", what: "Stages", kind: perfschema.KindStage,
		fields: summedTimerFields("COUNT_STAR", "WAIT", "Stages", func(v *row) perfschema.TimerStat { return *v.stat }),
		read:   (*perfschema.Reader).StageSummary,
	}.tables()
}
