package view

import "github.com/perfschema/perfschema"

// waitSummaries declares the five summaries of waits by instrument. Waits of
// code on no thread are in the global one alone.
func waitSummaries() []*Table { return waitFamily().tables() }

func waitFamily() summaryFamily[perfschema.TimerStat] {
	type row = summed[perfschema.TimerStat]
	return summaryFamily[perfschema.TimerStat]{
		name: "events_waits_summary", what: "Waits", classes: (*perfschema.Reader).WaitClasses,
		fields: summedTimerFields("COUNT_STAR", "WAIT", "Waits", func(v *row) perfschema.TimerStat { return *v.stat }),
		read:   (*perfschema.Reader).WaitSummary,
	}
}

// waitsByInstance declares events_waits_summary_by_instance: what each mutex,
// rwlock, condition, file and socket that exists was waited for.
func waitsByInstance() *Table {
	type instance = perfschema.InstanceInfo
	fields := []field[instance]{
		{instrumentColumn("EVENT_NAME"), func(i *instance) any { return i.EventName }},
		{instanceColumn, func(i *instance) any { return i.Begin }},
	}
	fields = append(fields, timerFields("COUNT_STAR", "WAIT", "Waits",
		func(i *instance) perfschema.TimerStat { return i.Wait })...)
	return &Table{
		Name:    "events_waits_summary_by_instance",
		Comment: "Waits by what was waited for",
		Columns: columns(fields),
		Indexes: []Index{
			{Name: "PRIMARY", Columns: []string{"OBJECT_INSTANCE_BEGIN"}, Unique: true},
			{Name: "EVENT_NAME", Columns: []string{"EVENT_NAME"}},
		},
		Access: AllowTruncate,
		Open: opener(fields, inTurn(
			instancesOf((*perfschema.Reader).MutexInstances, func(m *perfschema.MutexInfo) *instance { return &m.InstanceInfo }),
			instancesOf((*perfschema.Reader).RWLockInstances, func(m *perfschema.RWLockInfo) *instance { return &m.InstanceInfo }),
			instancesOf((*perfschema.Reader).CondInstances, func(i *instance) *instance { return i }),
			instancesOf((*perfschema.Reader).FileInstances, func(f *perfschema.FileInfo) *instance { return &f.InstanceInfo }),
			instancesOf((*perfschema.Reader).SocketInstances, func(k *perfschema.SocketInfo) *instance { return &k.InstanceInfo }),
		)),
	}
}

// instancesOf are the instances of one kind the reader looks for.
func instancesOf[T any](read func(*perfschema.Reader) []T, of func(*T) *perfschema.InstanceInfo) parts[perfschema.InstanceInfo] {
	return onEach(func(r Reader) []T { return read(r.Schema.Read()) }, func(r Reader, v T, visit func(*perfschema.InstanceInfo)) {
		if info := of(&v); r.wantsInstance("EVENT_NAME", info) {
			visit(info)
		}
	})
}
