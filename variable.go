package perfschema

import (
	"errors"
	"fmt"
	"strings"
)

// Variable describes one performance_schema_* system variable. The list of
// them is the one source of option names, SHOW VARIABLES and documentation.
type Variable struct {
	Name              string
	Bool              bool
	Default, Min, Max int64
	// Dynamic variables may be set while the server runs.
	Dynamic bool
	// Doc says what the variable sizes.
	Doc string

	// auto is what -1 stands for; a growing buffer's is its Max.
	auto int64
	// most is the largest size a Config may ask for where that is more than the
	// variable may be set to.
	most int64
	// shownAuto: -1 is shown as it is, because the buffer grows on demand.
	shownAuto bool
	field     func(*Sizes) *int64
}

const (
	mebi = 1 << 20
	grow = mebi // the bound of what -1 lets grow
	// growAccounts is that of accounts, users and hosts. A row with its summaries
	// takes 4 KB or so, and 17 KB once its sessions have used a few hundred
	// instruments: together they stay below 210 MB.
	growAccounts = 4096
	// mostClasses is how many instruments of a kind a program may make room for;
	// MySQL's variables end at 1024. All kinds of waits together fit the
	// summaries of a thread (internal/stat).
	mostClasses = 10_240
)

var variables = []Variable{
	{Name: "max_digest_length", Default: 1024, Max: mebi, field: func(z *Sizes) *int64 { return &z.MaxDigestLength },
		Doc: "bytes of tokens that a digest is computed of; 0: no digests"},
	{Name: "performance_schema", Bool: true, Default: 1, Max: 1, Doc: "whether anything is recorded"},
	sized("accounts_size", -1, mebi, growAccounts, "rows in accounts; -1: as many as connect, 4096 at most", func(z *Sizes) *int64 { return &z.Accounts }),
	sized("digests_size", -1, mebi, 10000, "rows in events_statements_summary_by_digest", func(z *Sizes) *int64 { return &z.Digests }),
	sized("error_size", 5814, mebi, 0, "error numbers counted one by one", func(z *Sizes) *int64 { return &z.Errors }),
	sized("events_stages_history_long_size", -1, mebi, 10000, "rows in events_stages_history_long", func(z *Sizes) *int64 { return &z.StagesHistoryLong }),
	sized("events_stages_history_size", -1, 1024, 10, "rows per thread in events_stages_history", func(z *Sizes) *int64 { return &z.StagesHistory }),
	sized("events_statements_history_long_size", -1, mebi, 10000, "rows in events_statements_history_long", func(z *Sizes) *int64 { return &z.StatementsHistoryLong }),
	sized("events_statements_history_size", -1, 1024, 10, "rows per thread in events_statements_history", func(z *Sizes) *int64 { return &z.StatementsHistory }),
	sized("events_transactions_history_long_size", -1, mebi, 10000, "rows in events_transactions_history_long", func(z *Sizes) *int64 { return &z.TransactionsHistoryLong }),
	sized("events_transactions_history_size", -1, 1024, 10, "rows per thread in events_transactions_history", func(z *Sizes) *int64 { return &z.TransactionsHistory }),
	sized("events_waits_history_long_size", -1, mebi, 10000, "rows in events_waits_history_long", func(z *Sizes) *int64 { return &z.WaitsHistoryLong }),
	sized("events_waits_history_size", -1, 1024, 10, "rows per thread in events_waits_history", func(z *Sizes) *int64 { return &z.WaitsHistory }),
	sized("hosts_size", -1, mebi, growAccounts, "rows in hosts; -1: as many as connect, 4096 at most", func(z *Sizes) *int64 { return &z.Hosts }),
	sized("max_cond_classes", 150, 1024, 0, "condition variable instruments", func(z *Sizes) *int64 { return &z.CondClasses }),
	sized("max_cond_instances", -1, mebi, grow, "condition variables instrumented at a time", func(z *Sizes) *int64 { return &z.CondInstances }),
	sized("max_digest_length", 1024, mebi, 0, "bytes of tokens kept of a digest", func(z *Sizes) *int64 { return &z.DigestLength }),
	dynamic(sized("max_digest_sample_age", 60, mebi, 0, "seconds after which a digest's sample statement is replaced", func(z *Sizes) *int64 { return &z.DigestSampleAge })),
	sized("max_file_classes", 80, 1024, 0, "file instruments", func(z *Sizes) *int64 { return &z.FileClasses }),
	sized("max_file_handles", 32768, mebi, 0, "files open at a time", func(z *Sizes) *int64 { return &z.FileHandles }),
	sized("max_file_instances", -1, mebi, grow, "files instrumented at a time", func(z *Sizes) *int64 { return &z.FileInstances }),
	sized("max_index_stat", -1, mebi, grow, "indexes with statistics", func(z *Sizes) *int64 { return &z.IndexStat }),
	sized("max_memory_classes", 470, 1024, 0, "memory instruments", func(z *Sizes) *int64 { return &z.MemoryClasses }),
	sized("max_metadata_locks", -1, 100*mebi, grow, "rows in metadata_locks", func(z *Sizes) *int64 { return &z.MetadataLocks }),
	sized("max_mutex_classes", 350, 1024, 0, "mutex instruments", func(z *Sizes) *int64 { return &z.MutexClasses }),
	sized("max_mutex_instances", -1, 100*mebi, grow, "mutexes instrumented at a time", func(z *Sizes) *int64 { return &z.MutexInstances }),
	sized("max_prepared_statements_instances", -1, 4*mebi, grow, "rows in prepared_statements_instances", func(z *Sizes) *int64 { return &z.PreparedStatements }),
	sized("max_program_instances", -1, mebi, grow, "stored programs with statistics", func(z *Sizes) *int64 { return &z.Programs }),
	sized("max_rwlock_classes", 100, 1024, 0, "rwlock instruments", func(z *Sizes) *int64 { return &z.RWLockClasses }),
	sized("max_rwlock_instances", -1, 100*mebi, grow, "rwlocks instrumented at a time", func(z *Sizes) *int64 { return &z.RWLockInstances }),
	sized("max_socket_classes", 10, 1024, 0, "socket instruments", func(z *Sizes) *int64 { return &z.SocketClasses }),
	sized("max_socket_instances", -1, mebi, grow, "sockets instrumented at a time", func(z *Sizes) *int64 { return &z.SocketInstances }),
	sized("max_sql_text_length", 1024, mebi, 0, "bytes of SQL_TEXT kept", func(z *Sizes) *int64 { return &z.SQLTextLength }),
	sized("max_stage_classes", 175, 1024, 0, "stage instruments", func(z *Sizes) *int64 { return &z.StageClasses }),
	sized("max_statement_classes", 234, 256, 0, "statement instruments", func(z *Sizes) *int64 { return &z.StatementClasses }),
	least(1, sized("max_statement_stack", 10, 256, 0, "nested statements kept per thread", func(z *Sizes) *int64 { return &z.StatementStack })),
	sized("max_table_handles", -1, mebi, grow, "rows in table_handles", func(z *Sizes) *int64 { return &z.TableHandles }),
	sized("max_table_instances", -1, mebi, grow, "tables with statistics", func(z *Sizes) *int64 { return &z.TableInstances }),
	sized("max_table_lock_stat", -1, mebi, grow, "tables with lock statistics", func(z *Sizes) *int64 { return &z.TableLockStat }),
	sized("max_thread_classes", 100, 1024, 0, "thread instruments", func(z *Sizes) *int64 { return &z.ThreadClasses }),
	sized("max_thread_instances", -1, mebi, grow, "threads instrumented at a time", func(z *Sizes) *int64 { return &z.ThreadInstances }),
	sized("session_connect_attrs_size", -1, mebi, 512, "bytes of connection attributes kept per thread", func(z *Sizes) *int64 { return &z.SessionConnectAttrs }),
	sized("setup_actors_size", -1, mebi, grow, "rows in setup_actors", func(z *Sizes) *int64 { return &z.SetupActors }),
	sized("setup_objects_size", -1, mebi, grow, "rows in setup_objects", func(z *Sizes) *int64 { return &z.SetupObjects }),
	sized("users_size", -1, mebi, growAccounts, "rows in users; -1: as many as connect, 4096 at most", func(z *Sizes) *int64 { return &z.Users }),
	{Name: "profiling_detail_ceiling", Default: defaultDetailCeiling, Max: 1000, Dynamic: true, field: func(z *Sizes) *int64 { return &z.DetailCeiling },
		Doc: "thousandths of the time of a digest's statements that it may take to keep their plans: of those under 10 ms one in so many is kept; 0: all are"},
	{Name: "profiling_session_stages", Default: defaultSessionStages, Max: 65536, field: func(z *Sizes) *int64 { return &z.SessionStages },
		Doc: "stages per connection kept of its last statements for profiling.session_profiles and SHOW PROFILE FOR CONNECTION"},
}

