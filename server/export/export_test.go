package export

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/internal/racetest"
)

var created = time.Date(2018, 3, 2, 14, 44, 2, 768_000_000, time.UTC)

// profiles are one that knows everything, one that knows nothing but when it
// began, and one that still runs.
func profiles(t *testing.T) []*Profile {
	t.Helper()
	full, bare, running := NewProfile(), NewProfile(), NewProfile()
	for _, f := range Fields() {
		var v any = int64(f) + 1
		switch f.Type() {
		case String:
			v = "a \"b\",\nc"
		case Timestamp:
			v = created.Add(time.Duration(f) * time.Second)
		}
		set(t, full, f.String(), v)
	}
	set(t, full, "createdTime", created)
	set(t, full, "endTime", created.Add(2500*time.Millisecond))
	set(t, full, "scanBytes", int64(1)<<62)
	set(t, full, "profIdle", -1)
	set(t, bare, "createdTime", created)
	set(t, running, "createdTime", created)
	set(t, running, "durationTotal", 1300)
	set(t, running, "queryId", 7)
	return []*Profile{full, bare, running}
}

func set(t *testing.T, p *Profile, name string, v any) {
	t.Helper()
	f, ok := FieldOf(name)
	if !ok {
		t.Fatalf("no column %s", name)
	}
	if err := p.Set(f, v); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, new func(io.Writer, Format, Layout) (Writer, error), f Format, l Layout, list []*Profile) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := new(&b, f, l)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		if err := w.Write(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func readAll(t *testing.T, path string) []*Profile {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var out []*Profile
	for {
		p := NewProfile()
		err := s.Next(p)
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
}

// What is written in either format and layout is what is read.
func TestRoundTrip(t *testing.T) {
	for _, f := range []Format{CSV, Parquet} {
		for _, name := range Layouts() {
			l, err := LayoutNamed(name)
			if err != nil {
				t.Fatal(err)
			}
			want := profiles(t)
			path := filepath.Join(t.TempDir(), "profiles."+string(f))
			if err := os.WriteFile(path, write(t, NewWriter, f, l, want), 0o600); err != nil {
				t.Fatal(err)
			}
			got := readAll(t, path)
			if len(got) != len(want) {
				t.Fatalf("%s, %s: %d rows", f, name, len(got))
			}
			for i := range want {
				for _, field := range Fields() {
					if name == "published" && field.String() == "profOtherRso" {
						continue // has no such column
					}
					if got[i].cells[field] != want[i].cells[field] {
						t.Errorf("%s, %s: row %d: %s is %+v, want %+v", f, name, i, field, got[i].cells[field], want[i].cells[field])
					}
				}
			}
		}
	}
}

// The header of the file the Snowset is downloaded as.
const publishedHeader = "queryId,warehouseId,databaseId,createdTime,endTime,durationTotal,durationExec,durationControlPlane,durationCompiling,compilationTime,scheduleTime,serverCount,execTime,warehouseSize,perServerCores,persistentReadBytesS3,persistentReadRequestsS3,persistentReadBytesCache,persistentReadRequestsCache,persistentWriteBytesCache,persistentWriteRequestsCache,persistentWriteBytesS3,persistentWriteRequestsS3,intDataWriteBytesLocalSSD,intDataWriteRequestsLocalSSD,intDataReadBytesLocalSSD,intDataReadRequestsLocalSSD,intDataWriteBytesS3,intDataWriteRequestsS3,intDataReadBytesS3,intDataReadRequestsS3,intDataWriteBytesUncompressed,ioRemoteExternalReadBytes,ioRemoteExternalReadRequests,intDataNetReceivedBytes,intDataNetSentBytes,intDataNetSentRequests,intDataNetSentBytesUncompressed,producedRows,returnedRows,fileStolenCount,remoteSeqScanFileOps,localSeqScanFileOps,localWriteFileOps,remoteSkipScanFileOps,remoteWriteFileOps,filesCreated,scanAssignedBytes,scanAssignedFiles,scanBytes,scanFiles,scanOriginalFiles,userCpuTime,systemCpuTime,profIdle,profCpu,profPersistentReadCache,profPersistentWriteCache,profPersistentReadS3,profPersistentWriteS3,profIntDataReadLocalSSD,profIntDataWriteLocalSSD,profIntDataReadS3,profIntDataWriteS3,profRemoteExtRead,profRemoteExtWrite,profResWriteS3,profFsMeta,profDataExchangeNet,profDataExchangeMsg,profControlPlaneMsg,profOs,profMutex,profSetup,profSetupMesh,profTeardown,profScanRso,profXtScanRso,profProjRso,profSortRso,profFilterRso,profResRso,profDmlRso,profHjRso,profBufRso,profFlatRso,profBloomRso,profAggRso,profBandRso,profPercentileRso,profUdtfRso,memoryUsed"

func TestPublishedLayout(t *testing.T) {
	var names []string
	for _, c := range Published().Columns {
		names = append(names, c.Name)
	}
	if got := strings.Join(names, ","); got != publishedHeader {
		t.Errorf("columns are\n%s, want\n%s", got, publishedHeader)
	}
}

// The text of a CSV file, spelled as the Snowset's is.
func TestCSVSpelling(t *testing.T) {
	lines := strings.SplitN(string(write(t, NewWriter, CSV, Described(), profiles(t)[1:])), "\n", 3)
	if want := `\N,\N,\N,2018-03-02 14:44:02.768000+00:00,\N,\N,`; !strings.HasPrefix(lines[1], want) {
		t.Errorf("%s does not begin with %s", lines[1], want)
	}
	if got := strings.Count(lines[1], ","); got != 91 {
		t.Errorf("%d commas", got)
	}
}

// Every second in which a statement was active has a row.
func TestActivity(t *testing.T) {
	list := profiles(t)
	set(t, list[0], "queryId", 3)
	got := string(write(t, NewActivityWriter, CSV, Published(), append(list, NewProfile())))
	want := `sec,queryId
2018-03-02 14:44:02+00:00,3
2018-03-02 14:44:03+00:00,3
2018-03-02 14:44:04+00:00,3
2018-03-02 14:44:05+00:00,3
2018-03-02 14:44:02+00:00,7
2018-03-02 14:44:03+00:00,7
2018-03-02 14:44:04+00:00,7
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestReadTolerates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.csv")
	text := "\ufeffdurationTotal,extra,createdTime,perServerCores,DIGEST,databaseId\n" +
		"12.0,x,2018-03-02T14:44:02.768Z,\\N,d1,\n" +
		"NaN,x,2018-03-02 14:44:02.768,8,\\N,shop\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got := readAll(t, path)
	total, cores := mustField("durationTotal"), mustField("perServerCores")
	if n, ok := got[0].Int(total); n != 12 || !ok {
		t.Errorf("12.0 is %d, %v", n, ok)
	}
	if _, ok := got[0].Int(cores); ok || got[0].Digest != "d1" || got[1].Digest != "" {
		t.Errorf("%+v", got)
	}
	if _, ok := got[1].Int(total); ok {
		t.Error("NaN is known")
	}
	for _, p := range got {
		if at, ok := p.Time(createdTime); !ok || !at.Equal(created) {
			t.Errorf("created %v, %v", at, ok)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ text, want string }{
		"empty.csv":   {"", "the file is empty"},
		"other.csv":   {"a,b\n1,2\n", "names no column"},
		"bad.csv":     {"createdTime,durationTotal\n2018-03-02 14:44:02,many\n", `line 2: durationTotal: "many" is not a whole number`},
		"time.csv":    {"createdTime\nyesterday\n", `"yesterday" is not a time`},
		"ragged.csv":  {"createdTime,durationTotal\n2018-03-02 14:44:02\n", "wrong number of fields"},
		"bad.parquet": {"PAR1 and no more", "bad.parquet"},
		"cut.gz":      {"\x1f\x8bxxxx", "cut.gz"},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(path)
		if err == nil {
			err = s.Next(NewProfile())
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "holds no file") {
		t.Error(err)
	}
}

// A directory of files, as the Snowset's Parquet is, reads as one.
func TestOpenDirectory(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"part.0.parquet", "part.1.parquet"} {
		if err := os.WriteFile(filepath.Join(dir, name), write(t, NewWriter, Parquet, Published(), profiles(t)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := readAll(t, dir); len(got) != 6 {
		t.Errorf("%d rows", len(got))
	}
}

// Many rows take several groups; none is lost.
func TestParquetGroups(t *testing.T) {
	racetest.SkipAlone(t)
	p := profiles(t)[0]
	path := filepath.Join(t.TempDir(), "many.parquet")
	const rows = 2*rowsPerGroup + 5
	if err := os.WriteFile(path, write(t, NewActivityWriter, Parquet, Described(), slices.Repeat([]*Profile{p}, rows/4+1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "no column of a query's profile") {
		t.Errorf("an activity file is no main file: %v", err)
	}
	if err := os.WriteFile(path, write(t, NewWriter, Parquet, Described(), slices.Repeat([]*Profile{p}, rows)), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := readAll(t, path); len(got) != rows || got[rows-1].cells[queryID] != p.cells[queryID] {
		t.Errorf("%d rows, want %d", len(got), rows)
	}
}

func TestSetChecksTypes(t *testing.T) {
	p := NewProfile()
	for name, v := range map[string]any{"queryId": "x", "databaseId": int64(1), "createdTime": 3, "profCpu": 1.5} {
		f, _ := FieldOf(name)
		if err := p.Set(f, v); err == nil {
			t.Errorf("%s holds a %T", name, v)
		}
	}
	set(t, p, "serverCount", int64(1)<<40)
	w, err := NewWriter(io.Discard, CSV, Described())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(p); err == nil {
		t.Error("an int32 holds 1<<40")
	}
}
