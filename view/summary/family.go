package summary

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// summed is what a row of a summary tells of: what one group did of one class.
type summed[S any] struct {
	GroupValues
	class *perfschema.Class
	stat  *S
	name  any // the value of EVENT_NAME
	cpuOn bool
	field.Boxes
}

// GroupValues are the values that the rows of a group have in common.
type GroupValues struct{ ThreadID, User, Host any }

func valuesOf(g record.Group) GroupValues {
	return GroupValues{g.ThreadID, field.Unless(g.UserNull, g.User), field.Unless(g.HostNull, g.Host)}
}

// groupFields are the columns that say which group a row is of.
func groupFields[T any](of func(*T) *GroupValues) (thread, user, host field.Field[T]) {
	return field.Field[T]{Column: view.Column{Name: "THREAD_ID", Type: field.BigintUnsigned, Comment: "Thread"}, Value: func(v *T) any { return of(v).ThreadID }},
		field.Field[T]{Column: field.UserColumn, Value: func(v *T) any { return of(v).User }},
		field.Field[T]{Column: field.HostColumn, Value: func(v *T) any { return of(v).Host }}
}

// Family declares the five summaries of one kind of event: by thread,
// account, user and host, and of the whole server.
type Family[S any] struct {
	name    string // "events_statements_summary"
	what    string // "Statements"
	Kind    perfschema.Kind
	Classes func(*perfschema.Reader) []*perfschema.Class // nil: those of kind
	fields  []field.Field[summed[S]]                     // after EVENT_NAME
	Read    func(s *perfschema.Reader, g record.Grouping, threadID uint64) *record.SummaryReader[S]
}

func (f Family[S]) tables() []*view.Table {
	thread, user, host := groupFields(func(v *summed[S]) *GroupValues { return &v.GroupValues })
	return []*view.Table{
		f.table(record.ByThread, "by_thread", "thread", "PRIMARY", thread),
		f.table(record.ByAccount, "by_account", "account", "ACCOUNT", user, host),
		f.table(record.ByUser, "by_user", "user", "USER", user),
		f.table(record.ByHost, "by_host", "host", "HOST", host),
		f.table(record.Global, "global", "", "PRIMARY"),
	}
}

func (f Family[S]) table(g record.Grouping, by, group, index string, key ...field.Field[summed[S]]) *view.Table {
	fields := f.rowFields(key...)
	var keyColumns []string
	for _, k := range fields[:len(key)+1] {
		keyColumns = append(keyColumns, k.Name)
	}
	comment := f.what + " by instrument"
	if group != "" {
		comment = f.what + " by " + group + " and instrument"
	}
	return &view.Table{
		Name:    f.name + "_" + by + "_by_event_name",
		Comment: comment,
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: index, Columns: keyColumns, Unique: true}},
		Access:  view.AllowTruncate,
		Order:   orderOf(g),
		Open:    field.Opener(fields, f.parts(g)),
	}
}

// rowFields are the columns of a summary, of which those come first that say which group a
// row is of.
func (f Family[S]) rowFields(key ...field.Field[summed[S]]) []field.Field[summed[S]] {
	fields := append(key, field.Field[summed[S]]{
		Column: view.Column{Name: "EVENT_NAME", Type: field.EventName, Comment: "Instrument, as in setup_instruments"},
		Value:  func(v *summed[S]) any { return v.name }})
	return append(fields, f.fields...)
}

// parts visits every group and, in it, every class there can be an event of: a
// mutable class becomes another before its event ends.
func (f Family[S]) parts(g record.Grouping) field.Parts[summed[S]] {
	return func(r view.Reader) func(int, func(*summed[S])) bool {
		var w *summaryWalk[S]
		return func(n int, visit func(*summed[S])) bool {
			if w == nil {
				w = f.begin(r, g)
			}
			return w.visit(n, visit)
		}
	}
}

// summaryWalk is a walk through a summary that is under way.
type summaryWalk[S any] struct {
	reader  view.Reader
	groups  *record.SummaryReader[S]
	classes []summedClass // the reader looks for
	row     summed[S]
	stats   []S // of the group that is visited, by class
	next    int // of classes
}

// summedClass is a class of a summary and its index in what a group has counted.
type summedClass struct {
	class *perfschema.Class
	index int
	name  any
}

func (f Family[S]) begin(r view.Reader, g record.Grouping) *summaryWalk[S] {
	threadID, _ := field.WantsNumber(r, "THREAD_ID")
	w := &summaryWalk[S]{reader: r, groups: f.Read(r.Schema.Read(), g, threadID)}
	classes := f.classesOf(r.Schema)
	for len(classes) != w.groups.Len() { // one was registered in between: places may differ
		w.groups = f.Read(r.Schema.Read(), g, threadID)
		classes = f.classesOf(r.Schema)
	}
	for i, c := range classes {
		if c.Flags()&f.hidden(g) == 0 && field.Wants(r, "EVENT_NAME", c.Name()) {
			w.classes = append(w.classes, summedClass{c, i, c.Name()})
		}
	}
	w.next = len(w.classes)
	w.row.cpuOn = r.Schema.Consumer(perfschema.ConsumerEventsStatementsCPU)
	return w
}