func sized(name string, def, most, auto int64, doc string, field func(*Sizes) *int64) Variable {
	v := Variable{Name: "performance_schema_" + name, Default: def, Max: most, Doc: doc, auto: auto, field: field}
	if strings.HasSuffix(name, "_classes") {
		v.most = mostClasses
	}
	if def < 0 {
		v.Min = -1
		v.shownAuto = auto == grow || auto == growAccounts
	}
	return v
}

func dynamic(v Variable) Variable { v.Dynamic = true; return v }

func least(n int64, v Variable) Variable { v.Min = n; return v }

// Variables lists the system variables this Schema knows.
func Variables() []Variable { return append([]Variable(nil), variables...) }

// ErrVariable is wrapped by the errors of setting a variable: unknown name,
// value out of range, or read-only.
var ErrVariable = errors.New("cannot set variable")

// check says whether a Config may hold a value.
func (v *Variable) check(value int64) error { return v.within(value, max(v.Max, v.most)) }

func (v *Variable) within(value, most int64) error {
	if value < v.Min || value > most {
		return fmt.Errorf("%w %s to %d: want %d to %d", ErrVariable, v.Name, value, v.Min, most)
	}
	return nil
}

// Set puts a value into the configuration of a Schema not yet made. Booleans
// are 0 or 1.
func (v Variable) Set(c *Config, value int64) error {
	if err := v.within(value, v.Max); err != nil {
		return err
	}
	if v.field == nil {
		c.Off = value == 0
		return nil
	}
	if c.Sizes == (Sizes{}) {
		c.Sizes = DefaultSizes()
	}
	*v.field(&c.Sizes) = value
	return nil
}

