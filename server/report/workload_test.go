package report

import (
	"encoding/xml"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/server/export"
)

// evening is a server that has seen a million queries and still has the profiles of a
// few: look-ups, orders that wait for the disk with workers beside them, and one sleep.
func evening(t *testing.T) *Analyzer {
	t.Helper()
	a := analyze(t)
	a.store = keptProfiles{evicted: 1_000_058, slowEvicted: 7, slowTime: 100}
	w := newWorkload()
	times := func(values map[string]float64) (r [22]knownMS, o [16]knownMS) {
		for i, m := range resources {
			if v, ok := values[m.column]; ok || m.column == "profMutex" {
				r[i] = knownMS{v, true}
			}
		}
		for i, m := range operators {
			o[i] = knownMS{values[m.column], true}
		}
		return r, o
	}
	add := func(schema, digest string, n int64, ms, longest float64, id int64, own wall, values map[string]float64) {
		d := &digestTotals{schema: schema, digest: digest, queries: n, sampled: n / 10, duration: ms, wall: own, slowest: id, longest: longest,
			firstSeen: noon.Add(-time.Hour), lastSeen: noon.Add(time.Duration(id) * time.Second)}
		d.resources, d.operators = times(values)
		w.add(d)
		for _, m := range resources {
			w.byResource[m.column] += values["own "+m.column]
			w.cells[[2]string{"profScanRso", m.column}] += values[m.column]
		}
	}
	add("shop", "look", 1_000_000, 900_000, 40, 1, wall{cpu: 600_000, waiting: 280_000, cores: 620_000, queued: 62_000}, map[string]float64{
		"profCpu": 620_000, "profPersistentReadCache": 300_000, "profIdle": 840_000, "profDataExchangeMsg": 100_000, "profScanRso": 800_000,
		"own profCpu": 600_000, "own profPersistentReadCache": 280_000})
	add("shop", "load", 100, 90_000, 4000, 49, wall{cpu: 60_000, waiting: 30_000, cores: 90_000}, map[string]float64{
		"profCpu": 90_000, "profPersistentWriteCache": 30_000, "profIdle": 60_000, "profDmlRso": 85_000, "own profCpu": 60_000, "own profPersistentWriteCache": 30_000})
	add("bank", "load", 8, 400, 60, 44, wall{cpu: 400, cores: 400}, map[string]float64{"profCpu": 400, "profIdle": 0, "own profCpu": 400})
	add("", "", 3, 300, 290, 2, wall{idle: 300}, map[string]float64{"profIdle": 600, "own profIdle": 300})
	a.workload = w
	a.slow = map[int64]*slowQuery{
		49: {id: 49, text: "INSERT INTO product VALUES " + strings.Repeat("(1,'a thing'), ", 60) + "\n(2,'the last')", begun: noon.Add(2 * time.Second), duration: 4000, cores: 2, seen: true,
			wall: wall{cpu: 3000, waiting: 1000, cores: 3500}, nodes: []planNode{
				{id: 1, name: "InsertInto", object: "product", loops: knownCount{1, true}, rows: knownCount{61, true}, time: knownMS{3500, true}},
				{id: 2, parent: 1, name: "Project", loops: knownCount{1, true}, rows: knownCount{61, true}, time: knownMS{100, true}},
				{id: 3, parent: 2, name: "Sort", mem: knownCount{4096, true}, time: knownMS{0, true}},
				{id: 4, parent: 1, name: "Fused"},
			}},
		1: {id: 1, duration: 40, cores: 1, missed: true},
	}
	return a
}

// The totals are those of all queries, the rest those of the profiles, and each says
// which.
func TestServer(t *testing.T) {
	a := evening(t)
	d := a.Document("a server")
	got := asText(t, d, TextOptions{})
	matches(t, got, "testdata/server.golden")
	page := html(t, d)
	for _, text := range []string{"the last", "1,000,111", "made room for newer ones"} {
		if !strings.Contains(page, text) {
			t.Errorf("the page lacks %q", text)
		}
	}
	if err := xml.Unmarshal([]byte(page[strings.Index(page, "<main>"):strings.Index(page, "<footer")]), new(any)); err != nil {
		t.Error(err)
	}
	// The parts add up: of each chart of parts to the whole, of a plan to the query.
	for _, s := range d.Sections {
		for _, c := range s.Charts {
			var sums []float64
			switch c := c.(type) {
			case *Bars:
				var sum float64
				for _, r := range c.Rows {
					sum += r.Share
				}
				sums = append(sums, sum)
			case *Stack:
				for _, r := range c.Rows {
					var sum float64
					for _, x := range r.Shares {
						sum += x
					}
					sums = append(sums, sum)
				}
			}
			for _, sum := range sums {
				if math.Abs(sum-1) > 1e-9 {
					t.Errorf("%s: the shares of %s add up to %g", s.Title, c.title(), sum)
				}
			}
		}
	}
}

// Of queries chosen by time there are no totals; that some profiles are gone is said.
func TestServerWithoutTotals(t *testing.T) {
	a := New(true)
	a.store.evicted = 12
	a.Add(export.NewProfile())
	if got := asText(t, a.Document("x"), TextOptions{}); !strings.Contains(got, "Evicted              12 ") || strings.Contains(got, "THE SLOWEST") {
		t.Error(got)
	}
}
