package perfschema

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"time"
	"unsafe"

	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/internal/goroutine"
	"github.com/perfschema/perfschema/internal/lookout"
	"github.com/perfschema/perfschema/internal/stateword"
	"github.com/perfschema/perfschema/snowset"
)

// lonely is what a Sampling keeps while a thread of the kernel's samples for it.
type lonely struct {
	*lookout.Lookout
	shift   int64            // from the lookout's clock to that of statements
	number  uint32           // of the sample read last
	words   []aloneWord      // by slot
	queued  snowset.Resource // what a thread waits for that waits for a core
	trust   float64          // how likely it is that a thread without CPU time waits for a core
	regain  float64          // and that the measurement took it from the thread
	chance  float64          // that a goroutine that is not seen had a core of the runtime's, at the sample before
	changed bool             // the list of state words is not what the thread has
}

// aloneWord is a thread's state word in the sample of that number.
type aloneWord struct {
	word   activity.State
	said   activity.State // by the thread itself
	root   uint32
	sample uint32
	doing  goroutine.Doing
	had    cpuTime
}

// cpuTime is whether a thread had CPU time.
type cpuTime uint8

const (
	unmeasured cpuTime = iota
	withCPU
	withoutCPU
	regained // measured to be without, and taken to be with
)

var (
	_ = [1]struct{}{}[unsafe.Sizeof(stateWord{})-lookout.CellSize]
	_ = [1]struct{}{}[unsafe.Sizeof(wordPage{})-lookout.PageCells*lookout.CellSize]
	_ = [1]struct{}{}[unsafe.Offsetof(stateWord{}.word)]
	_ = [1]struct{}{}[unsafe.Offsetof(stateWord{}.root)-lookout.OffsetTag]
	_ = [1]struct{}{}[unsafe.Offsetof(stateWord{}.next)-lookout.OffsetNext]
	_ = [1]struct{}{}[stateword.Active-1<<lookout.ActiveBit]
	_ = [1]struct{}{}[unsafe.Sizeof(statusPage{})-lookout.PageCells*8]
)

// SampleAlone has a thread of the kernel's sample the threads' state words, once in
// each interval, at a random moment of it, until Stop. It is paused until
// Resume. What it sees [Sampling.Next] tells. A goroutine that samples by itself gets a
// core when another one lets go of it, where all are busy, and so sees the moments
// at which threads wait; and while it runs, threads need not remember what they did,
// for a late sample to ask for. It fails with an error that wraps
// [lookout.ErrUnsupported] where the platform has none, and where the kernel
// refuses a thread.
func (x *Sampling) SampleAlone(interval time.Duration) error {
	r := &x.schema.threads
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sampling != x || x.alone != nil {
		return ErrSampling
	}
	o := lookout.Options{Interval: interval, Fresh: (*uint32)(unsafe.Pointer(&x.active.fresh)), Began: (*int64)(unsafe.Pointer(&x.thinning.sampleBegan))}
	if at, known := goroutine.Thread(); known {
		o.Thread, o.ThreadID = at.Record, at.ID
	}
	l, err := lookout.Start(o)
	if err != nil {
		return fmt.Errorf("perfschema: %w", err)
	}
	for i, p := range *x.pages.Load() {
		l.AddPage(i, unsafe.Pointer(p), unsafe.Pointer((*x.doings.pages.Load())[i]))
	}
	x.alone = &lonely{Lookout: l, changed: true, chance: 1, trust: 1}
	x.alone.queued = x.schema.RegisterResource(activity.RunQueue, snowset.ResourceCPU)
	for range 3 { // of a reading that is interrupted the shift is too large
		before := lookout.Now()
		if shift := int64(x.schema.clock.Now()) - before; x.alone.shift == 0 || shift < x.alone.shift {
			x.alone.shift = shift
		}
	}
	x.thinning.clockShift = x.alone.shift
	x.forgetful.Store(true)
	return nil
}

// Resume has the thread sample, Pause not: nothing is lost of what it saw.
func (x *Sampling) Resume() {
	if x.alone != nil {
		x.alone.Resume()
	}
}

