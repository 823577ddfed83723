package perfschema_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// memoryModel is what a memory summary should say, kept by somebody who sees
// every step: what is in use, and how far it went since the baseline.
type memoryModel struct {
	use, low, high [2]int64 // blocks, bytes
}

func (m *memoryModel) add(d [2]int64) {
	for i := range d {
		m.use[i] += d[i]
		m.low[i], m.high[i] = min(m.low[i], m.use[i]), max(m.high[i], m.use[i])
	}
}

func (m *memoryModel) rebase() { m.low, m.high = m.use, m.use }

// modelThread is a thread, and the four figures of its row.
type modelThread struct {
	*perfschema.Thread
	user, host string
	memoryModel
	alloc, free [2]uint64
}

func (t *modelThread) rebase() {
	t.memoryModel.rebase()
	for i := range t.alloc {
		m := min(t.alloc[i], t.free[i])
		t.alloc[i], t.free[i] = t.alloc[i]-m, t.free[i]-m
	}
}

// modelBlock is a block and what it is of.
type modelBlock struct {
	perfschema.MemoryBlock
	size   int64
	direct bool
}

// memoryWorld runs random steps on a Schema and on the model.
type memoryWorld struct {
	*testing.T
	f       *fixture
	r       *rand.Rand
	m       *perfschema.Memory
	threads []*modelThread
	ended   []*modelThread
	blocks  []*modelBlock
	groups  map[string]*memoryModel // by grouping and name
	ratio   [2]float64              // highest over- and underestimate seen, as parts of the true high mark
}

func (w *memoryWorld) group(g record.Grouping, user, host string) *memoryModel {
	key := map[record.Grouping]string{record.ByAccount: "a " + user + " " + host, record.ByUser: "u " + user, record.ByHost: "h " + host, record.Global: "g"}[g]
	if w.groups[key] == nil {
		w.groups[key] = new(memoryModel)
	}
	return w.groups[key]
}

var above = []record.Grouping{record.ByAccount, record.ByUser, record.ByHost, record.Global}

// used changes what is in use of a thread, nil for none, and of all above it.
func (w *memoryWorld) used(t *modelThread, alloc, free [2]uint64) {
	d := [2]int64{int64(alloc[0] - free[0]), int64(alloc[1] - free[1])}
	if t == nil {
		w.group(record.Global, "", "").add(d)
		return
	}
	for i := range alloc {
		t.alloc[i] += alloc[i]
		t.free[i] += free[i]
	}
	t.add(d)
	for _, g := range above {
		w.group(g, t.user, t.host).add(d)
	}
}

func (w *memoryWorld) anyThread() *modelThread {
	if len(w.threads) == 0 || w.r.IntN(12) == 0 {
		return nil
	}
	return w.threads[w.r.IntN(len(w.threads))]
}

func (t *modelThread) thread() *perfschema.Thread {
	if t == nil {
		return nil
	}
	return t.Thread
}

// size is of a block: most are small.
func (w *memoryWorld) size() int64 { return w.r.Int64N(1 << w.r.IntN(22)) }

func (w *memoryWorld) step() {
	users, hosts := []string{"ann", "bob"}, []string{"x", "y"}
	user, host := users[w.r.IntN(2)], hosts[w.r.IntN(2)]
	switch k := w.r.IntN(100); {
	case k < 45:
		t, n := w.anyThread(), w.size()
		b := &modelBlock{MemoryBlock: w.m.Alloc(t.thread(), n), size: n, direct: t == nil}
		w.blocks = append(w.blocks, b)
		w.used(t, [2]uint64{1, uint64(n)}, [2]uint64{})
	case k < 85:
		if len(w.blocks) == 0 {
			return
		}
		i := w.r.IntN(len(w.blocks))
		b, t := w.blocks[i], w.anyThread()
		if n := len(w.ended); n > 0 && w.r.IntN(8) == 0 {
			t = w.ended[w.r.IntN(n)] // its account inherited the block
		}
		owner := t
		if b.direct {
			owner = nil
		}
		if k < 55 {
			n := w.size()
			b.Resize(t.thread(), n)
			w.used(owner, [2]uint64{1, uint64(n)}, [2]uint64{1, uint64(b.size)})
			b.size = n
			return
		}
		w.blocks = append(w.blocks[:i], w.blocks[i+1:]...)
		b.Free(t.thread())
		w.used(owner, [2]uint64{}, [2]uint64{1, uint64(b.size)})
	case k < 90:
		if len(w.threads) < 8 {
			t := &modelThread{Thread: w.f.NewThread(w.f.conn, perfschema.ThreadOptions{User: user, Host: host}), user: user, host: host}
			w.threads = append(w.threads, t)
		}
	case k < 94:
		if len(w.threads) > 0 {
			i := w.r.IntN(len(w.threads))
			w.threads[i].End()
			w.ended = append(w.ended, w.threads[i])
			w.threads = append(w.threads[:i], w.threads[i+1:]...)
		}
	case k < 96:
		if t := w.anyThread(); t != nil {
			w.leave(t, user, host)
		}
	case k < 99:
	default:
		w.truncate(record.Grouping(w.r.IntN(5)))
	}
}

