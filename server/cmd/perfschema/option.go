package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/history/clickhouse"
	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/server/overhead"
)

// settings are what the options set.
type settings struct {
	server       server.Config
	defaultsFile string
	demo         bool
	memoryLimit  int64 // see [server.LimitMemory]
	gcPercent    int   // see [server.CollectGarbage]
	ask          bool  // for the password
	warnings     []string
}

// maxGCPercent is beyond what any process gains by; it catches a number of bytes.
const maxGCPercent = 10000

// option is one option of a command, on the command line and in a file alike.
type option struct {
	name  string // with dashes
	short string // one letter, "" for most
	arg   string // what the value is, for help
	group string
	doc   string
	def   string // the default, as shown
	// flag options may stand without a value, which means ON; of others, alone is
	// what that means, "" if it is an error.
	flag  bool
	alone string
	// commandLine options are not read from files.
	commandLine bool
	// variable is the system variable that the option sets, "" for those with a meaning of their own.
	variable string
	set      func(*settings, string) error
}

// The groups, in the order of help.
const (
	groupServer    = "Server"
	groupAccounts  = "Accounts and TLS"
	groupSchema    = "Performance Schema"
	groupProfiler  = "Profiler (schema profiling)"
	groupConsumers = "Consumers at start (setup_consumers)"
	groupSizes     = "Sizes (-1 chooses one; see SHOW VARIABLES LIKE 'performance_schema%')"
)

var groups = []string{groupServer, groupAccounts, groupSchema, groupProfiler, groupConsumers, groupSizes}

