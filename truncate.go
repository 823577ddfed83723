package perfschema

import (
	"errors"
	"fmt"

	"github.com/perfschema/perfschema/record"
)

// ErrNoTruncate: a table's name for [Reader.Truncate] that no recorded table has.
var ErrNoTruncate = errors.New("nothing is recorded in the table")

// Truncate resets what the table of performance_schema with the given name, in small letters,
// shows of the Schema, as TRUNCATE TABLE does. It returns an error that wraps [ErrNoTruncate] if
// the table has none of the Schema's rows or MySQL does not truncate it. A nil Schema, or one that
// is off, has nothing to reset.
//
// The following tables reset others too, as in MySQL. The global summary of waits resets those of
// instances, files, sockets and tables; that of statements the global histogram; users and
// hosts also accounts.
func (s *Reader) Truncate(table string) error {
	reset, ok := truncations[table]
	if !ok {
		return fmt.Errorf("truncate %q: %w", table, ErrNoTruncate)
	}
	if s.Schema().Enabled() {
		reset(s)
	}
	return nil
}

// truncations has, by the name of a table, what resets it.
var truncations = truncationsByTable()

func truncationsByTable() map[string]func(*Reader) {
	m := map[string]func(*Reader){
		"accounts":                              (*Reader).truncateAccounts,
		"events_statements_histogram_by_digest": (*Reader).truncateDigestHistograms,
		"events_statements_histogram_global":    (*Reader).truncateStatementHistogram,
		"events_statements_summary_by_digest":   (*Reader).truncateDigests,
		"events_statements_summary_by_program":  (*Reader).truncatePrograms,
		"events_waits_summary_by_instance":      (*Reader).truncateWaitsByInstance,
		"file_summary_by_event_name":            (*Reader).truncateFiles,
		"file_summary_by_instance":              (*Reader).truncateFilesByInstance,
		"hosts":                                 (*Reader).truncateHosts,
		"objects_summary_global_by_type":        (*Reader).truncateObjectsSummary,
		"prepared_statements_instances":         (*Reader).truncatePreparedStatements,
		"setup_actors":                          (*Reader).truncateActors,
		"setup_objects":                         (*Reader).truncateObjects,
		"socket_summary_by_event_name":          (*Reader).truncateSockets,
		"socket_summary_by_instance":            (*Reader).truncateSocketsByInstance,
		"table_io_waits_summary_by_index_usage": (*Reader).truncateTableIO,
		"table_io_waits_summary_by_table":       (*Reader).truncateTableIO,
		"table_lock_waits_summary_by_table":     (*Reader).truncateTableLocks,
		"users":                                 (*Reader).truncateUsers,
	}
	for g, by := range map[record.Grouping]string{
		record.ByThread: "by_thread", record.ByAccount: "by_account", record.ByUser: "by_user", record.ByHost: "by_host", record.Global: "global",
	} {
		m["events_errors_summary_"+by+"_by_error"] = func(s *Reader) { s.truncateErrors(g) }
		m["events_stages_summary_"+by+"_by_event_name"] = func(s *Reader) { s.truncateStages(g) }
		m["events_transactions_summary_"+by+"_by_event_name"] = func(s *Reader) { s.truncateTransactions(g) }
		m["events_waits_summary_"+by+"_by_event_name"] = func(s *Reader) { s.truncateWaits(g) }
		m["memory_summary_"+by+"_by_event_name"] = func(s *Reader) { s.truncateMemory(g) }
		m["events_statements_summary_"+by+"_by_event_name"] = func(s *Reader) {
			s.truncateStatements(g)
			if g == record.Global {
				s.truncateStatementHistogram()
			}
		}
	}
	for e, family := range map[record.EventType]string{
		record.EventStatement: "statements", record.EventStage: "stages", record.EventTransaction: "transactions", record.EventWait: "waits",
	} {
		for h, table := range []string{historyCurrent: "current", historyThread: "history", historyLong: "history_long"} {
			m["events_"+family+"_"+table] = func(s *Reader) { s.truncateHistory(e, historyKind(h)) }
		}
	}
	return m
}
