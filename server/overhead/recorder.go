package overhead

import (
	"bytes"
	"fmt"
	"runtime/pprof"
	"time"

	"github.com/google/pprof/profile"
)

const (
	// window is how long one profile is taken for.
	window = time.Second
	// DefaultSampling is the percentage of the time that profiles are taken for.
	DefaultSampling = 10
	// idle is below which share of a core the process is left alone: a ledger of
	// what does nothing is not worth waking it.
	idle = 0.01
)

// Recorder takes the profiles a [Ledger] is made of, on a goroutine of its own, until
// Stop.
type Recorder struct {
	*Ledger
	stop, done chan struct{}
}

// Start begins to take profiles, of a second each, during a percentage of the time, 1 to
// 100. A process that uses less than a hundredth of a core meanwhile is not profiled, nor
// is one that somebody else profiles: the runtime has one CPU profile at a time. Whoever
// asks for one by [Profile] is let go first.
func Start(percent int) *Recorder {
	r := &Recorder{Ledger: NewLedger(processCPU), stop: make(chan struct{}), done: make(chan struct{})}
	go r.run(window * time.Duration(100-percent) / time.Duration(percent))
	return r
}

// Stop ends the recorder, and waits until it has ended. A nil Recorder may be stopped.
func (r *Recorder) Stop() {
	if r != nil {
		close(r.stop)
		<-r.done
	}
}

func (r *Recorder) run(pause time.Duration) {
	defer close(r.done)
	used, at := processCPU(), time.Now()
	for r.wait(pause) {
		cpu, now := processCPU(), time.Now()
		rests := cpu > 0 && pause > 0 && float64(cpu-used) < idle*float64(now.Sub(at))
		used, at = cpu, now
		if rests {
			continue
		}
		if !r.profile() && !r.wait(window) {
			return
		}
	}
}

// wait says after a time whether to go on.
func (r *Recorder) wait(d time.Duration) bool { return r.waitOr(d, nil) }

// waitOr is wait that ends as well once asked is closed.
func (r *Recorder) waitOr(d time.Duration, asked <-chan struct{}) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-r.stop:
		return false
	case <-timer.C:
	case <-asked:
	}
	return true
}

// profile takes one profile and adds it to the ledger. It is false if none could be
// taken.
func (r *Recorder) profile() bool {
	asked, ok := processTurn.borrow()
	if !ok {
		return false
	}
	var buf bytes.Buffer
	err := pprof.StartCPUProfile(&buf)
	if err == nil {
		r.waitOr(window, asked)
		pprof.StopCPUProfile()
	}
	processTurn.giveBack()
	return err == nil && r.read(&buf) == nil
}

// read adds the samples of a profile to the ledger.
func (r *Recorder) read(buf *bytes.Buffer) error {
	p, err := profile.Parse(buf)
	if err != nil {
		return fmt.Errorf("CPU profile: %w", err)
	}
	var stack []Frame
	for _, s := range p.Sample {
		stack = stack[:0]
		for _, l := range s.Location {
			for _, line := range l.Line { // inlined functions come first
				if line.Function != nil {
					stack = append(stack, Frame{line.Function.Name, line.Function.Filename})
				}
			}
		}
		if len(s.Value) > 0 && s.Value[0] > 0 {
			r.Add(stack, uint64(s.Value[0]))
		}
	}
	return nil
}
