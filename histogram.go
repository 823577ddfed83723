package perfschema

// StatementHistogram is events_statements_histogram_global.
func (s *Reader) StatementHistogram() Histogram {
	if !s.Schema().Enabled() {
		return Histogram{}
	}
	return s.histogram.Load()
}

// truncateStatementHistogram resets events_statements_histogram_global.
func (s *Reader) truncateStatementHistogram() {
	if s.Schema().Enabled() {
		s.histogram.Clear()
	}
}
