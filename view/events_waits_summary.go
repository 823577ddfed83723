package view

import "github.com/perfschema/perfschema"

// waitSummaries declares the five summaries of waits by instrument. Waits of
// code on no thread are in the global one alone.
func waitSummaries() []*Table {
	type row = summed[perfschema.TimerStat]
	return summaryFamily[perfschema.TimerStat]{
		name: "events_waits_summary", what: "Waits", classes: (*perfschema.Schema).WaitClasses,
		fields:   timerFields("COUNT_STAR", "WAIT", "Waits", func(v *row) perfschema.TimerStat { return *v.stat }),
		read:     (*perfschema.Schema).WaitSummary,
		truncate: (*perfschema.Schema).TruncateWaits,
	}.tables()
}

// waitsByInstance declares events_waits_summary_by_instance: what each mutex,
// rwlock, condition, file and socket that exists was waited for.
func waitsByInstance() *Table {
	type instance = perfschema.InstanceInfo
	fields := []field[instance]{
		{instrumentColumn("EVENT_NAME"), func(i *instance) any { return i.Class.Name() }},
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
		Rows: rows(fields, func(r Reader, yield func(*instance) bool) {
			_ = yieldInstances(r, r.Schema.MutexInstances(), func(m *perfschema.MutexInfo) *instance { return &m.InstanceInfo }, yield) &&
				yieldInstances(r, r.Schema.RWLockInstances(), func(m *perfschema.RWLockInfo) *instance { return &m.InstanceInfo }, yield) &&
				yieldInstances(r, r.Schema.CondInstances(), func(i *instance) *instance { return i }, yield) &&
				yieldInstances(r, r.Schema.FileInstances(), func(f *perfschema.FileInfo) *instance { return &f.InstanceInfo }, yield) &&
				yieldInstances(r, r.Schema.SocketInstances(), func(k *perfschema.SocketInfo) *instance { return &k.InstanceInfo }, yield)
		}),
		Truncate: whileOn((*perfschema.Schema).TruncateWaitsByInstance),
	}
}

// yieldInstances visits the instances the reader looks for; false means stop.
func yieldInstances[T any](r Reader, infos []T, of func(*T) *perfschema.InstanceInfo, yield func(*perfschema.InstanceInfo) bool) bool {
	for i := range infos {
		if info := of(&infos[i]); r.wantsInstance("EVENT_NAME", info) && !yield(info) {
			return false
		}
	}
	return true
}