// Pause is the contrary of Resume.
func (x *Sampling) Pause() {
	if x.alone != nil {
		x.alone.Pause()
	}
}

// SelfCPU is the CPU time that sampling took.
func (x *Sampling) SelfCPU() time.Duration {
	if x.alone == nil {
		return 0
	}
	return x.alone.SelfCPU()
}

// Next reads the oldest sample that was not read yet, and appends what has changed
// since the one before to dst, as [Sampling.Changes] does; false if there is none.
// One goroutine at a time calls it, Tidy, Ended and Pause.
func (x *Sampling) Next(dst []activity.Change) (l activity.Sample, changes []activity.Change, ok bool) {
	a := x.alone
	if a == nil {
		return l, dst, false
	}
	seen, ok := a.Lookout.Next()
	if !ok {
		return l, dst, false
	}
	l = activity.Sample{Tick: uint64(seen.At + a.shift), CPU: time.Duration(seen.CPU), Intervals: seen.Ticks}
	a.number++
	for _, c := range seen.Copies {
		if n := int(c.Slot) + 1; n > len(a.words) {
			a.words = append(a.words, make([]aloneWord, n-len(a.words))...)
		}
		d := goroutine.DoingOf(c.Status())
		w, had := a.measure(a.queue(x.doings.correct(activity.State(c.Word), d), d), &c, x.doings.unknown)
		a.words[c.Slot] = aloneWord{w, activity.State(c.Word), c.CellTag(), a.number, d, had}
	}
	x.admitAlone()
	cores, unseen := runtime.GOMAXPROCS(0), 0
	for i := range x.active.words {
		c := &x.active.words[i]
		w, root := a.word(c.slot)
		was, may := c.last, c.said()
		own := !w.Active() || root == c.slot
		if w.Active() && !own {
			of, _ := a.word(root)
			if !of.Active() {
				continue
			}
			dst = append(dst, activity.Change{Observed: activity.Observed{State: w, Slot: c.slot, Query: root, Of: of}})
		}
		if w.Active() {
			a.countIn(&l, c.slot, w)
			switch d := a.words[c.slot].doing; {
			case d == goroutine.Running:
				cores--
			case d != goroutine.Unknown && a.words[c.slot].said.Resource() == snowset.ResourceCPU:
				unseen++
			}
		}
		if !own || w == was && may == c.cores {
			continue
		}
		c.last, c.cores = w, may
		if w.Active() || was.Active() {
			dst = append(dst, activity.Change{Observed: activity.Observed{State: w, Slot: c.slot, Query: c.slot, Of: w}, Was: was})
		}
	}
	l.Full = l.Queued >= runtime.GOMAXPROCS(0)
	if l.Busy = l.Running; l.Full {
		l.Busy = max(l.Busy, runtime.GOMAXPROCS(0))
	}
	if a.chance = 1; unseen > 0 { // these have what cores the others leave
		a.chance = float64(max(cores, 0)) / float64(unseen)
	}
	return l, dst, true
}

// queue corrects a state word by whether the thread's goroutine has a core of the
// runtime's. One that has nothing to do, or waits for others of its statement, may
// have been woken and not have come to say so. One that stands for a goroutine that is
// not seen waits for it: those have the cores that are left.
func (a *lonely) queue(w activity.State, d goroutine.Doing) activity.State {
	switch r := w.Resource(); {
	case r == snowset.ResourceCPU && (d == goroutine.Waiting || d == goroutine.Ready):
		if rand.Float64() >= a.chance {
			return w&^stateword.ResourceMask | activity.State(a.queued)
		}
	case r != snowset.ResourceNone && r != snowset.ResourceCPU && r != snowset.ResourceIdle && r != snowset.ResourceDataExchangeMsg:
	case d == goroutine.Ready:
		return w&^stateword.ResourceMask | activity.State(a.queued)
	case d == goroutine.Running:
		return w &^ stateword.ResourceMask
	}
	return w
}

