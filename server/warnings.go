package server

import (
	"sync"
	"time"

	"github.com/sirupsen/logrus"
)

// warningsInterval is how often the machine is asked anew.
const warningsInterval = time.Minute

// warnings logs what makes the Performance Schema measure less well, each once:
// at the start, and when the machine changes its mind.
type warnings struct {
	list func() []string
	mu   sync.Mutex // guards said, and is held while the list is looked at
	said map[string]bool
	// timer is nil once they are stopped.
	timer *time.Timer
}

// startWarnings begins to report them, until they are stopped.
func startWarnings(list func() []string) *warnings {
	w := &warnings{list: list, said: make(map[string]bool)}
	w.report()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(warningsInterval, w.again)
	return w
}

func (w *warnings) report() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, text := range w.list() {
		if !w.said[text] {
			w.said[text] = true
			logrus.Warnf("performance schema: %s", text)
		}
	}
}

func (w *warnings) again() {
	w.report()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Reset(warningsInterval)
	}
}

// stop ends the looking.
func (w *warnings) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer.Stop()
	w.timer = nil
}
