package top

import "github.com/gdamore/tcell/v2"

// current is the list on the screen, and its rows: of what was opened, text lines have none.
func (a *app) current() (*list, []*row) {
	if n := len(a.stack); n > 0 {
		o := a.stack[n-1]
		var rows []*row
		for _, l := range o.detail.lines(a.width) {
			rows = append(rows, l.row)
		}
		return &o.list, rows
	}
	all, _ := a.rows()
	rows := make([]*row, len(all))
	for i := range all {
		rows[i] = &all[i]
	}
	return &a.list, rows
}

// selected is the row under the bar, nil for none.
func (a *app) selected() *row {
	l, rows := a.current()
	l.settle(rows, 1<<30)
	if l.at < len(rows) {
		return rows[l.at]
	}
	return nil
}

// settle finds the row that was selected among those there are now, and keeps it seen.
func (l *list) settle(rows []*row, height int) {
	if l.key != "" {
		found := false
		for i, r := range rows {
			if r != nil && r.key == l.key {
				l.at, found = i, true
				break
			}
		}
		if !found {
			l.key = ""
		}
	}
	l.at = max(min(l.at, len(rows)-1), 0)
	if height >= 1<<30 {
		return
	}
	l.offset = max(min(l.offset, l.at), l.at-height+1, 0)
	l.offset = max(min(l.offset, len(rows)-height), 0)
}

// move moves the bar; false is a key for something else.
func (a *app) move(k *tcell.EventKey, height int) bool {
	by := 0
	switch k.Key() {
	case tcell.KeyUp:
		by = -1
	case tcell.KeyDown:
		by = 1
	case tcell.KeyPgUp:
		by = -height
	case tcell.KeyPgDn:
		by = height
	case tcell.KeyHome:
		by = -1 << 30
	case tcell.KeyEnd:
		by = 1 << 30
	default:
		return false
	}
	l, rows := a.current()
	l.settle(rows, height)
	l.at = max(min(l.at+by, len(rows)-1), 0)
	l.key = ""
	// At the top it stays at the top, whatever comes to stand there.
	if l.at > 0 && l.at < len(rows) && rows[l.at] != nil {
		l.key = rows[l.at].key
	}
	l.settle(rows, height)
	return true
}
