package event

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// stage is what a row of the events_stages tables tells of.
type stage struct {
	record.StageEvent
}

func stageHead(e *stage) *record.Event { return &e.Event }

// stageEvents declares events_stages_current, _history and _history_long. An
// idle thread has no row in _current. The WORK columns are NULL in a stage that
// reports no progress, as in MySQL.
func stageEvents() []*view.Table {
	fields := identityFields(stageHead)
	fields = append(fields, timeFields(stageHead)...)
	work := func(get func(*stage) uint64) func(*stage) any {
		return func(e *stage) any {
			if !e.HasWork {
				return nil
			}
			return get(e)
		}
	}
	fields = append(fields, []field.Field[stage]{
		{Column: view.Column{Name: "WORK_COMPLETED", Type: field.BigintUnsigned, Nullable: true, Comment: "Work units done; NULL if the stage does not say"},
			Value: work(func(e *stage) uint64 { return e.WorkCompleted })},
		{Column: view.Column{Name: "WORK_ESTIMATED", Type: field.BigintUnsigned, Nullable: true, Comment: "Work units expected; NULL if the stage does not say"},
			Value: work(func(e *stage) uint64 { return e.WorkEstimated })},
	}...)
	fields = append(fields, nestingFields(stageHead)...)
	describe := func(events []record.StageEvent) []stage {
		out := make([]stage, len(events))
		for i, e := range events {
			out[i] = stage{e}
		}
		return out
	}
	return family[stage]{
		name: "events_stages", what: "stage", present: "The stage each thread is in",
		fields:  fields,
		current: func(_ *perfschema.Schema, t *perfschema.Thread) []stage { return describe(t.StagesCurrent()) },
		history: func(_ *perfschema.Schema, t *perfschema.Thread) []stage { return describe(t.StagesHistory()) },
		long:    func(s *perfschema.Reader) []stage { return describe(s.StagesHistoryLong()) },
	}.tables()
}