// options lists all options.
func options() []option {
	list := []option{
		{name: "listen", arg: "HOST:PORT", group: groupServer, def: server.DefaultListen,
			doc: "address to accept connections on", set: filled(text(func(s *settings) *string { return &s.server.Listen }))},
		{name: "socket", arg: "FILE", group: groupServer,
			doc: "Unix socket that clients of this machine may connect by, too; removed at the end", set: filled(text(func(s *settings) *string { return &s.server.Socket }))},
		{name: "data-dir", arg: "DIR", group: groupServer, def: server.DefaultDataDir,
			doc: "directory of the databases; made if missing", set: filled(text(func(s *settings) *string { return &s.server.DataDir }))},
		{name: "defaults-file", arg: "FILE", group: groupServer, commandLine: true,
			doc: "read options from the groups [mysqld] and [perfschema] of a my.cnf-style file; the command line wins",
			set: filled(text(func(s *settings) *string { return &s.defaultsFile }))},
		{name: "collation-server", arg: "NAME", group: groupServer, def: server.DefaultCollation,
			doc: "collation of databases that are made without one, and of texts in statements; databases and tables that are there keep theirs",
			set: filled(text(func(s *settings) *string { return &s.server.Collation }))},
		{name: "character-set-server", short: "C", arg: "NAME", group: groupServer, def: "utf8mb4",
			doc: "character set of those databases; without collation-server they have its default collation",
			set: filled(text(func(s *settings) *string { return &s.server.CharacterSet }))},
		{name: "ansi", short: "a", variable: "sql_mode", group: groupServer, flag: true, def: "OFF",
			doc: "the same as sql-mode=ANSI",
			set: onOff(func(s *settings, on bool) {
				if on {
					s.server.Variables = append(s.server.Variables, server.VariableValue{Name: "sql_mode", Value: "ANSI"})
				}
			})},
		{name: "memory-limit", arg: "SIZE", group: groupServer, def: "-1",
			doc: "soft limit of the process's memory, as 512M or 4G: near it, garbage is collected more often; -1 is GOMEMLIMIT, or three quarters of what the machine or the control group has; 0 is none",
			set: func(s *settings, v string) error {
				n, err := parseSize(v)
				switch {
				case n == 0:
					s.memoryLimit = -1
				case n > 0:
					s.memoryLimit = n
				default:
					s.memoryLimit = 0
				}
				return err
			}},
		{name: "gc-percent", arg: "N", group: groupServer, def: "0",
			doc: "collect garbage when there is so much of it, in percent of the memory in use, as GOGC; less often takes less CPU time and more memory; 0 is GOGC, or from 400 well below memory-limit down to 100 near it",
			set: func(s *settings, v string) error {
				n, err := strconv.ParseUint(v, 10, 31)
				if err != nil || n > maxGCPercent {
					return fmt.Errorf("%q is no whole number from 0 to %d", v, maxGCPercent)
				}
				s.gcPercent = int(n) //nolint:gosec // below maxGCPercent
				return nil
			}},
		{name: "http", arg: "HOST:PORT", group: groupServer,
			doc: "serve pages for a browser, metrics for Prometheus, health and Go's profiles over HTTP: /, /metrics, /healthz, /readyz, /debug/pprof/; beyond loopback by TLS and with an account; with --demo 127.0.0.1:9104, or any port where that is taken",
			set: filled(text(func(s *settings) *string { return &s.server.HTTP }))},
		{name: "http-user", arg: "NAME", group: groupServer,
			doc: "whom to ask for over HTTP (basic authentication)", set: filled(text(func(s *settings) *string { return &s.server.HTTPUser }))},
		{name: "http-password-file", arg: "FILE", group: groupServer,
			doc: "file with that user's password on its only line",
			set: filled(func(s *settings, v string) error {
				password, warning, err := readPasswordFile(v)
				s.server.HTTPPassword = password
				s.warn(warning)
				return err
			})},
		{name: "log-format", arg: "text|json", group: groupServer, def: server.LogText,
			doc: "how the log is written on standard error, a line an event: keys and values as text, or an object of JSON",
			set: func(s *settings, v string) error {
				switch s.server.LogFormat = strings.ToLower(v); s.server.LogFormat {
				case server.LogText, server.LogJSON:
					return nil
				}
				return fmt.Errorf("%q is no format; want %s or %s", v, server.LogText, server.LogJSON)
			}},
		{name: "history", arg: "ON|OFF", group: groupServer, flag: true, def: "OFF",
			doc: "keep what is counted, minute by minute, in Parquet files below the data directory (.history), and serve it as the database history",
			set: onOff(func(s *settings, on bool) { s.server.History = on })},
		clickhouseOption("history-clickhouse", groupServer, "send the history to this ClickHouse, too, and serve those of all servers that do as the database fleet; history=ON is implied; ?cluster=NAME and https:// as for history install",
			func(s *settings) *clickhouse.DSN { return &s.server.HistoryClickHouse }),
		clickhouseFileOption("history-clickhouse-password-file", groupServer, func(s *settings) *clickhouse.DSN { return &s.server.HistoryClickHouse }),
		{name: "history-max-age", arg: "TIME", group: groupServer, def: "7d",
			doc: "remove files of the history that are older, as 7d or 36h; 0 is never", set: age(func(s *settings) *time.Duration { return &s.server.HistoryMaxAge })},
		{name: "history-max-size", arg: "SIZE", group: groupServer, def: "1G",
			doc: "remove the oldest files of the history where all take more; 0 is never",
			set: func(s *settings, v string) error {
				n, err := parseSize(v)
				if err == nil && n < 0 {
					err = fmt.Errorf("%d is out of range; want 0 or more", n)
				}
				if s.server.HistoryMaxBytes = n; n == 0 {
					s.server.HistoryMaxBytes = -1
				}
				return err
			}},
		{name: "history-fold-age", arg: "TIME", group: groupServer, def: "3d",
			doc: "make the minutes of an hour one window when they are older; 0 is never", set: age(func(s *settings) *time.Duration { return &s.server.HistoryFoldAge })},
		{name: "history-event-time", arg: "TIME", group: groupServer, def: "100ms",
			doc: "keep each statement that takes as long, as 50ms or 2s, with its profile and plan; 0 is none",
			set: age(func(s *settings) *time.Duration { return &s.server.HistoryEventTime })},
		{name: "history-event-every", arg: "N", group: groupServer, def: strconv.Itoa(history.DefaultEventEvery),
			doc: "of the other statements keep one in N, chosen by chance; 0 is none, 1 all",
			set: func(s *settings, v string) error {
				n, err := strconv.ParseUint(v, 10, 31)
				if err != nil {
					return fmt.Errorf("%q is no number from 0 to 2147483647", v)
				}
				if s.server.HistoryEventEvery = int(n); n == 0 { //nolint:gosec // 31 bits
					s.server.HistoryEventEvery = -1
				}
				return nil
			}},
		{name: "history-event-buffer", arg: "N", group: groupServer, def: strconv.Itoa(history.DefaultEventBuffer),
			doc: "so many single statements may wait to be written; what is more is lost, and counted",
			set: func(s *settings, v string) error {
				n, err := parseSize(v)
				if err == nil && (n < 1 || n > 1<<24) {
					err = fmt.Errorf("%d is out of range; want 1 to %d", n, 1<<24)
				}
				s.server.HistoryEventBuffer = int(n)
				return err
			}},
		{name: "history-sync", arg: "ON|OFF", group: groupServer, flag: true, def: "OFF",
			doc: "write what happens in the window that is open every 5 seconds: a kill loses no more",
			set: onOff(func(s *settings, on bool) { s.server.HistorySync = on })},
		{name: "demo", group: groupServer, flag: true, def: "OFF",
			doc: "fill a small shop database and run a mixed workload on it for a minute",
			set: onOff(func(s *settings, on bool) { s.demo = on })},

		{name: "user", arg: "NAME", group: groupAccounts, def: server.DefaultUser,
			doc: "superuser to make in a new data directory, next to root",
			set: filled(text(func(s *settings) *string { return &s.server.User }))},
		{name: "password", arg: "TEXT", group: groupAccounts, alone: askPassword,
			doc: "password of the superusers made in a new data directory; an existing one keeps its accounts; asked for if no TEXT is given; also from " + passwordVariable,
			set: func(s *settings, v string) error {
				s.ask = v == askPassword
				if !s.ask {
					s.server.Password = v
				}
				return nil
			}},
		{name: "password-file", arg: "FILE", group: groupAccounts,
			doc: "file with that password on its only line",
			set: filled(func(s *settings, v string) error {
				password, warning, err := readPasswordFile(v)
				s.server.Password, s.ask = password, false
				s.warn(warning)
				return err
			})},
		{name: "ssl-cert", arg: "FILE", group: groupAccounts,
			doc: "certificate (PEM) for TLS; one is made in the data directory if not given", set: text(func(s *settings) *string { return &s.server.TLSCert })},
		{name: "ssl-key", arg: "FILE", group: groupAccounts,
			doc: "the certificate's private key (PEM)", set: text(func(s *settings) *string { return &s.server.TLSKey })},
		{name: "ssl-ca", arg: "FILE", group: groupAccounts,
			doc: "authorities (PEM) that certificates of clients are checked with; the data directory's if not given", set: text(func(s *settings) *string { return &s.server.TLSCA })},
		{name: "ssl", arg: "ON|OFF", group: groupAccounts, flag: true, def: "ON",
			doc: "whether clients may use TLS", set: onOff(func(s *settings, on bool) { s.server.NoTLS = !on })},
		{name: "skip-ssl", group: groupAccounts, flag: true, def: "OFF",
			doc: "the same as ssl=OFF", set: onOff(func(s *settings, on bool) { s.server.NoTLS = on })},
		{name: "require-secure-transport", group: groupAccounts, flag: true, def: "OFF",
			doc: "refuse connections without TLS",
			set: onOff(func(s *settings, on bool) { s.server.RequireSecureTransport = on })},

		{name: "performance-schema", arg: "ON|OFF", group: groupSchema, flag: true, def: "ON",
			doc: "whether anything is recorded",
			set: onOff(func(s *settings, on bool) { s.server.PerformanceSchema.Off = !on })},
		{name: "performance-schema-instrument", arg: "'NAME=STATE'", group: groupSchema,
			doc: "set instruments whose names match NAME, in which % stands for anything, to ON, OFF or COUNTED; may be given several times",
			set: addInstrument},
		{name: "profiling-memory-watch", arg: "'INSTRUMENT:SIZE,...'", group: groupSchema,
			doc: "log which account and statement push a memory instrument past a size, once per crossing; see @@profiling_memory_watch",
			set: text(func(s *settings) *string { return &s.server.MemoryWatch })},
		{name: "profiling-show-databases", arg: "ON|OFF", group: groupSchema, flag: true, def: "ON",
			doc: "list profiling, history and fleet, which MySQL has not, in SHOW DATABASES and information_schema; they are read by their names all the same",
			set: onOff(func(s *settings, on bool) { s.server.Unlisted = !on })},
	}
	for _, c := range perfschema.Consumers() {
		list = append(list, consumerOption(c))
	}
	for _, v := range perfschema.Variables() {
		if !v.Bool {
			list = append(list, sizeOption(v))
		}
	}
	for _, v := range sampler.Variables() {
		list = append(list, profilerOption(v))
	}
	return append(list, option{
		name: "profiling-overhead-sampling", arg: "N", group: groupProfiler, def: strconv.Itoa(overhead.DefaultSampling),
		doc: "percent of the time in which the product's own cost is sampled, for profiling.overhead; 0 is never, as is the default with performance-schema=OFF",
		set: func(s *settings, value string) error {
			n, err := parseSize(value)
			if err != nil {
				return err
			}
			if n < 0 || n > 100 {
				return fmt.Errorf("%d is out of range; want 0 to 100", n)
			}
			s.server.OverheadSampling = int(n)
			if n == 0 {
				s.server.OverheadSampling = -1
			}
			return nil
		}})
}

