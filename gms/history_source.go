package gms

import "github.com/perfschema/perfschema/view"

// ShowHistory has profiling.history_status show how the history of each table does;
// without it that table is empty.
func (a *Adapter) ShowHistory(h view.HistorySource) { a.history.Store(&h) }

func (a *Adapter) historySource() view.HistorySource {
	if h := a.history.Load(); h != nil {
		return *h
	}
	return nil
}
