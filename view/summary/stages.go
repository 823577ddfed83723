package summary

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// stageSummaries declares the five summaries of stages.
func stageSummaries() []*view.Table {
	type row = summed[perfschema.TimerStat]
	return Family[perfschema.TimerStat]{
		name: "events_stages_summary", what: "Stages", Kind: perfschema.KindStage,
		fields: summedTimerFields("COUNT_STAR", "WAIT", "Stages", func(v *row) perfschema.TimerStat { return *v.stat }),
		Read:   (*perfschema.Reader).StageSummary,
	}.tables()
}