// measure corrects the state word of a thread that runs, as far as is known, by whether
// it had CPU time: ResourceCPU is what it has if it had. Without, it waits for the
// kernel to give it a core, as likely as trust says, or for what is not known, as a page of
// memory. ResourceNone is of those that could not be measured.
func (a *lonely) measure(w activity.State, c *lookout.Copy, unknown snowset.Resource) (activity.State, cpuTime) {
	had, known := c.HadCPU()
	r := w.Resource()
	w &^= stateword.ResourceMask
	switch {
	case r != snowset.ResourceNone && r != snowset.ResourceCPU:
		return w | activity.State(r), unmeasured
	case !known:
		return w, unmeasured
	case had:
		return w | activity.State(snowset.ResourceCPU), withCPU
	case a.regain > 0 && rand.Float64() < a.regain:
		return w | activity.State(snowset.ResourceCPU), regained
	case rand.Float64() < a.trust:
		return w | activity.State(a.queued), withoutCPU
	}
	return w | activity.State(unknown), withoutCPU
}

// TrustQueue says how much of the time in which threads would run and had no CPU time
// they wait for a core; the rest is an unknown wait. It is 1 at first.
func (x *Sampling) TrustQueue(share float64) {
	if x.alone != nil {
		x.alone.trust = share
	}
}

// RegainCPU says how many of the threads that are measured to have no CPU time had it until
// the measurement took it from them, from 0 to 1; it is 0 at first. The sampling thread takes a
// core from one of the threads that run. When it sleeps, the kernel may give that core to
// another process, and the thread before it looks like one that waits.
func (x *Sampling) RegainCPU(share float64) {
	if x.alone != nil {
		x.alone.regain = share
	}
}

// MeasureCPU says whether samples are to measure who has CPU time, as they do at first where the
// platform can: that doubles what a sample costs.
func (x *Sampling) MeasureCPU(on bool) {
	if x.alone != nil {
		x.alone.Probe(on)
	}
}

// countIn counts a thread at work in a sample.
func (a *lonely) countIn(l *activity.Sample, slot uint32, w activity.State) {
	x := &a.words[slot]
	l.Working++
	switch x.had {
	case withCPU:
		l.Measured++
	case regained:
		l.Regained++
	case unmeasured, withoutCPU:
	}
	switch r := w.Resource(); {
	case x.had == withoutCPU:
		l.Stopped++
	case r == snowset.ResourceCPU:
		l.Running++
	case r == snowset.ResourceNone:
		l.Running++
		l.Unmeasured++
		if x.doing == goroutine.Unknown {
			l.Untold++
		}
	case r == a.queued:
		l.Queued++
	}
}

// QueuedResource is that of RunQueue: snowset.ResourceNone where nobody samples alone.
func (x *Sampling) QueuedResource() snowset.Resource {
	if x.alone == nil {
		return snowset.ResourceNone
	}
	return x.alone.queued
}

// word is that of a slot in the sample read last, 0 if it did not work.
func (a *lonely) word(slot uint32) (w activity.State, root uint32) {
	if int(slot) >= len(a.words) {
		return 0, slot
	}
	x := &a.words[slot]
	if x.sample != a.number {
		return 0, slot
	}
	return x.word, x.root
}

// admitAlone lists the threads that began to work, and has them sampled. Taken
// off the stack they are sampled by the list alone: where that cannot be changed
// yet, they stay there.
func (x *Sampling) admitAlone() {
	if !x.alone.Ready() {
		return
	}
	n := len(x.active.words)
	x.admit()
	if len(x.active.words) != n || x.alone.changed {
		words := x.active.words
		x.alone.changed = !x.alone.SetSlots(len(words), func(i int) uint32 { return words[i].slot })
	}
}

// Tidy forgets the threads that have had no work for a while. It is to be called
// now and then, not more often than every millisecond.
func (x *Sampling) Tidy() {
	if x.alone == nil {
		return
	}
	x.admitAlone()
	n := len(x.active.words)
	x.keep(func(*listedWord, activity.State) {})
	x.alone.changed = x.alone.changed || len(x.active.words) != n
}

// StatementCores is what a statement said it may use, 0 for nothing and where the
// thread at its slot works on another one by now.
func (x *Sampling) StatementCores(slot, statement uint32) int {
	c := x.at(slot)
	n := c.said()
	if w := c.state(); !w.Active() || w.Statement() != statement {
		return 0
	}
	return int(n)
}
