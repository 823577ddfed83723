package summary

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// waitSummaries declares the five summaries of waits by instrument. Waits of
// code on no thread are in the global one alone.
func waitSummaries() []*view.Table { return waitFamily().tables() }

func waitFamily() Family[record.TimerStat] {
	type row = summed[record.TimerStat]
	return Family[record.TimerStat]{
		name: "events_waits_summary", what: "Waits", Classes: (*perfschema.Reader).WaitClasses,
		fields: summedTimerFields("COUNT_STAR", "WAIT", "Waits", func(v *row) record.TimerStat { return *v.stat }),
		Read:   (*perfschema.Reader).WaitSummary,
	}
}

// waitsByInstance declares events_waits_summary_by_instance: what each mutex,
// rwlock, condition, file and socket that exists was waited for.
func waitsByInstance() *view.Table {
	type instance = record.InstanceInfo
	fields := []field.Field[instance]{
		{Column: field.InstrumentColumn("EVENT_NAME"), Value: func(i *instance) any { return i.EventName }},
		{Column: field.InstanceColumn, Value: func(i *instance) any { return i.Begin }},
	}
	fields = append(fields, timerFields("COUNT_STAR", "WAIT", "Waits",
		func(i *instance) record.TimerStat { return i.Wait })...)
	return &view.Table{
		Name:    "events_waits_summary_by_instance",
		Comment: "Waits by what was waited for",
		Columns: field.Columns(fields),
		Indexes: []view.Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "EVENT_NAME", Columns: []string{"EVENT_NAME"}},
		},
		Access: view.AllowTruncate,
		Open: field.Opener(fields, field.InTurn(
			instancesOf((*perfschema.Reader).MutexInstances, func(m *record.MutexInfo) *instance { return &m.InstanceInfo }),
			instancesOf((*perfschema.Reader).RWLockInstances, func(m *record.RWLockInfo) *instance { return &m.InstanceInfo }),
			instancesOf((*perfschema.Reader).CondInstances, func(i *instance) *instance { return i }),
			instancesOf((*perfschema.Reader).FileInstances, func(f *record.FileInfo) *instance { return &f.InstanceInfo }),
			instancesOf((*perfschema.Reader).SocketInstances, func(k *record.SocketInfo) *instance { return &k.InstanceInfo }),
		)),
	}
}

// instancesOf are the instances of one kind the reader looks for.
func instancesOf[T any](read func(*perfschema.Reader) []T, of func(*T) *record.InstanceInfo) field.Parts[record.InstanceInfo] {
	return field.OnEach(func(r view.Reader) []T { return read(r.Schema.Read()) }, func(r view.Reader, v T, visit func(*record.InstanceInfo)) {
		if info := of(&v); field.WantsInstance(r, "EVENT_NAME", info) {
			visit(info)
		}
	})
}
