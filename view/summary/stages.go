package summary

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
)

// stageSummaries declares the five summaries of stages.
func stageSummaries() []*view.Table {
	type row = summed[record.TimerStat]
	return Family[record.TimerStat]{
		name: "events_stages_summary", what: "Stages", Kind: perfschema.KindStage,
		fields: summedTimerFields("COUNT_STAR", "WAIT", "Stages", func(v *row) record.TimerStat { return *v.stat }),
		Read:   (*perfschema.Reader).StageSummary,
	}.tables()
}
