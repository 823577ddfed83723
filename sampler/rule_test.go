package sampler

import (
	"testing"
	"time"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/snowset"
)

// The rule on cases worked out by hand. A tick is 12 units.
func TestRule(t *testing.T) {
	const (
		run  = snowset.ResourceNone
		idle = snowset.ResourceIdle
		cpu  = snowset.ResourceCPU
		file = snowset.ResourcePersistentReadCache
		net  = snowset.ResourceDataExchangeNet
		lock = snowset.ResourceMutex
	)
	type share map[snowset.Resource]int64
	for _, tc := range []struct {
		name    string
		cores   int
		threads []snowset.Resource
		want    share
	}{
		{"one thread runs", 1, []snowset.Resource{run}, share{cpu: 12}},
		{"one thread waits", 1, []snowset.Resource{file}, share{file: 12}},
		{"nobody", 3, nil, share{idle: 36}},
		{"nobody has anything to do", 1, []snowset.Resource{idle}, share{idle: 12}},
		{"one of four cores", 4, []snowset.Resource{run}, share{cpu: 12, idle: 36}},
		{"as many as cores", 2, []snowset.Resource{run, run}, share{cpu: 24}},
		{"more than cores", 2, []snowset.Resource{run, run, run}, share{cpu: 24}},
		{"cores full, others wait", 2, []snowset.Resource{run, file, run, lock, net}, share{cpu: 24}},
		{"a core left for one that waits", 2, []snowset.Resource{run, file}, share{cpu: 12, file: 12}},
		{"a core left for two that wait", 2, []snowset.Resource{run, file, net}, share{cpu: 12, file: 6, net: 6}},
		{"a core left for three", 2, []snowset.Resource{file, run, file, net}, share{cpu: 12, file: 8, net: 4}},
		{"two cores left for three", 3, []snowset.Resource{run, file, net, lock}, share{cpu: 12, file: 8, net: 8, lock: 8}},
		{"more cores left than wait", 4, []snowset.Resource{run, file}, share{cpu: 12, file: 12, idle: 24}},
		{"all wait, cores left", 3, []snowset.Resource{lock, lock}, share{lock: 24, idle: 12}},
		{"all wait, more than cores", 1, []snowset.Resource{lock, file, net}, share{lock: 4, file: 4, net: 4}},
		{"who has nothing to do takes no part", 2, []snowset.Resource{idle, run, file, idle}, share{cpu: 12, file: 12}},
	} {
		q := &query{}
		for _, r := range tc.threads {
			q.members = append(q.members, activity.State(r))
		}
		q.grow(tc.cores)
		q.sample(12)
		got := share{}
		for _, c := range q.tally.cells {
			got[c.export().Resource] += c.time
		}
		var wall time.Duration
		for _, c := range q.tally.cells {
			wall += time.Duration(c.wall)
		}
		if wall != 12 && len(tc.threads) > 0 {
			t.Errorf("%s: the time is %d, want 12", tc.name, wall)
		}
		for _, r := range snowset.Resources() {
			if got[r] != tc.want[r] {
				t.Errorf("%s: %s is %d, want %d", tc.name, r.Column(), got[r], tc.want[r])
			}
		}
	}
}

// What does not divide evenly is not lost.
func TestRuleRemainders(t *testing.T) {
	for cores := 1; cores < 9; cores++ {
		for running := range 9 {
			for waiting := range 9 {
				for _, slice := range []int64{0, 1, 7, 10_000_019} {
					d := divide(cores, running, waiting, slice)
					sum := int64(running)*d.runner + d.runnerRest + int64(waiting)*d.waiter + d.waiterRest + d.idle
					if sum != int64(cores)*slice || d.runnerRest < 0 || d.waiterRest < 0 || d.idle < 0 || d.waiter > slice || d.runner > slice {
						t.Fatalf("%d cores, %d run, %d wait, %d ns: %+v is %d", cores, running, waiting, slice, d, sum)
					}
				}
			}
		}
	}
}

// A statement of very many plan nodes keeps its sum and not every node.
func TestTallyIsBounded(t *testing.T) {
	var c tally
	sum := int64(0)
	for node := range 5000 {
		for _, r := range []snowset.Resource{snowset.ResourceCPU, snowset.ResourceMutex} {
			c.add(cellKey(0, r, snowset.OperatorScan, uint16(node+1)), int64(node), 0)
			sum += int64(node)
		}
	}
	for _, x := range c.cells {
		sum -= x.time
	}
	if sum != 0 || len(c.cells) > maxCells+2 {
		t.Errorf("%d cells, %d ns off", len(c.cells), sum)
	}
}

// What holds a statement up, a tick being 12 units: whatever its cores.
func TestHeldUp(t *testing.T) {
	const (
		run  = snowset.ResourceNone
		idle = snowset.ResourceIdle
		file = snowset.ResourcePersistentReadCache
		lock = snowset.ResourceMutex
		msg  = snowset.ResourceDataExchangeMsg
	)
	type share map[snowset.Resource]int64
	for _, tc := range []struct {
		name    string
		threads []snowset.Resource
		want    share
	}{
		{"one runs", []snowset.Resource{run}, share{snowset.ResourceCPU: 12}},
		{"one runs, others wait", []snowset.Resource{file, run, msg, lock}, share{snowset.ResourceCPU: 12}},
		{"two run", []snowset.Resource{run, run, file}, share{snowset.ResourceCPU: 12}},
		{"all wait", []snowset.Resource{file, lock}, share{file: 6, lock: 6}},
		{"one waits for the others, who wait for a disk", []snowset.Resource{msg, file}, share{file: 12}},
		{"all wait for each other", []snowset.Resource{msg, msg}, share{msg: 12}},
		{"nobody has anything to do", []snowset.Resource{idle}, share{idle: 12}},
	} {
		for _, cores := range []int{1, 2, 5} {
			q := &query{}
			for _, r := range tc.threads {
				q.members = append(q.members, activity.State(r))
			}
			q.grow(cores)
			q.sample(12)
			got := share{}
			for _, c := range q.tally.cells {
				got[c.export().Resource] += c.wall
			}
			for r, v := range got {
				if v != tc.want[r] {
					t.Errorf("%s, %d cores: %s is %d, want %d", tc.name, cores, r.Column(), v, tc.want[r])
				}
			}
		}
	}
}

// Threads without a core have of a tick what those with one leave, and all parts add
// up to the cores.
func TestDivideQueued(t *testing.T) {
	const slice = 10_000_019
	for cores := 1; cores < 5; cores++ {
		for running := range 5 {
			for queued := range 5 {
				for waiting := range 4 {
					d := divideQueued(cores, running, queued, waiting, slice)
					ran, stood := int64(running)*d.runner+d.runnerRest, int64(queued)*d.queuer+d.queuerRest
					sum := ran + stood + int64(waiting)*d.waiter + d.waiterRest + d.idle
					if sum != int64(cores)*slice {
						t.Errorf("%d cores, %d run, %d queued, %d wait: %d", cores, running, queued, waiting, sum)
					}
					if ran != int64(min(running, cores))*slice || ran+stood != int64(min(running+queued, cores))*slice {
						t.Errorf("%d cores, %d run, %d queued, %d wait: %d and %d", cores, running, queued, waiting, ran, stood)
					}
				}
			}
		}
	}
}
