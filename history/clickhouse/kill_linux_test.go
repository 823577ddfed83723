package clickhouse

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/internal/clickhousetest"
	"github.com/perfschema/perfschema/sampler"
)

// The environment of a process that runs until it is killed.
const (
	killDir  = "FLEET_KILL_DIR"
	killUUID = "FLEET_KILL_UUID"
	killAddr = "FLEET_KILL_ADDR"
)

// runUntilKilled is a server of a fleet with windows of a second, under load.
func runUntilKilled() {
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	schema, err := perfschema.New(perfschema.Config{})
	must(err)
	for _, c := range perfschema.Consumers() {
		schema.SetConsumer(c, true)
	}
	profiler, err := sampler.Start(schema, sampler.Options{})
	must(err)
	dsn, err := ParseDSN("http://" + clickhousetest.User + "@" + os.Getenv(killAddr) + "/f")
	must(err)
	o := history.Options{Dir: os.Getenv(killDir), ServerUUID: os.Getenv(killUUID), Window: time.Second, Profiler: profiler, EventEvery: 1}
	sink, err := NewSink(NewClient(dsn.WithPassword(clickhousetest.Password)), SinkOptions{Dir: o.Dir, ServerUUID: o.ServerUUID})
	must(err)
	o.Follower = sink
	_, err = history.Start(schema, o)
	must(err)
	sink.Start()
	thread := schema.NewThread(schema.RegisterThread("sql", perfschema.Info{Name: "c"}), perfschema.ThreadOptions{User: "u", Host: "h"})
	key := schema.RegisterStatement("sql", perfschema.Info{Name: "select"})
	load := time.NewTicker(time.Millisecond)
	for n := 0; ; n++ {
		<-load.C
		st := thread.BeginStatement(schema.AbstractQuery())
		st.SetText(fmt.Sprintf("SELECT a FROM t%d", n%100))
		st.ComputeDigest()
		st.Refine(key)
		st.End()
	}
}

// child is such a process.
type child struct {
	*program
	addr string
	cmd  *exec.Cmd
}

func (c *child) start() {
	c.t.Helper()
	c.cmd = exec.Command(os.Args[0], "-test.run=^TestKillOfEach$")
	c.cmd.Env = append(os.Environ(), killDir+"="+c.dir, killUUID+"="+c.uuid, killAddr+"="+c.addr)
	if err := c.cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
}

func (c *child) kill() {
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait()
}

// written counts the windows of digests that the process has written.
func (c *child) written() int {
	files, err := filepath.Glob(filepath.Join(c.dir, "events_statements_summary_by_digest", "*.parquet"))
	if err != nil {
		c.t.Fatal(err)
	}
	return len(files)
}

// Two servers and the ClickHouse they share are killed in turn, under load. At the end
// ClickHouse has every window that has a file, once.
func TestKillOfEach(t *testing.T) {
	if os.Getenv(killDir) != "" {
		runUntilKilled()
	}
	if testing.Short() {
		t.Skip("it waits for windows of a second")
	}
	server := clickhousetest.Start(t)
	c := installed(t, server)
	a := &child{program: newProgram(t, "0a1b2c3d-0000-1111-2222-333344445555"), addr: server.Addr}
	b := &child{program: newProgram(t, "0a1b2c3d-0000-1111-2222-333344445556"), addr: server.Addr}
	both := []*child{a, b}
	for _, x := range both {
		x.start()
		defer func() { x.kill() }()
	}
	ticks := time.NewTicker(20 * time.Millisecond)
	defer ticks.Stop()
	await := func(what func(x *child) int, more int) {
		t.Helper()
		var from [2]int
		for i, x := range both {
			from[i] = what(x)
		}
		for i, x := range both {
			for what(x) < from[i]+more {
				select {
				case <-ticks.C:
				case <-t.Context().Done():
					t.Fatal("it takes too long")
				}
			}
		}
	}
	written := (*child).written
	sent := func(x *child) int {
		n, err := strconv.Atoi(rows(t, c, "SELECT uniqExact(WINDOW_START, WINDOW_START_MICROSECOND) FROM f.events_statements_summary_by_digest WHERE SERVER_UUID = '%s'", x.uuid)[0][0])
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	await(sent, 2)
	a.kill()
	a.start()
	await(sent, 2)
	server.Kill()
	await(written, 2)
	server.Restart()
	await(sent, 2)
	b.kill()
	b.start()
	await(sent, 2)
	for _, x := range both {
		x.kill()
		// What had a file and was not sent yet is sent by whoever comes next.
		s := x.sink(c)
		s.mustTurn(t)
		if got := s.total(); got.Waiting != 0 || got.RowsDropped != 0 {
			t.Errorf("%+v", got)
		}
	}
	same(t, c, false, a.program, b.program)
}
