package server_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/perfschema/perfschema/history/clickhouse"
	"github.com/perfschema/perfschema/internal/clickhousetest"
	"github.com/perfschema/perfschema/server"
)

// The environment of a server that runs until it is killed.
const (
	fleetKillData = "FLEET_KILL_DATA"
	fleetKillDSN  = "FLEET_KILL_DSN"
)

// serveUntilKilled tells its address and serves, no longer than who started it lives.
func serveUntilKilled() {
	dsn, err := clickhouse.ParseDSN(os.Getenv(fleetKillDSN))
	if err != nil {
		panic(err)
	}
	s, err := server.Start(context.Background(), server.Config{DataDir: os.Getenv(fleetKillData), Listen: "127.0.0.1:0", History: true, HistorySync: true, HistoryEventEvery: 1, HistoryClickHouse: dsn.WithPassword(clickhousetest.Password)})
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin) // until the test ends
}

// victim is a server of a fleet in a process of its own, under load.
type victim struct {
	t    *testing.T
	dir  string
	dsn  clickhouse.DSN
	cmd  *osexec.Cmd
	db   *sql.DB
	load sync.WaitGroup
}

func (v *victim) start() {
	v.t.Helper()
	v.cmd = osexec.CommandContext(v.t.Context(), os.Args[0], "-test.run=^TestFleetKillOfEach$")
	v.cmd.Env = append(os.Environ(), fleetKillData+"="+v.dir, fleetKillDSN+"="+v.dsn.String())
	var log bytes.Buffer // whole when the process has ended
	v.cmd.Stderr = &log
	_, noInput := v.cmd.StdinPipe()
	out, err := v.cmd.StdoutPipe()
	if err := errors.Join(err, noInput); err != nil {
		v.t.Fatal(err)
	}
	if err := v.cmd.Start(); err != nil {
		v.t.Fatal(err)
	}
	addr, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = v.cmd.Wait()
		v.t.Fatalf("the server does not tell its address: %v\n%s", err, log.String())
	}
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User, cfg.Logger = "tcp", strings.TrimSpace(addr), "root", &mysql.NopLogger{}
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		v.t.Fatal(err)
	}
	v.db = sql.OpenDB(connector)
	v.load.Add(1)
	go func(db *sql.DB) {
		defer v.load.Done()
		ticks := time.NewTicker(time.Millisecond)
		defer ticks.Stop()
		for n := 0; ; n++ {
			<-ticks.C
			if _, err := db.Exec(fmt.Sprintf("SELECT %d AS c%d", n, n%50)); err != nil {
				return // it was killed
			}
		}
	}(v.db)
}

// kill is kill -9.
func (v *victim) kill() {
	if v.db == nil {
		return
	}
	_ = v.cmd.Process.Kill()
	_ = v.cmd.Wait()
	v.load.Wait()
	_ = v.db.Close()
	v.db = nil
}

// open says when what happens in the open window was written last.
func (v *victim) open() time.Time {
	info, err := os.Stat(filepath.Join(v.dir, server.HistoryDir, digestsTable, ".open.parquet"))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

const digestsTable = "events_statements_summary_by_digest"

// windowsOf are the windows of the server that answers, and how many rows each has.
func windowsOf(t *testing.T, db *sql.DB, database, table string) map[string]int {
	t.Helper()
	found, err := db.Query("SELECT WINDOW_START, WINDOW_END, COUNT(*) FROM " + database + "." + table + " WHERE SERVER_UUID = @@server_uuid GROUP BY 1, 2")
	if err != nil {
		t.Fatal(table, err)
	}
	defer found.Close()
	out := make(map[string]int)
	for found.Next() {
		var start, end string
		var rows int
		if err := found.Scan(&start, &end, &rows); err != nil {
			t.Fatal(table, err)
		}
		out[start+" to "+end] = rows
	}
	if err := found.Err(); err != nil {
		t.Fatal(table, err)
	}
	return out
}

// sent says whether ClickHouse has what the files have. It never has more.
func (v *victim) sent(table string) bool {
	v.t.Helper()
	fleet := windowsOf(v.t, v.db, "fleet", table) // first: the files only gain
	kept := windowsOf(v.t, v.db, "history", table)
	for window, rows := range fleet {
		if rows > kept[window] {
			v.t.Fatalf("%s, %s: %d rows, not %d", table, window, rows, kept[window])
		}
	}
	return maps.Equal(fleet, kept)
}

// Two servers and the ClickHouse they share are killed in turn, under load. At the end
// ClickHouse has each window of both once, those too that were open at a kill.
func TestFleetKillOfEach(t *testing.T) {
	if os.Getenv(fleetKillData) != "" {
		serveUntilKilled()
	}
	if testing.Short() {
		t.Skip("it waits for what is written every five seconds")
	}
	ch, dsn := fleetOf(t)
	both := []*victim{{t: t, dir: t.TempDir(), dsn: dsn}, {t: t, dir: t.TempDir(), dsn: dsn}}
	ticks := time.NewTicker(20 * time.Millisecond)
	defer ticks.Stop()
	await := func(what string, done func() bool) {
		t.Helper()
		for !done() {
			select {
			case <-ticks.C:
			case <-t.Context().Done():
				t.Fatal("no end of waiting for " + what)
			}
		}
	}
	for _, v := range both {
		v.start()
		defer func() { v.kill() }()
	}
	again := func(v *victim) {
		t.Helper()
		before := len(windowsOf(t, v.db, "history", digestsTable))
		last := v.open()
		await("the open window", func() bool { return v.open().After(last) })
		v.kill()
		v.start()
		if n := len(windowsOf(t, v.db, "history", digestsTable)); n <= before {
			t.Errorf("%d windows of digests after a kill, %d before", n, before)
		}
	}
	a, b := both[0], both[1]
	again(a)
	ch.Kill()
	again(b)
	again(a)
	ch.Restart()
	again(b)
	for _, v := range both {
		for _, table := range fleetTables(t, v.db) {
			await(table, func() bool { return v.sent(table) })
		}
	}
}
