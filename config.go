package perfschema

import "github.com/perfschema/perfschema/internal/clock"

// Clock tells time to a Schema. Now is in nanoseconds, never goes back and is
// never 0; Wall is the time of day. Both are safe for concurrent use.
type Clock = clock.Clock

// Config sets up a Schema. The zero value is MySQL's default configuration.
type Config struct {
	// Off is performance_schema=OFF: nothing is recorded, every table is empty.
	Off bool
	// Sizes are the performance_schema_* variables; the zero value stands for
	// [DefaultSizes].
	Sizes Sizes
	// Consumers overrides the defaults of setup_consumers.
	Consumers map[Consumer]bool
	// Instruments are the performance-schema-instrument options, in order.
	Instruments []InstrumentRule
	// Clock replaces the machine's clock in tests.
	Clock Clock
}

// Sizes holds the performance_schema_* variables that size a buffer, in rows
// unless the name says otherwise. -1 lets the Schema choose.
type Sizes struct {
	Accounts, Hosts, Users                   int64
	Digests                                  int64
	StagesHistory, StagesHistoryLong         int64
	StatementsHistory, StatementsHistoryLong int64
	TransactionsHistory                      int64
	TransactionsHistoryLong                  int64
	WaitsHistory, WaitsHistoryLong           int64
	MutexClasses, RWLockClasses, CondClasses int64
	FileClasses, SocketClasses, StageClasses int64
	StatementClasses, MemoryClasses          int64
	ThreadClasses, ThreadInstances           int64
	DigestLength, SQLTextLength              int64 // bytes
	MaxDigestLength                          int64 // bytes of tokens a digest is computed of
	DigestSampleAge                          int64 // seconds
	StatementStack                           int64
	SessionConnectAttrs                      int64 // bytes per thread
	SetupActors, SetupObjects                int64
	MutexInstances, RWLockInstances          int64
	CondInstances, SocketInstances           int64
	FileInstances, FileHandles               int64
	TableInstances, TableHandles             int64
	IndexStat, TableLockStat                 int64
	MetadataLocks                            int64
	PreparedStatements, Programs             int64
	Errors                                   int64 // error numbers counted
	SessionStages                            int64 // profiling_session_stages, per connection
	DetailCeiling                            int64 // profiling_detail_ceiling, thousandths
}

// DefaultSizes returns MySQL's defaults.
func DefaultSizes() Sizes {
	var z Sizes
	for i := range variables {
		if f := variables[i].field; f != nil {
			*f(&z) = variables[i].Default
		}
	}
	return z
}

// resolve replaces every -1 by the size it stands for.
func (z Sizes) resolve() Sizes {
	for i := range variables {
		if f := variables[i].field; f != nil {
			if p := f(&z); *p < 0 {
				*p = variables[i].auto
			}
		}
	}
	return z
}