func profilerOption(v sampler.Variable) option {
	o := option{name: dashed(v.Name), arg: "N", group: groupProfiler, doc: v.Doc, def: strconv.FormatInt(v.Default, 10)}
	if v.Bool {
		o.arg, o.flag, o.def = "ON|OFF", true, map[bool]string{true: "ON", false: "OFF"}[v.Default != 0]
	}
	o.set = func(s *settings, value string) error {
		n, err := int64(0), error(nil)
		if v.Bool {
			on := false
			if on, err = parseOnOff(value); on {
				n = 1
			}
		} else {
			n, err = parseSize(value)
		}
		if err != nil {
			return err
		}
		if err := v.Set(&s.server.Profiler, n); err != nil {
			return fmt.Errorf("%d is out of range; want %d to %d", n, v.Min, v.Max)
		}
		return nil
	}
	return o
}

func consumerOption(c perfschema.Consumer) option {
	return option{
		name: "performance-schema-consumer-" + dashed(c.String()), arg: "ON|OFF", group: groupConsumers, flag: true,
		def: map[bool]string{true: "ON", false: "OFF"}[c.Default()],
		set: onOff(func(s *settings, on bool) {
			if s.server.PerformanceSchema.Consumers == nil {
				s.server.PerformanceSchema.Consumers = map[perfschema.Consumer]bool{}
			}
			s.server.PerformanceSchema.Consumers[c] = on
		}),
	}
}

