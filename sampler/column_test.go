package sampler

import (
	"bytes"
	"encoding/csv"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// The columns are the Snowset's: names, units, types, order.
func TestColumnsAreTheSnowsets(t *testing.T) {
	b, err := os.ReadFile("testdata/snowset-columns.tsv")
	if err != nil {
		t.Fatal(err)
	}
	want := slices.DeleteFunc(strings.Split(strings.TrimRight(string(b), "\n"), "\n"), func(line string) bool { return strings.HasPrefix(line, "#") })[1:]
	got := Columns()
	if len(got) != 92 || len(want) != 92 {
		t.Fatalf("%d columns, want %d", len(got), len(want))
	}
	for i, c := range got {
		if line := c.Name + "\t" + c.Unit + "\t" + c.Type; line != want[i] {
			t.Errorf("column %d is %q, want %q", i, line, want[i])
		}
		if (c.Unknown == "") == (c.Kind() == Nothing) {
			t.Errorf("%s: is either known or says why not", c.Name)
		}
		if c.Comment == "" || strings.HasSuffix(c.Comment, " ") {
			t.Errorf("%s has no comment", c.Name)
		}
	}
}

// profileOne runs a statement of 40 ms: setup, a read in a scan, a sort, and
// ends it.
func profileOne(t *testing.T, kernel bool) (*fixture, *Profile) {
	f := newFixture(t, Options{CPUTime: func(*perfschema.SampledStatement) (user, system time.Duration, known bool) {
		return 9 * time.Millisecond, 4 * time.Millisecond, kernel
	}})
	th := f.thread()
	th.SetDatabase(`a "b", c`)
	st := th.BeginStatement(f.query)
	plan := activity.NewPlan(2)
	sort, scan := plan.Add(0, snowset.OperatorSort, "Sort", ""), plan.Add(1, snowset.OperatorScan, "Table", "t")
	sort.AddMemory(1000)
	scan.AddMemory(500)
	scan.AddMemory(-500)
	sort.AddMemory(100)
	st.SetPlan(plan)
	th.SetPhase(activity.PhaseSetup)
	f.tick()
	th.SetPhase(activity.PhaseExecution)
	m := th.EnterOperator(snowset.OperatorScan, 2)
	w := f.file.StartWait(th, perfschema.OpRead)
	f.tick()
	w.EndBytes(512)
	th.LeaveOperator(m)
	m = th.EnterOperator(f.RegisterOperator("mine", snowset.OperatorSort), 1)
	f.tick()
	th.LeaveOperator(m)
	f.tick()
	st.SetCounters(perfschema.StatementCounters{RowsSent: 7})
	st.End()
	f.after(0)
	return f, f.one(t)
}

func TestRow(t *testing.T) {
	for _, kernel := range []bool{false, true} {
		f, p := profileOne(t, kernel)
		k := f.profiler.Known()
		row := map[string]any{}
		for i, v := range Row(p, &k) {
			c := Columns()[i]
			row[c.Name] = v
			ok := true
			switch v.(type) {
			case nil:
			case int64:
				ok = c.Type == "int64"
			case int32:
				ok = c.Type == "int32"
			case string:
				ok = c.Type == "string"
			case time.Time:
				ok = c.Type == "UTC Timestamp"
			default:
				ok = false
			}
			if !ok {
				t.Errorf("%s, of type %s, is a %T", c.Name, c.Type, v)
			}
		}
		cpu, os, user, system := any(int64(20)), any(nil), any(nil), any(nil)
		if kernel {
			cpu, os, user, system = int64(16), int64(4), int64(9000), int64(4000)
		}
		created, ended := f.Wall().Add(-40*time.Millisecond), f.Wall()
		for name, want := range map[string]any{
			"queryId": int64(1), "warehouseId": nil, "databaseId": `a "b", c`, "createdTime": created, "endTime": ended,
			"durationTotal": int64(40), "durationCompiling": int64(10), "durationExec": int64(30),
			"persistentReadBytesCache": int64(512), "persistentReadRequestsCache": int64(1), "persistentWriteBytesCache": int64(0), "scanBytes": int64(512),
			"persistentReadBytesS3": nil, "intDataWriteRequestsLocalSSD": nil, "serverCount": int32(1), "perServerCores": int32(1),
			"producedRows": int64(7), "returnedRows": int64(7), "systemCpuTime": system, "userCpuTime": user, "memoryUsed": int64(1500),
			"profIdle": int64(0), "profCpu": cpu, "profPersistentReadCache": int64(10), "profPersistentReadS3": nil,
			"profOs": os, "profMutex": int64(0), "profSetup": int64(10), "profTeardown": int64(0), "profSetupMesh": nil,
			"profScanRso": int64(10), "profSortRso": int64(10), "profHjRso": int64(0), "profOtherRso": int64(0),
		} {
			if row[name] != want {
				t.Errorf("kernel time %v: %s is %v, want %v", kernel, name, row[name], want)
			}
		}
	}
}

// What no instrument could say and nobody has been seen to is NULL, not 0.
func TestRowOfUnknown(t *testing.T) {
	f := newFixture(t, Options{})
	for _, c := range f.Read().Classes() {
		c.SetEnabled(c.Kind() == perfschema.KindStatement)
	}
	st := f.thread().BeginStatement(f.query)
	f.tick()
	k := f.profiler.Known()
	if !k.Resource(snowset.ResourceMutex, false) || k.Resource(snowset.ResourcePersistentReadS3, false) {
		t.Error("known is what an instrument counts as, enabled or not")
	}
	running := Row(f.profiler.Running()[0], &k)
	st.End()
	f.tick()
	for i, v := range Row(f.one(t), &k) {
		name := Columns()[i].Name
		known := slices.Contains([]string{"profIdle", "profCpu", "profMutex", "profFsMeta", "profPersistentReadCache", "profPersistentWriteCache"}, name)
		if strings.HasPrefix(name, "prof") && known != (v != nil) {
			t.Errorf("%s is %v", name, v)
		}
		if name == "endTime" && (v == nil || running[i] != nil) {
			t.Errorf("ended at %v, while running at %v", v, running[i])
		}
	}
}

// A resource that a thread says without an instrument is known once seen.
func TestSeenIsKnown(t *testing.T) {
	f := newFixture(t, Options{})
	th := f.thread()
	st := th.BeginStatement(f.query)
	k := f.profiler.Known()
	if k.Resource(snowset.ResourceRemoteExtRead, false) {
		t.Error("known though nobody says it")
	}
	m := th.EnterResource(f.RegisterResource("gpu", snowset.ResourceRemoteExtRead))
	f.tick()
	th.LeaveResource(m)
	st.End()
	if k = f.profiler.Known(); !k.Resource(snowset.ResourceRemoteExtRead, false) {
		t.Error("seen, and not known")
	}
}

func TestCSV(t *testing.T) {
	f, p := profileOne(t, true)
	k := f.profiler.Known()
	var b bytes.Buffer
	w := NewCSV(&b, &k)
	if err := errors.Join(w.WriteHeader(), w.Write(p), w.Write(p), w.Flush()); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(lines) != 3 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	want := map[string]string{
		"queryId": "1", "warehouseId": `\N`, "databaseId": `a "b", c`, "createdTime": p.created(),
		"durationTotal": "40", "serverCount": "1", "profCpu": "16", "profPersistentReadS3": `\N`, "profOtherRso": "0",
	}
	for i, c := range Columns() {
		if lines[0][i] != c.Name {
			t.Errorf("column %d is called %s", i, lines[0][i])
		}
		if v, ok := want[c.Name]; ok && (lines[1][i] != v || lines[2][i] != v) {
			t.Errorf("%s is %s, want %s", c.Name, lines[1][i], v)
		}
	}
	bad := NewCSV(full{}, &k)
	if err := errors.Join(bad.WriteHeader(), bad.Flush()); !errors.Is(err, errFull) {
		t.Errorf("on a full disk: %v", err)
	}
}

func (p *Profile) created() string {
	at, _ := p.Statement.Begin()
	return at.UTC().Format("2006-01-02 15:04:05.000000") + "+00:00"
}

var errFull = errors.New("disk full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
