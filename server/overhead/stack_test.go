package overhead

import "testing"

func TestCharge(t *testing.T) {
	ours := func(name, file string) Frame { return Frame{modulePath + name, "/src/perfschema/" + file} }
	lib := func(name string) Frame { return Frame{Function: name, File: "x.go"} }
	serve := lib("github.com/dolthub/vitess/go/mysql.(*Conn).handleNextCommand")
	execute := ours("/gms.(*statementHandler).ComQuery", "gms/statement_handler.go")
	for _, c := range []struct {
		name  string
		stack []Frame
		want  Feature
		own   bool
	}{
		{"none", nil, "", false},
		{"theirs, within ours", []Frame{lib("github.com/dolthub/go-mysql-server/sql/planbuilder.Parse"), execute, serve}, "", false},
		{"ours", []Frame{execute, serve}, Statements, true},
		{"ours, that allocates", []Frame{lib("runtime.mallocgc"), lib("runtime.newobject"), ours("/gms.(*x).y", "gms/operator_watch.go"), execute, serve}, Plans, false},
		{"ours, that waits for the client", []Frame{lib("internal/runtime/syscall.Syscall6"), lib("syscall.Read"), lib("net.(*conn).Read"), ours("/gms/internal/wire.(*Socket).Read", "connection_socket.go"), serve}, "", false},
		{"ours, that gets a lock", []Frame{lib("runtime.semacquire1"), lib("sync.(*Mutex).lockSlow"), ours("/psync.(*Mutex).Lock", "mutex.go"), serve}, "", false},
		{"ours, that hands a row over", []Frame{lib("runtime.chansend"), ours("/gms.(*x).y", "plan_exchange.go"), serve}, "", false},
		{"shared, of a stage", []Frame{ours("/internal/clock.Now", "clock.go"), ours(".(*Thread).SetStage", "stage.go"), execute, serve}, Stages, true},
		{"shared, of nobody", []Frame{ours("/internal/clock.Now", "clock.go"), serve}, Statements, true},
		{"theirs, called through ours for a table of ours", []Frame{lib("github.com/dolthub/go-mysql-server/sql.NewRow"), ours("/view.(*Table).Open", "table.go")}, "", false},
		{"the profiler's own goroutine", []Frame{lib("internal/runtime/syscall.Syscall6"), ours("/sampler.(*Profiler).run", "profiler.go"), lib("runtime.goexit")}, Profiler, false},
		{"this account", []Frame{lib("compress/gzip.(*Reader).Read"), lib("github.com/google/pprof/profile.Parse"), ours("/server/overhead.(*Recorder).read", "recorder.go"), ours("/server/overhead.(*Recorder).profile", "recorder.go"), ours("/server/overhead.(*Recorder).run", "recorder.go")}, Overhead, false},
		{"the demo's workload", []Frame{ours("/server/demo.(*turn).run", "turn.go"), lib("runtime.goexit")}, "", false},
		{"a file no rule knows", []Frame{ours("/nowhere.Do", "do.go")}, "", true},
	} {
		got, own := charge(c.stack)
		if got != c.want || c.want != "" && own != c.own {
			t.Errorf("%s: %q, own %v; want %q, own %v", c.name, got, own, c.want, c.own)
		}
	}
}
