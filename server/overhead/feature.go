package overhead

import (
	"path"
	"strings"
)

// Feature is a part of the product that takes CPU time.
type Feature string

// The features, each with what it covers. What a server without the Performance Schema
// would have to do too, in its own way, is among them: rights and the wire.
const (
	Statements   Feature = "statements"   // events, summaries, errors, accounts and threads
	Stages       Feature = "stages"       // and SHOW PROFILE
	Transactions Feature = "transactions" // events and summaries
	Waits        Feature = "waits"        // mutexes, files, sockets, metadata locks
	TableIO      Feature = "table_io"     // table and index use, rows counted by handler
	Memory       Feature = "memory"       // memory instruments, and limits of memory
	Plans        Feature = "plans"        // operators of a plan and what each does
	Profiler     Feature = "profiler"     // samples, and what threads say for them
	Digests      Feature = "digests"      // of statements' texts
	Wire         Feature = "wire"         // connections and results
	Rights       Feature = "rights"       // privileges, accounts and logins
	Rewriting    Feature = "rewriting"    // texts read before the parser, plans amended after it
	Programs     Feature = "programs"     // stored procedures and triggers
	Reading      Feature = "reading"      // tables of the Performance Schema and status, as they are read
	Storage      Feature = "storage"      // hooks around the storage
	Overhead     Feature = "overhead"     // this account itself
)

// Features lists the features in the order they are shown in.
func Features() []Feature {
	return []Feature{Statements, Stages, Transactions, Waits, TableIO, Memory, Plans, Profiler, Digests, Wire, Rights, Rewriting,
		Programs, Reading, Storage, Overhead}
}

// shared is what several features are made of: its time is that of the feature whose
// function called it.
const shared Feature = "shared"

// modulePath is that of the root package; all of ours begin with it.
const modulePath = "github.com/perfschema/perfschema"