func sizeOption(v perfschema.Variable) option {
	return option{
		name: dashed(v.Name), arg: "N", group: groupSizes, doc: v.Doc, def: strconv.FormatInt(v.Default, 10),
		set: func(s *settings, value string) error {
			n, err := parseSize(value)
			if err != nil {
				return err
			}
			if err := v.Set(&s.server.PerformanceSchema, n); err != nil {
				return fmt.Errorf("%d is out of range; want %d to %d", n, v.Min, v.Max)
			}
			return nil
		},
	}
}

// refused are options of MySQL that have a meaning there and none here.
var refused = map[string]string{
	"performance-schema-logger": "this server has no loggers to instrument; remove the option",
	"performance-schema-meter":  "this server exports no OpenTelemetry metrics; remove the option",
	"datadir":                   "say it with --data-dir=DIR",
	"port":                      "say host and port with listen=HOST:PORT",
	"bind-address":              "say host and port with listen=HOST:PORT",
}

// canonical is a name as the option list has it: underscores and dashes are
// the same, as in MySQL.
func canonical(name string) string { return dashed(strings.ToLower(name)) }

func dashed(name string) string { return strings.ReplaceAll(name, "_", "-") }

func underscored(name string) string { return strings.ReplaceAll(name, "-", "_") }

// find looks an option up. The error of an unknown one names one that is near,
// with the dashes options have where it was given.
func find(list []option, name, dashes string) (*option, error) {
	name = canonical(name)
	names := make([]string, len(list))
	for i := range list {
		if list[i].name == name {
			return &list[i], nil
		}
		names[i] = list[i].name
	}
	if why, ok := refused[name]; ok {
		return nil, fmt.Errorf("option %s%s is not supported: %s", dashes, name, why)
	}
	if near, ok := nearest(name, names); ok {
		return nil, fmt.Errorf("unknown option %s%s; did you mean %s%s?", dashes, name, dashes, near)
	}
	return nil, fmt.Errorf("unknown option %s%s; --help lists those there are", dashes, name)
}
