package perfschema

import "github.com/perfschema/perfschema/record"

// Tests reset what one table shows without what MySQL resets with it.

func (s *Reader) TruncateAccounts() { s.truncateAccounts() }

func (s *Reader) TruncateUsers() { s.truncateUsers() }

func (s *Reader) TruncateHosts() { s.truncateHosts() }

func (s *Reader) TruncateDigests() { s.truncateDigests() }

func (s *Reader) TruncateDigestHistograms() { s.truncateDigestHistograms() }

func (s *Reader) TruncateFilesByInstance() { s.truncateFilesByInstance() }

func (s *Reader) TruncateFiles() { s.truncateFiles() }

func (s *Reader) TruncatePreparedStatements() { s.truncatePreparedStatements() }

func (s *Reader) TruncatePrograms() { s.truncatePrograms() }

func (s *Reader) TruncateActors() { s.truncateActors() }

func (s *Reader) TruncateObjects() { s.truncateObjects() }

func (s *Reader) TruncateSocketsByInstance() { s.truncateSocketsByInstance() }

func (s *Reader) TruncateSockets() { s.truncateSockets() }

func (s *Reader) TruncateWaitsByInstance() { s.truncateWaitsByInstance() }

func (s *Reader) TruncateTableIO() { s.truncateTableIO() }

func (s *Reader) TruncateTableLocks() { s.truncateTableLocks() }

func (s *Reader) TruncateObjectsSummary() { s.truncateObjectsSummary() }

func (s *Reader) TruncateStatements(g record.Grouping) { s.truncateStatements(g) }

func (s *Reader) TruncateStages(g record.Grouping) { s.truncateStages(g) }

func (s *Reader) TruncateTransactions(g record.Grouping) { s.truncateTransactions(g) }

func (s *Reader) TruncateWaits(g record.Grouping) { s.truncateWaits(g) }

func (s *Reader) TruncateErrors(g record.Grouping) { s.truncateErrors(g) }

func (s *Reader) TruncateMemory(g record.Grouping) { s.truncateMemory(g) }

func (s *Reader) TruncateHistory(e record.EventType, h History) { s.truncateHistory(e, h) }

type History = historyKind

const (
	HistoryCurrent = historyCurrent
	HistoryThread  = historyThread
	HistoryLong    = historyLong
)
