package server

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/view"
)

// HistoryDir is where the history is, below the data directory. No database can have
// such a name.
const HistoryDir = ".history"

// serveHistory has the engine serve what is kept, once it is.
func (i *instruments) serveHistory() error {
	return i.adapter.AddDatabase(history.SchemaName, history.Tables(func() *history.History { return i.history.Load() }))
}

// startHistory begins to keep what is counted in files, until stop.
func (i *instruments) startHistory(cfg Config, dataDir string, addr net.Addr) error {
	o := history.Options{
		Dir: filepath.Join(dataDir, HistoryDir), ServerName: addr.String(), Logger: slog.New(historyLog{}),
		MaxAge: cfg.HistoryMaxAge, MaxBytes: cfg.HistoryMaxBytes, FoldAge: cfg.HistoryFoldAge,
		EventTime: cfg.HistoryEventTime, EventEvery: cfg.HistoryEventEvery, EventBuffer: cfg.HistoryEventBuffer, Sync: cfg.HistorySync,
		Profiler: i.adapter.Profiler(), ActiveSessions: i.adapter.ActiveSessions(),
	}
	if _, value, ok := sql.SystemVariables.GetGlobal("server_uuid"); ok {
		o.ServerUUID, _ = value.(string)
	}
	if err := i.fleet.follow(&o); err != nil {
		return fmt.Errorf("keeping history: %w", err)
	}
	kept, err := history.Start(i.schema, o)
	if err != nil {
		return fmt.Errorf("keeping history: %w", err)
	}
	i.fleet.start()
	i.history.Store(kept)
	return nil
}

// historyStatus is how the history of each table does.
func (i *instruments) historyStatus() []view.HistoryOf {
	kept := i.history.Load()
	if kept == nil {
		return nil
	}
	status, sent := kept.Status(), i.fleet.status()
	out := make([]view.HistoryOf, len(status))
	for n, s := range status {
		out[n] = view.HistoryOf{
			Table: s.Table, Failing: s.Failing, Windows: s.Windows, Rows: s.Rows, Files: s.Files, Bytes: s.Bytes, Oldest: s.Oldest,
			WindowStart: s.WindowStart, Failures: s.Failures, LastFailure: s.LastFailure, LastFailureTime: s.LastFailureTime,
			Damaged: fileNames(s.Damaged), ClockSet: s.ClockSet, Lost: s.Lost, Fleet: sent[s.Table],
		}
	}
	return out
}

// fileNames returns the last parts of paths.
func fileNames(paths []string) []string {
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = filepath.Base(p)
	}
	return names
}

// stopHistory writes the window that is open and ends the history.
func (i *instruments) stopHistory() {
	if h := i.history.Load(); h != nil {
		_ = h.Close() // what fails is logged
	}
	i.fleet.close()
}

// historyLog has the history write to the server's log.
type historyLog struct{}

// Enabled implements slog.Handler.
func (historyLog) Enabled(context.Context, slog.Level) bool { return true }

// Handle implements slog.Handler.
func (historyLog) Handle(_ context.Context, r slog.Record) error {
	level := logrus.InfoLevel
	switch {
	case r.Level >= slog.LevelError:
		level = logrus.ErrorLevel
	case r.Level >= slog.LevelWarn:
		level = logrus.WarnLevel
	}
	fields := make(logrus.Fields, r.NumAttrs())
	r.Attrs(func(a slog.Attr) bool {
		fields[a.Key] = a.Value.Any()
		return true
	})
	logrus.WithFields(fields).Log(level, r.Message)
	return nil
}

// WithAttrs implements slog.Handler; the history has none.
func (h historyLog) WithAttrs([]slog.Attr) slog.Handler { return h }

// WithGroup implements slog.Handler; the history has none.
func (h historyLog) WithGroup(string) slog.Handler { return h }
