package profiling

import (
	"slices"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

const decimalSeconds = "decimal(18,6)"

// profileStage is what a row of session_profiles tells of.
type profileStage struct {
	thread  *perfschema.Thread
	profile *record.StageProfile
	stage   *record.ProfileStage
}

// sessionProfiles declares profiling.session_profiles: SHOW PROFILE of every
// session. Statements that were not profiled are there as long as the session's
// stage history, or the histories, have them, with times and source alone.
// Those that still run are not.
func sessionProfiles() *view.Table {
	known := func(name, typ, comment string, f record.ProfileField) field.Field[profileStage] {
		return field.Field[profileStage]{Column: view.Column{Name: name, Type: typ, Nullable: true, Comment: comment}, Value: func(r *profileStage) any {
			n, ok := r.stage.Value(f)
			switch {
			case !ok:
				return nil
			case typ == decimalSeconds:
				return view.FormatMillionths(n)
			}
			return n
		}}
	}
	source := func(f func(record.Source) any) func(*profileStage) any {
		return func(r *profileStage) any { return f(r.stage.Source()) }
	}
	fields := []field.Field[profileStage]{
		{Column: view.Column{Name: "PROCESSLIST_ID", Type: field.BigintUnsigned, Comment: "Connection"}, Value: func(r *profileStage) any { return r.thread.ProcesslistID() }},
		{Column: view.Column{Name: "THREAD_ID", Type: field.BigintUnsigned, Comment: "Its thread"}, Value: func(r *profileStage) any { return r.thread.ID() }},
		{Column: view.Column{Name: "QUERY_ID", Type: field.Integer, Nullable: true, Comment: "Number in SHOW PROFILES; NULL if the session did not profile the statement"},
			Value: func(r *profileStage) any { return field.Number(uint64(r.profile.QueryID)) }},
		{Column: view.Column{Name: "EVENT_ID", Type: field.BigintUnsigned, Nullable: true, Comment: "Statement event; NULL if it was not recorded"},
			Value: func(r *profileStage) any { return field.Number(r.profile.EventID) }},
		{Column: view.Column{Name: "SQL_TEXT", Type: field.Longtext, Nullable: true, Comment: "Statement, its first 300 characters"}, Value: func(r *profileStage) any { return field.ValidText(r.profile.Text) }},
		{Column: view.Column{Name: "SEQ", Type: field.Integer, Comment: "Number of the stage, from 2"}, Value: func(r *profileStage) any { return int64(r.stage.Seq) }},
		{Column: view.Column{Name: "STATE", Type: "varchar(30)", Comment: "Stage"}, Value: func(r *profileStage) any { return r.stage.State }},
		{Column: view.Column{Name: "DURATION", Type: decimalSeconds, Comment: "Seconds"}, Value: func(r *profileStage) any { return view.FormatMillionths(r.stage.Duration.Microseconds()) }},
		known("CPU_USER", decimalSeconds, "Seconds of CPU time in the program", record.ProfileCPUUser),
		known("CPU_SYSTEM", decimalSeconds, "Seconds of CPU time in the operating system", record.ProfileCPUSystem),
		known("CONTEXT_VOLUNTARY", field.Bigint, "Context switches to wait", record.ProfileContextVoluntary),
		known("CONTEXT_INVOLUNTARY", field.Bigint, "Context switches by force", record.ProfileContextInvoluntary),
		known("BLOCK_OPS_IN", field.Bigint, "Block operations that read", record.ProfileBlockOpsIn),
		known("BLOCK_OPS_OUT", field.Bigint, "Block operations that write", record.ProfileBlockOpsOut),
		known("MESSAGES_SENT", field.Bigint, "Messages sent", record.ProfileMessagesSent),
		known("MESSAGES_RECEIVED", field.Bigint, "Messages received", record.ProfileMessagesReceived),
		known("PAGE_FAULTS_MAJOR", field.Bigint, "Page faults that waited for a device", record.ProfilePageFaultsMajor),
		known("PAGE_FAULTS_MINOR", field.Bigint, "Other page faults", record.ProfilePageFaultsMinor),
		known("SWAPS", field.Bigint, "Swaps", record.ProfileSwaps),
		{Column: view.Column{Name: "SOURCE_FUNCTION", Type: field.FileName, Nullable: true, Comment: "Function that entered the stage"}, Value: source(func(s record.Source) any { return field.Text(s.Function) })},
		{Column: view.Column{Name: "SOURCE_FILE", Type: field.FileName, Nullable: true, Comment: "Its file"}, Value: source(func(s record.Source) any { return field.Text(s.File) })},
		{Column: view.Column{Name: "SOURCE_LINE", Type: field.Integer, Nullable: true, Comment: "The line"}, Value: source(func(s record.Source) any { return field.Number(uint64(s.Line)) })},
	}
	return &view.Table{
		Name: "session_profiles", Comment: "The stages of the recent statements of every session", Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "PROCESSLIST_ID", Columns: []string{"PROCESSLIST_ID"}}},
		Open: field.Opener(fields, field.OnEach(profiledTogether, func(r view.Reader, threads []*perfschema.Thread, visit func(*profileStage)) {
			for i, profiles := range r.Schema.Read().SessionProfiles(threads...) {
				for j := range profiles {
					if profiles[j].Running {
						continue
					}
					for k := range profiles[j].Stages {
						visit(&profileStage{threads[i], &profiles[j], &profiles[j].Stages[k]})
					}
				}
			}
		})),
	}
}

// profiledTogether gives the sessions the reader looks for, some at a time: the
// history of all threads is read once for each lot.
func profiledTogether(r view.Reader) [][]*perfschema.Thread {
	sessions := slices.DeleteFunc(field.ConnectionsOf(r, "PROCESSLIST_ID"), func(t *perfschema.Thread) bool { return t.ProcesslistID() == 0 })
	return slices.Collect(slices.Chunk(sessions, 256))
}
