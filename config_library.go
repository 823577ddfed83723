package perfschema

// LibraryConfig is a configuration for a program that instruments itself: as the zero
// [Config], but that its locks, sockets and stages are enabled and timed and their
// events kept: the consumers of stages and waits, and of the last statements of all
// threads, are on. What go-mysql-server's adapter registers, where such a program serves
// SQL, stays as in MySQL. It is the caller's to change.
//
// A wait that is an event takes some 60 ns more than one that is timed.
func LibraryConfig() Config {
	return Config{
		Instruments: []InstrumentRule{
			{Pattern: "wait/synch/%", State: InstrumentOn},
			{Pattern: "wait/io/socket/%", State: InstrumentOn},
			{Pattern: "stage/%", State: InstrumentOn},
			// The longest pattern that a name matches decides.
			{Pattern: "wait/synch/%/sql/%", State: InstrumentOff},
			{Pattern: "wait/synch/%/gms/%", State: InstrumentOff},
			{Pattern: "wait/io/socket/sql/%", State: InstrumentOff},
			{Pattern: "wait/io/socket/gms/%", State: InstrumentOff},
			{Pattern: "stage/sql/%", State: InstrumentOff},
			{Pattern: "stage/gms/%", State: InstrumentOff},
		},
		Consumers: map[Consumer]bool{
			ConsumerEventsStagesCurrent:         true,
			ConsumerEventsStagesHistory:         true,
			ConsumerEventsStatementsHistoryLong: true,
			ConsumerEventsWaitsCurrent:          true,
			ConsumerEventsWaitsHistory:          true,
		},
	}
}