// leave changes the account of a thread: what it has in use is the other's.
func (w *memoryWorld) leave(t *modelThread, user, host string) {
	t.SetAccount(user, host)
	for _, g := range above {
		if from, to := w.group(g, t.user, t.host), w.group(g, user, host); from != to {
			to.add(t.use)
			from.add([2]int64{-t.use[0], -t.use[1]})
		}
	}
	t.user, t.host = user, host
}

func (w *memoryWorld) truncate(g record.Grouping) {
	w.f.Read().TruncateMemory(g)
	for _, t := range w.threads {
		t.rebase()
	}
	for key, m := range w.groups {
		if prefix := key[:1]; g != record.ByThread && prefix == "a" || g == record.ByUser && prefix == "u" || g == record.ByHost && prefix == "h" || g == record.Global {
			m.rebase()
		}
	}
	for _, stats := range w.f.Read().MemorySummary(g, 0).All() {
		if v := stats[w.m.Key()-1]; min(v.CountAlloc, v.CountFree) != 0 || min(v.BytesAlloc, v.BytesFree) != 0 ||
			v.LowBytes != v.CurrentBytes() || v.HighBytes != v.CurrentBytes() || v.LowCount != v.CurrentCount() || v.HighCount != v.CurrentCount() {
			w.Fatalf("after TRUNCATE of %d: %+v", g, v)
		}
	}
}

func (w *memoryWorld) check() {
	w.Helper()
	for _, t := range w.threads {
		v := memoryOf(w, w.f.Schema, record.ByThread, t.ID(), w.m)
		want := record.MemoryStat{
			CountAlloc: t.alloc[0], CountFree: t.free[0], BytesAlloc: t.alloc[1], BytesFree: t.free[1],
			LowCount: t.low[0], HighCount: t.high[0], LowBytes: t.low[1], HighBytes: t.high[1],
		}
		if v != want {
			w.Fatalf("thread %d:\n got %+v\nwant %+v", t.ID(), v, want)
		}
	}
	for _, g := range above {
		for group, stats := range w.f.Read().MemorySummary(g, 0).All() {
			v, m := stats[w.m.Key()-1], w.group(g, group.User, group.Host)
			if group.UserNull && g != record.Global {
				continue
			}
			if v.CurrentCount() != m.use[0] || v.CurrentBytes() != m.use[1] {
				w.Fatalf("grouping %d %v: in use %d, %d, want %v", g, group, v.CurrentCount(), v.CurrentBytes(), m.use)
			}
			if v.LowCount > m.low[0] || v.LowBytes > m.low[1] || v.HighCount < m.high[0] || v.HighBytes < m.high[1] {
				w.Fatalf("grouping %d %v: %+v, truly %+v", g, group, v, *m)
			}
			// Of each thread that lives the server knows what it has in use to
			// three grains.
			if over := v.HighBytes - m.high[1]; over > 8*3*32<<10 {
				w.Fatalf("grouping %d %v: the high mark is %d bytes too high: %+v, truly %+v", g, group, over, v, *m)
			}
			if under := m.low[1] - v.LowBytes; under > 8*3*32<<10 {
				w.Fatalf("grouping %d %v: the low mark is %d bytes too low: %+v, truly %+v", g, group, under, v, *m)
			}
			if m.high[1] > 1<<20 {
				w.ratio[0] = max(w.ratio[0], float64(v.HighBytes)/float64(m.high[1]))
				w.ratio[1] = max(w.ratio[1], float64(m.low[1]-v.LowBytes)/float64(m.high[1]))
			}
		}
	}
}

// Whatever happens in whatever order, what is in use is right in every row,
// marks of threads are exact, and no mark above them is inside of what was true.
func TestMemoryMarks(t *testing.T) {
	seeds, steps := uint64(6), 800
	if testing.Short() {
		seeds, steps = 2, 200
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := &memoryWorld{T: t, f: newFixture(t, nil), r: rand.New(rand.NewPCG(seed, 9)), groups: map[string]*memoryModel{}}
			w.m = w.f.Memory(w.f.RegisterMemory("app", perfschema.Info{Name: "rows"}))
			for range steps {
				w.step()
				w.check()
			}
			t.Logf("the high mark is at most %.3f times the true one, the low mark %.3f of the high one below the true one", w.ratio[0], w.ratio[1])
		})
	}
}
