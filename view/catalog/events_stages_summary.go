package catalog

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
)

// stageSummaries declares the five summaries of stages.
func stageSummaries() []*view.Table {
	type row = summed[perfschema.TimerStat]
	return summaryFamily[perfschema.TimerStat]{
		name: "events_stages_summary", what: "Stages", kind: perfschema.KindStage,
		fields: summedTimerFields("COUNT_STAR", "WAIT", "Stages", func(v *row) perfschema.TimerStat { return *v.stat }),
		read:   (*perfschema.Reader).StageSummary,
	}.tables()
}