// visit visits the next n rows; false means there are no more.
func (w *summaryWalk[S]) visit(n int, visit func(*summed[S])) bool {
	if w.next == len(w.classes) && !w.group() {
		return false
	}
	for ; n > 0 && w.next < len(w.classes); n-- {
		c := &w.classes[w.next]
		w.next++
		w.row.class, w.row.stat, w.row.name = c.class, &w.stats[c.index], c.name
		visit(&w.row)
	}
	return true
}

// group goes to the next group the reader looks for.
func (w *summaryWalk[S]) group() bool {
	if len(w.classes) == 0 {
		return false
	}
	group, stats, ok := nextGroup(w.reader, w.groups)
	if ok {
		w.row.GroupValues, w.stats, w.next = group, stats, 0
	}
	return ok
}

// nextGroup is the next group that a reader looks for, with what it has counted.
func nextGroup[S any](r view.Reader, groups *record.SummaryReader[S]) (GroupValues, []S, bool) {
	for {
		group, stats, ok := groups.Next()
		if !ok {
			return GroupValues{}, nil, false
		}
		if field.WantsNullable(r, "USER", group.User, group.UserNull) && field.WantsNullable(r, "HOST", group.Host, group.HostNull) {
			return valuesOf(group), stats, true
		}
	}
}

// Each visits what every group has counted, by instrument: what the family's summary by
// that group has rows of.
func (f Family[S]) Each(r view.Reader, g record.Grouping, visit func(of GroupValues, c *perfschema.Class, stat *S)) {
	for w := f.begin(r, g); w.group(); {
		for _, c := range w.classes {
			visit(w.row.GroupValues, c.class, &w.stats[c.index])
		}
	}
}

// hidden are the flags of classes that have no row: mutable ones, and of memory
// those that have global statistics alone, but in the global summary.
func (f Family[S]) hidden(g record.Grouping) perfschema.Flags {
	if f.Kind == perfschema.KindMemory && g < record.Global {
		return perfschema.FlagMutable | perfschema.FlagGlobal
	}
	return perfschema.FlagMutable
}

func (f Family[S]) classesOf(s *perfschema.Schema) []*perfschema.Class {
	if f.Classes != nil {
		return f.Classes(s.Read())
	}
	return s.Read().ClassesOf(f.Kind)
}

// timerFields are the five columns of a count and its times. The names are
// those of COUNT_STAR and SUM_TIMER_WAIT, or of COUNT_READ_ONLY and
// SUM_TIMER_READ_ONLY.
func timerFields[T any](count, suffix, what string, of func(*T) record.TimerStat) []field.Field[T] {
	return boxedTimerFields(count, suffix, what, of, func(_ *T, n uint64) any { return n })
}

// summedTimerFields is timerFields of a summary.
func summedTimerFields[S any](count, suffix, what string, of func(*summed[S]) record.TimerStat) []field.Field[summed[S]] {
	return boxedTimerFields(count, suffix, what, of, func(v *summed[S], n uint64) any { return v.Unsigned(n) })
}

func boxedTimerFields[T any](count, suffix, what string, of func(*T) record.TimerStat, box func(*T, uint64) any) []field.Field[T] {
	return []field.Field[T]{
		{Column: view.Column{Name: count, Type: field.BigintUnsigned, Comment: what},
			Value: func(v *T) any { return box(v, of(v).Count) }},
		{Column: view.Column{Name: "SUM_TIMER_" + suffix, Type: field.BigintUnsigned, Comment: what + ": picoseconds in all"},
			Value: func(v *T) any { return box(v, of(v).Sum) }},
		{Column: view.Column{Name: "MIN_TIMER_" + suffix, Type: field.BigintUnsigned, Comment: what + ": picoseconds of the shortest"},
			Value: func(v *T) any { return box(v, of(v).Min) }},
		{Column: view.Column{Name: "AVG_TIMER_" + suffix, Type: field.BigintUnsigned, Comment: what + ": picoseconds on average"},
			Value: func(v *T) any { return box(v, of(v).Avg()) }},
		{Column: view.Column{Name: "MAX_TIMER_" + suffix, Type: field.BigintUnsigned, Comment: what + ": picoseconds of the longest"},
			Value: func(v *T) any { return box(v, of(v).Max) }},
	}
}

// orderOf is what summaries come in the order of. That of hosts is not their
// collation's.
func orderOf(g record.Grouping) []string {
	switch g {
	case record.ByThread:
		return []string{"THREAD_ID"}
	case record.ByAccount, record.ByUser:
		return []string{"USER"}
	}
	return nil
}