func findVariable(name string) *Variable {
	for i := range variables {
		if strings.EqualFold(variables[i].Name, name) {
			return &variables[i]
		}
	}
	return nil
}

// VariableValue is what SHOW VARIABLES prints: the effective size, or -1 for a
// buffer that grows; booleans are 0 or 1; history sizes are 0 when off.
func (s *Schema) VariableValue(name string) (int64, bool) {
	v := findVariable(name)
	if v == nil {
		return 0, false
	}
	switch {
	case v.Name == "performance_schema":
		return asInt(s.Enabled()), true
	case s == nil:
		return v.Default, true
	case v.Name == "performance_schema_max_digest_sample_age":
		return s.sampleAge.Load(), true
	case v.Name == "profiling_detail_ceiling":
		return s.detailCeiling.Load(), true
	case !s.Enabled() && strings.Contains(v.Name, "_history_"):
		return 0, true
	}
	if asked := *v.field(&s.asked); asked < 0 && v.shownAuto {
		return asked, true
	}
	return *v.field(&s.sizes), true
}

// SetVariable sets a dynamic variable while the server runs.
func (s *Schema) SetVariable(name string, value int64) error {
	v := findVariable(name)
	if v == nil {
		return fmt.Errorf("%w %s: no such variable", ErrVariable, name)
	}
	if !v.Dynamic {
		return fmt.Errorf("%w %s: it is read-only", ErrVariable, v.Name)
	}
	if err := v.check(value); err != nil || s == nil {
		return err
	}
	if v.Name == "profiling_detail_ceiling" {
		s.detailCeiling.Store(value)
	} else {
		s.sampleAge.Store(value)
	}
	return nil
}

func asInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
