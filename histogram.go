package perfschema

import "github.com/perfschema/perfschema/record"

// StatementHistogram is events_statements_histogram_global.
func (s *Reader) StatementHistogram() record.Histogram {
	if !s.Schema().Enabled() {
		return record.Histogram{}
	}
	s.digests.fold(s.Schema())
	return s.histogram.Load()
}

// truncateStatementHistogram resets events_statements_histogram_global.
func (s *Reader) truncateStatementHistogram() {
	if s.Schema().Enabled() {
		s.digests.fold(s.Schema())
		s.histogram.Clear()
	}
}
