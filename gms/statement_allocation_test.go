package gms_test

import (
	"bufio"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/internal/racetest"
)

var writeAllocations = flag.Bool("rewrite", false, "write testdata/allocations.tsv anew")

// pointSelects and readWrites are what sysbench does in oltp_point_select and in
// oltp_read_write, over fewer rows.
var (
	pointSelects = []string{"SELECT c FROM sbtest1 WHERE id=7"}
	readWrites   = []string{
		"BEGIN",
		"SELECT c FROM sbtest1 WHERE id=7", "SELECT c FROM sbtest1 WHERE id=8", "SELECT c FROM sbtest1 WHERE id=9", "SELECT c FROM sbtest1 WHERE id=3", "SELECT c FROM sbtest1 WHERE id=4",
		"SELECT c FROM sbtest1 WHERE id BETWEEN 5 AND 14",
		"SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN 5 AND 14",
		"SELECT c FROM sbtest1 WHERE id BETWEEN 5 AND 14 ORDER BY c",
		"SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN 5 AND 14 ORDER BY c",
		"UPDATE sbtest1 SET k=k+1 WHERE id=5",
		"UPDATE sbtest1 SET c='changed' WHERE id=6",
		"DELETE FROM sbtest1 WHERE id=11",
		"INSERT INTO sbtest1 (id, k, c, pad) VALUES (11, 11, 'c', 'pad')",
		"COMMIT",
	}
)

// TestStatementAllocations compares what a statement allocates in the whole process, the
// engine's part included, with what it did: nothing of it depends on the machine or its load.
// A change that makes it less writes testdata/allocations.tsv anew.
func TestStatementAllocations(t *testing.T) {
	if racetest.Enabled {
		t.Skip("the race detector allocates")
	}
	const file = "testdata/allocations.tsv"
	limits := readAllocations(t, file)
	var out strings.Builder
	out.WriteString("# Allocations of the whole process in an event, by what is recorded: measured, with the Go and the engine of go.work, over the memory engine.\n" +
		"# To make this anew: go test -tags gms_pure_go ./gms -run TestStatementAllocations -rewrite\n")
	for _, of := range []struct {
		name       string
		cfg        perfschema.Config
		everything bool
	}{{"OFF", perfschema.Config{Off: true}, false}, {"default", perfschema.Config{}, false}, {"everything", perfschema.Config{}, true}} {
		s := startServer(t, of.cfg)
		c := s.connect(t, "root", "shop")
		mustExec(t, c, "CREATE TABLE sbtest1 (id INT PRIMARY KEY, k INT, c CHAR(120), pad CHAR(60), KEY k_1 (k))")
		for i := range 20 {
			mustExec(t, c, fmt.Sprintf("INSERT INTO sbtest1 VALUES (%d, %d, 'c', 'pad')", i, i))
		}
		if of.everything {
			mustExec(t, c, "UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES'")
			mustExec(t, c, "UPDATE performance_schema.setup_consumers SET ENABLED = 'YES'")
		}
		client := s.connectBare(t)
		for _, event := range [][]string{pointSelects, readWrites} {
			key := "point select\t" + of.name
			if len(event) > 1 {
				key = "read-write transaction\t" + of.name
			}
			n := client.allocations(event)
			fmt.Fprintf(&out, "%s\t%d\n", key, n)
			t.Logf("%s: %d", key, n)
			most, known := limits[key]
			if !of.cfg.Off && len(event) > 1 {
				most += uint64(len(event)) // goroutines of a statement meet in other orders on a busy machine
			}
			if !known || n > most {
				t.Errorf("%s: %d allocations; the limit, by %s, is %d", strings.ReplaceAll(key, "\t", ", "), n, file, most)
			}
		}
	}
	if *writeAllocations {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func readAllocations(t *testing.T, file string) map[string]uint64 {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !*writeAllocations {
		t.Fatal(err)
	}
	limits := make(map[string]uint64)
	for line := range strings.Lines(string(text)) {
		if at := strings.LastIndexByte(line, '\t'); at > 0 && line[0] != '#' {
			var n uint64
			if _, err := fmt.Sscan(line[at+1:], &n); err != nil {
				t.Fatalf("%s: %q: %v", file, line, err)
			}
			limits[line[:at]] = n
		}
	}
	return limits
}

// bareClient is a client that allocates nothing.
type bareClient struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
	out  []byte
	head [4]byte
}

func (s *testServer) connectBare(t *testing.T) *bareClient {
	conn := s.connectWire(t, "shop").conn
	return &bareClient{t: t, conn: conn, in: bufio.NewReaderSize(conn, 64<<10), out: make([]byte, 0, 1024)}
}

// allocations returns the fewest that an event of these statements has taken in some rounds:
// what happens beside it by the clock is in few of them.
func (c *bareClient) allocations(event []string) uint64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection empties pools
	const warm, rounds = 40, 40
	least := ^uint64(0)
	var before, after runtime.MemStats
	for i := range warm + rounds {
		runtime.ReadMemStats(&before)
		for _, query := range event {
			c.query(query)
		}
		runtime.ReadMemStats(&after)
		if n := after.Mallocs - before.Mallocs; i >= warm {
			least = min(least, n)
		}
	}
	return least
}

// query runs a statement and reads its result to the end.
func (c *bareClient) query(text string) {
	c.out = binary.LittleEndian.AppendUint32(c.out[:0], uint32(1+len(text)))
	c.out = append(append(c.out, 3), text...)
	if _, err := c.conn.Write(c.out); err != nil {
		c.t.Fatal(err)
	}
	const ok, failed, eof = 0, 0xff, 0xfe
	first, _ := c.packet()
	for ends := 0; first != ok && ends < 2; { // behind the columns, and behind the rows
		kind, length := c.packet()
		if kind == failed {
			c.t.Fatal("error in: ", text)
		}
		if kind == eof && length < 9 {
			ends++
		}
	}
	if first == failed {
		c.t.Fatal("error: ", text)
	}
}

// packet reads a packet over and returns its first byte and its length.
func (c *bareClient) packet() (first byte, length int) {
	if _, err := io.ReadFull(c.in, c.head[:]); err != nil {
		c.t.Fatal(err)
	}
	length = int(c.head[0]) | int(c.head[1])<<8 | int(c.head[2])<<16
	first, err := c.in.ReadByte()
	if err == nil {
		_, err = c.in.Discard(length - 1)
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return first, length
}
