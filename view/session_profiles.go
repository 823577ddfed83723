package view

import (
	"slices"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
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
func sessionProfiles() *Table {
	known := func(name, typ, comment string, f record.ProfileField) field[profileStage] {
		return field[profileStage]{Column{Name: name, Type: typ, Nullable: true, Comment: comment}, func(r *profileStage) any {
			n, ok := r.stage.Value(f)
			switch {
			case !ok:
				return nil
			case typ == decimalSeconds:
				return FormatMillionths(n)
			}
			return n
		}}
	}
	source := func(f func(record.Source) any) func(*profileStage) any {
		return func(r *profileStage) any { return f(r.stage.Source()) }
	}
	fields := []field[profileStage]{
		{Column{Name: "PROCESSLIST_ID", Type: bigintUnsigned, Comment: "Connection"}, func(r *profileStage) any { return r.thread.ProcesslistID() }},
		{Column{Name: "THREAD_ID", Type: bigintUnsigned, Comment: "Its thread"}, func(r *profileStage) any { return r.thread.ID() }},
		{Column{Name: "QUERY_ID", Type: integer, Nullable: true, Comment: "Number in SHOW PROFILES; NULL if the session did not profile the statement"},
			func(r *profileStage) any { return number(uint64(r.profile.QueryID)) }},
		{Column{Name: "EVENT_ID", Type: bigintUnsigned, Nullable: true, Comment: "Statement event; NULL if it was not recorded"},
			func(r *profileStage) any { return number(r.profile.EventID) }},
		{Column{Name: "SQL_TEXT", Type: longtext, Nullable: true, Comment: "Statement, its first 300 characters"}, func(r *profileStage) any { return validText(r.profile.Text) }},
		{Column{Name: "SEQ", Type: integer, Comment: "Number of the stage, from 2"}, func(r *profileStage) any { return int64(r.stage.Seq) }},
		{Column{Name: "STATE", Type: "varchar(30)", Comment: "Stage"}, func(r *profileStage) any { return r.stage.State }},
		{Column{Name: "DURATION", Type: decimalSeconds, Comment: "Seconds"}, func(r *profileStage) any { return FormatMillionths(r.stage.Duration.Microseconds()) }},
		known("CPU_USER", decimalSeconds, "Seconds of CPU time in the program", record.ProfileCPUUser),
		known("CPU_SYSTEM", decimalSeconds, "Seconds of CPU time in the operating system", record.ProfileCPUSystem),
		known("CONTEXT_VOLUNTARY", bigint, "Context switches to wait", record.ProfileContextVoluntary),
		known("CONTEXT_INVOLUNTARY", bigint, "Context switches by force", record.ProfileContextInvoluntary),
		known("BLOCK_OPS_IN", bigint, "Block operations that read", record.ProfileBlockOpsIn),
		known("BLOCK_OPS_OUT", bigint, "Block operations that write", record.ProfileBlockOpsOut),
		known("MESSAGES_SENT", bigint, "Messages sent", record.ProfileMessagesSent),
		known("MESSAGES_RECEIVED", bigint, "Messages received", record.ProfileMessagesReceived),
		known("PAGE_FAULTS_MAJOR", bigint, "Page faults that waited for a device", record.ProfilePageFaultsMajor),
		known("PAGE_FAULTS_MINOR", bigint, "Other page faults", record.ProfilePageFaultsMinor),
		known("SWAPS", bigint, "Swaps", record.ProfileSwaps),
		{Column{Name: "SOURCE_FUNCTION", Type: fileName, Nullable: true, Comment: "Function that entered the stage"}, source(func(s record.Source) any { return text(s.Function) })},
		{Column{Name: "SOURCE_FILE", Type: fileName, Nullable: true, Comment: "Its file"}, source(func(s record.Source) any { return text(s.File) })},
		{Column{Name: "SOURCE_LINE", Type: integer, Nullable: true, Comment: "The line"}, source(func(s record.Source) any { return number(uint64(s.Line)) })},
	}
	return &Table{
		Name: "session_profiles", Comment: "The stages of the recent statements of every session", Columns: columns(fields),
		Indexes: []Index{{Name: "PROCESSLIST_ID", Columns: []string{"PROCESSLIST_ID"}}},
		Open: opener(fields, onEach(profiledTogether, func(r Reader, threads []*perfschema.Thread, visit func(*profileStage)) {
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
func profiledTogether(r Reader) [][]*perfschema.Thread {
	sessions := slices.DeleteFunc(r.connections("PROCESSLIST_ID"), func(t *perfschema.Thread) bool { return t.ProcesslistID() == 0 })
	return slices.Collect(slices.Chunk(sessions, 256))
}
