package perfschema_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// key is the key of the one instrument that register registers.
func key[K ~uint32](register func(string, perfschema.Info) K) K {
	return register("app", perfschema.Info{Name: "x"})
}

// losses says of each status variable how to lose three of what it counts,
// where there is room for one.
var losses = map[string]struct {
	room func(*perfschema.Sizes)
	lose func(*fixture)
}{
	"accounts_lost": {func(z *perfschema.Sizes) { z.Accounts = 1 }, connectFour},
	"users_lost":    {func(z *perfschema.Sizes) { z.Users = 1 }, connectFour},
	"hosts_lost":    {func(z *perfschema.Sizes) { z.Hosts = 1 }, connectFour},
	"thread_instances_lost": {func(z *perfschema.Sizes) { z.ThreadInstances = 1 }, func(f *fixture) {
		for range 4 {
			f.connect("joe")
		}
	}},
	"mutex_instances_lost": {func(z *perfschema.Sizes) { z.MutexInstances = 1 }, func(f *fixture) {
		k := key(f.RegisterMutex)
		for range 4 {
			f.NewMutexInstance(k)
		}
	}},
	"rwlock_instances_lost": {func(z *perfschema.Sizes) { z.RWLockInstances = 1 }, func(f *fixture) {
		k := key(f.RegisterRWLock)
		for range 4 {
			f.NewRWLockInstance(k)
		}
	}},
	"cond_instances_lost": {func(z *perfschema.Sizes) { z.CondInstances = 1 }, func(f *fixture) {
		k := key(f.RegisterCond)
		for range 4 {
			f.NewCondInstance(k)
		}
	}},
	"socket_instances_lost": {func(z *perfschema.Sizes) { z.SocketInstances = 1 }, func(f *fixture) {
		k := key(f.RegisterSocket)
		for range 4 {
			f.NewSocketInstance(k, perfschema.SocketOptions{})
		}
	}},
	"file_instances_lost": {func(z *perfschema.Sizes) { z.FileInstances = 1 }, func(f *fixture) {
		k := key(f.RegisterFile)
		for _, name := range []string{"a", "b", "c", "d", "a"} {
			f.FileInstance(k, name)
		}
	}},
	"file_handles_lost": {func(z *perfschema.Sizes) { z.FileHandles = 1 }, func(f *fixture) {
		file := f.FileInstance(key(f.RegisterFile), "a")
		for range 4 {
			file.Opened()
		}
	}},
	"table_handles_lost": {func(z *perfschema.Sizes) { z.TableHandles = 1 }, func(f *fixture) {
		for range 4 {
			f.TableInstance("TABLE", "shop", "item").OpenHandle(nil)
		}
	}},
	"table_instances_lost": {func(z *perfschema.Sizes) { z.TableInstances = 1 }, func(f *fixture) {
		for _, name := range []string{"a", "b", "c", "d", "A"} {
			f.TableInstance("TABLE", "shop", name)
		}
	}},
	"index_stat_lost": {func(z *perfschema.Sizes) { z.IndexStat = 1 }, func(f *fixture) {
		f.TableInstance("TABLE", "shop", "a").SetIndexes([]string{"PRIMARY", "a", "b", "c"})
	}},
	"table_lock_stat_lost": {func(z *perfschema.Sizes) { z.TableLockStat = 1 }, func(f *fixture) {
		th := f.connect("joe")
		for _, name := range []string{"a", "b", "c", "d", "a"} {
			w := f.TableInstance("TABLE", "shop", name).StartLock(th, perfschema.OpReadNormal)
			w.End()
		}
	}},
	"metadata_lock_lost": {func(z *perfschema.Sizes) { z.MetadataLocks = 1 }, func(f *fixture) {
		for range 4 {
			f.NewMetadataLock(perfschema.MetadataLockOptions{ObjectType: "GLOBAL"})
		}
	}},
	"nested_statement_lost": {func(z *perfschema.Sizes) { z.StatementStack = 1 }, func(f *fixture) {
		th := f.connect("joe")
		for range 4 {
			th.BeginStatement(f.selectKey)
		}
	}},
	"prepared_statements_lost": {func(z *perfschema.Sizes) { z.PreparedStatements = 1 }, func(f *fixture) {
		th := f.connect("joe")
		for i := range uint64(4) {
			f.prepare(th, perfschema.PreparedOptions{ID: i}, 1)
		}
	}},
	"program_lost": {func(z *perfschema.Sizes) { z.Programs = 1 }, func(f *fixture) {
		for _, name := range []string{"a", "b", "c", "d", "a"} {
			f.Program(record.ProgramProcedure, "shop", name)
		}
	}},
	"session_connect_attrs_lost": {func(z *perfschema.Sizes) { z.SessionConnectAttrs = 8 }, func(f *fixture) {
		for range 3 {
			f.connect("joe").SetConnectAttrs([]perfschema.ConnectAttr{{Name: "program", Value: "x"}, {Name: "os", Value: "y"}})
		}
	}},
	"digest_lost": {func(z *perfschema.Sizes) { z.Digests = 2 }, func(f *fixture) {
		th := f.connect("joe")
		for _, sql := range []string{"SELECT 1", "SELECT a", "SELECT b", "SELECT c"} {
			f.run(th, f.selectKey, sql, 1)
		}
	}},
	"Profiling_session_stages_lost": {func(z *perfschema.Sizes) { z.SessionStages = 1 }, func(f *fixture) {
		th := f.connect("joe")
		for range 4 {
			th.SetStage(f.opening)
		}
	}},
	"locker_lost": {nil, func(f *fixture) {
		f.enableAll()
		th := f.connect("joe")
		for range 9 { // 6 nest
			th.StartIdle()
		}
	}},
}

func connectFour(f *fixture) {
	for _, user := range []string{"a", "b", "c", "d"} {
		f.NewThread(f.conn, perfschema.ThreadOptions{ProcesslistID: 7, User: user, Host: "host of " + user})
	}
}

// Every buffer has a size that bounds it, and what finds no room is counted.
func TestWhatFindsNoRoomIsCounted(t *testing.T) {
	var names []string
	for _, v := range newFixture(t, nil).Read().Status() {
		name := strings.TrimPrefix(v.Name, "Performance_schema_")
		names = append(names, v.Name)
		l, ok := losses[name]
		if !ok {
			// Classes have a test of their own.
			if !strings.HasSuffix(name, "_classes_lost") && name != "session_connect_attrs_longest_seen" {
				t.Errorf("nothing tests %s", v.Name)
			}
			continue
		}
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, func(c *perfschema.Config) {
				c.Sizes = perfschema.DefaultSizes()
				if l.room != nil {
					l.room(&c.Sizes)
				}
			})
			if n := statusOf(t, f.Schema, name); n != 0 {
				t.Fatalf("%d lost before anything happened", n)
			}
			l.lose(f)
			if n := statusOf(t, f.Schema, name); n != 3 {
				t.Errorf("%d lost, want 3", n)
			}
			f.Read().FlushStatus()
			for _, v := range f.Read().Status() {
				if v.Value != 0 {
					t.Errorf("%s is %d after FLUSH STATUS", v.Name, v.Value)
				}
			}
		})
	}
	if !slices.IsSorted(names) {
		t.Errorf("out of order: %v", names)
	}
	for name := range losses {
		if !slices.Contains(names, name) && !slices.Contains(names, "Performance_schema_"+name) {
			t.Errorf("no status variable %s", name)
		}
	}
}
