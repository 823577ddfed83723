package server

import (
	"log/slog"
	"slices"
	"sync"

	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server/dolt/logline"
)

// logReaders are the servers of the process, which share its log: each message is in the
// error_log of all of them.
var logReaders struct {
	hooked sync.Once
	mu     sync.RWMutex
	list   []*gms.Adapter
}

// readLog has what is logged from now on in the server's error_log.
func readLog(a *gms.Adapter) {
	logReaders.hooked.Do(func() { logrus.AddHook(logHook{}) })
	logReaders.mu.Lock()
	defer logReaders.mu.Unlock()
	logReaders.list = append(logReaders.list, a)
}

// unreadLog ends that.
func unreadLog(a *gms.Adapter) {
	logReaders.mu.Lock()
	defer logReaders.mu.Unlock()
	logReaders.list = slices.DeleteFunc(slices.Clone(logReaders.list), func(o *gms.Adapter) bool { return o == a })
}

// logHook gives messages to the readers.
type logHook struct{}

// Levels implements logrus.Hook.
func (logHook) Levels() []logrus.Level { return logrus.AllLevels }

// Fire implements logrus.Hook.
func (logHook) Fire(e *logrus.Entry) error {
	text, ok := logline.Text(e)
	if !ok {
		return nil
	}
	logReaders.mu.RLock()
	defer logReaders.mu.RUnlock()
	for _, a := range logReaders.list {
		a.LogMessage(e.Time, priority(logline.Level(e.Level)), text)
	}
	return nil
}

// priority is what error_log has for a level.
func priority(level slog.Level) gms.LogPriority {
	switch {
	case level >= slog.LevelError:
		return gms.LogError
	case level >= slog.LevelWarn:
		return gms.LogWarning
	default:
		return gms.LogNote
	}
}