// rules say whose a source file is: the longest of these that its path, below the root
// of the repository, begins with.
var rules = map[string]Feature{
	"account": Statements, "aggregate": Statements, "binding": Statements, "class": Statements, "config": Statements,
	"consumer": Statements, "doc": Statements, "engine_status": Reading,
	"error_stat": Statements, "event": Statements, "fold": Statements, "prepared": Statements, "program": Programs, "quiet": Statements,
	"reader": Reading, "registry": Statements, "schema": Statements, "setup": Statements, "state": Profiler,
	"statement": Statements, "status": Reading, "summary": Reading, "thread": Statements, "truncate": Reading, "variable": Reading,
	"digest_": Digests, "internal/digest/": Digests,
	"stage": Stages, "profile": Stages, "internal/usage/": Stages,
	"transaction": Transactions, "conflict/": Transactions, "work": Transactions,
	"wait": Waits, "cond": Waits, "connection_pool": Waits, "file": Waits, "socket": Waits, "instance": Waits, "imported": Waits, "lock": Waits,
	"mutex": Waits, "rwlock": Waits, "operation": Waits, "psync/": Waits, "pfile/": Waits, "pnet/": Waits, "pdb/": Statements,
	"phttp/": Statements, "stopwatch/": Waits, "internal/callsite/": Waits,
	"table_": TableIO,
	"memory": Memory, "process_memory": Memory, "pmemory/": Memory, "internal/goheap/": Memory, "internal/heapsize/": Memory,
	"internal/procmem/": Memory, "internal/resident/": Memory, "internal/watermark/": Memory,
	"pchan/": Waits, "pslog/": Statements,
	"plan":     Plans,
	"resource": Profiler, "sampled": Profiler, "sampling": Profiler, "sampler/": Profiler, "activesession/": Profiler, "snowset/": Profiler, "activity/": Plans, "activity/sta": Profiler, "activity/sam": Profiler, "internal/stateword/": Profiler,
	"internal/lookout/": Profiler, "internal/packed/": Profiler, "internal/runqueue/": Profiler, "internal/nodetype/": Plans,
	"internal/cleanup/": shared, "internal/reliance/": shared, "internal/closure/": Statements, "goroutine_origin": Statements, "internal/clock/": shared, "internal/goroutine/": shared, "internal/histogram/": shared, "histogram": shared, "internal/match/": shared,
	"internal/move/": shared, "internal/mysqlerr/": shared, "internal/ring/": shared, "internal/seqlock/": shared,
	"internal/slab/": shared, "internal/stat/": shared, "relaxed/": shared,
	"record/": Reading, "view/": Reading, "history/": Reading, "prometheus/": Reading, "otel/": Statements,

	"gms/adapter": Statements, "gms/doc": Statements, "gms/options": Statements, "gms/storage": Storage, "gms/error": Statements,
	"gms/engine.go": Statements, "gms/execution": Statements,
	"gms/guard": Statements, "gms/lifecycle": Statements, "gms/handler.go": Statements, "gms/handler_recorder": Statements, "gms/install_": Statements, "gms/internal/instrument/": Statements, "gms/internal/instrument/stage": Stages, "gms/panic": Statements,
	"gms/prepare": Statements, "gms/server": Statements, "gms/statement": Statements,
	"gms/thread_binding": Statements, "gms/time_limit": Statements, "gms/internal/timelimit/": Statements, "gms/dialect/sqlerr/": Statements, "gms/dialect/kind/": Statements,
	"gms/stage": Stages, "gms/profiling": Stages, "gms/sleep": Stages,
	"gms/event_": Programs, "gms/dialect/schedule/": Programs, "gms/internal/eventthread/": Programs,
	"gms/transaction": Transactions,
	"gms/lock_":       Waits, "gms/internal/metalock/": Waits, "gms/contention": Waits, "gms/dialect/userlock/": Waits,
	"gms/table_":         TableIO,
	"gms/internal/size/": Memory, "gms/internal/held/": Memory, "gms/internal/resultset/": Wire, "gms/internal/recovery/": Wire, "gms/internal/handlers/": Wire, "gms/internal/tableuse/": TableIO, "gms/internal/transport/": Wire, "gms/internal/credential/": Rights, "gms/internal/status/": Reading, "gms/internal/status/counter": Statements, "gms/internal/status/read": TableIO, "gms/planning": Memory, "gms/internal/planning/": Memory, "gms/internal/room/": Memory,
	"gms/counter": Plans, "gms/explain": Plans, "gms/operator": Plans, "gms/plan_": Plans, "gms/internal/node/": Plans, "gms/dialect/explain/": Plans, "gms/internal/plantree/": Plans, "gms/internal/pipeline/": Plans, "gms/internal/pipeline/window": Wire,
	"gms/shutdown": Statements, "gms/internal/hostcache/": Wire, "gms/kill": Rights, "gms/dialect/replica/": Reading, "gms/sqlserver/": Wire,
	"gms/variable": Reading,
	"gms/client":   Wire, "gms/change_user": Wire, "gms/connection": Wire, "gms/cursor": Wire, "gms/result_": Wire, "gms/transport": Wire,
	"gms/internal/client/": Wire, "gms/internal/wire/": Wire,
	"gms/dialect/account/": Rights, "gms/dialect/acting/": Rights, "gms/dialect/privilege/": Rights, "gms/dialect/definition/": Rights, "gms/internal/login/": Rights, "gms/privilege": Rights, "gms/dialect/serverfile/": Rights,
	"gms/dialect/": Rewriting, "gms/dialect/information/": Reading, "gms/dialect/computed/": Rights, "gms/internal/grouped/": Plans, "gms/internal/operator/": Plans,
	"gms/internal/setting/": Reading, "gms/internal/schemafunction/": Reading,
	"gms/grammar": Rewriting, "gms/parser": Rewriting, "gms/plan_amend": Rewriting,
	"gms/set_": Rewriting, "gms/dialect/rewrite/": Rewriting,
	"gms/dialect/words/": Rewriting, "gms/dialect/matcher/": Rewriting, "gms/dialect/moment/": Rewriting, "gms/dialect/nullness/": Wire, "gms/function": Rewriting, "gms/dialect/function/": Rewriting,
	"gms/program": Programs, "gms/dialect/program/": Programs,
	"gms/function_stored": Programs, "gms/function_run": Programs, "gms/dialect/routine/": Programs,
	"gms/internal/enginestatus/": Reading, "gms/internal/serverview/": Reading, "gms/internal/sessiontrack/": Statements, "gms/dialect/transaction/": Transactions, "gms/internal/errorlog/": Reading, "gms/internal/processlist/": Reading, "gms/provider": Reading,
	"gms/status": Reading, "gms/internal/table/": Reading,
	"gms/dialect/sysvar/": Reading, "gms/internal/sysschema/": Reading, "gms/internal/profile/": Stages, "gms/dialect/syntax/": Rewriting, "gms/dialect/syntaxtree/": Rewriting, "gms/dialect/grammar/": Rewriting,

	"server/dolt/": Storage, "server/memory": Memory, "server/internal/machine/": Memory,
	"server/overhead/": Overhead, "server/endpoint/": Reading, "web/": Reading, "internal/sqltext/": Reading, "server/": Statements,
}

// featureOf says whose a file of ours is, "" for one that no rule knows. The file is its
// path below the root of the repository.
func featureOf(file string) Feature {
	for end := len(file); end > 0; end-- {
		if f, ok := rules[file[:end]]; ok {
			return f
		}
	}
	return ""
}

// beside are packages of ours that are no part of the product's cost: a workload.
var beside = []string{"server/demo"}

// below gives the path of a package below the root of the repository; ours is false for
// packages that are not in it.
func below(pkg string) (below string, ours bool) {
	rest, ours := strings.CutPrefix(pkg, modulePath)
	if !ours || rest != "" && rest[0] != '/' {
		return "", false
	}
	return strings.TrimPrefix(rest, "/"), true
}

// packageOf is the import path of a function's package. A function is named as the Go
// runtime does: "net/http.(*conn).serve", with "[...]" for type arguments.
func packageOf(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	dot := strings.IndexByte(function[slash:], '.')
	if dot < 0 {
		return function
	}
	return function[:slash+dot]
}

// sourceOf is the path, below the root of the repository, of the file a function of
// ours is in.
func sourceOf(pkg, file string) string {
	return path.Join(pkg, path.Base(strings.ReplaceAll(file, `\`, "/")))
}
