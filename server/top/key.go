package top

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/gdamore/tcell/v2"
)

// Intervals that may be chosen.
const (
	minInterval = 500 * time.Millisecond
	maxInterval = time.Minute
)

// key does what a key says. height is how many rows the list has on the screen.
func (a *app) key(k *tcell.EventKey, height int) command {
	if k.Key() == tcell.KeyCtrlC {
		a.ended = true
		return nil
	}
	switch {
	case a.confirm != nil:
		return a.answerKill(k)
	case a.typing:
		a.typeFilter(k)
		return nil
	case a.help:
		a.help = false
		return nil
	}
	a.message = ""
	if a.move(k, height) {
		return nil
	}
	switch k.Key() {
	case tcell.KeyEnter:
		if r := a.selected(); r != nil {
			return a.open(r)
		}
	case tcell.KeyEscape, tcell.KeyBackspace, tcell.KeyBackspace2:
		a.back()
	case tcell.KeyTab:
		return a.turn(a.neighbour(1))
	case tcell.KeyBacktab:
		return a.turn(a.neighbour(-1))
	case tcell.KeyLeft:
		a.sortBy(-1)
	case tcell.KeyRight:
		a.sortBy(1)
	case tcell.KeyRune:
		return a.rune(k.Rune())
	}
	return nil
}

func (a *app) rune(r rune) command {
	if r >= '0' && r <= '9' {
		if i := (int(r-'0') + 9) % 10; i < len(pages) { // 0 is the tenth
			return a.turn(pages[i])
		}
	}
	switch r {
	case 'w':
		return a.turn(&activityPage)
	case 'b', 'B', 's', 'S':
		return a.askActivity(r)
	case 'q':
		a.ended = true
	case '?', 'h':
		a.help = true
	case 'a':
		return a.openAdvised()
	case 'm':
		a.mark()
	case 'c':
		return a.compare()
	case 'A':
		a.plain = !a.plain
	case '/':
		a.typing = true
	case '<':
		a.sortBy(-1)
	case '>':
		a.sortBy(1)
	case 'r':
		o := a.orders[a.page]
		o.up = !o.up
		a.orders[a.page] = o
	case 'p', ' ':
		a.paused = !a.paused
	case '+':
		a.interval = min(a.interval*2, maxInterval)
	case '-':
		a.interval = max(a.interval/2, minInterval)
	case 'k':
		a.askKill(true)
	case 'K':
		a.askKill(false)
	}
	return nil
}

// openAdvised opens the statement that the advice is about.
func (a *app) openAdvised() command {
	if a.page != &statementsPage || len(a.stack) > 0 {
		a.message = "Advice is on page 1."
		return nil
	}
	if a.now == nil || a.now.advised == nil {
		a.message = "Nothing is known yet that is worth advice."
		return nil
	}
	return a.open(&row{key: a.now.advised.key, digest: a.now.advised.digest})
}

func (a *app) neighbour(by int) *page {
	for i, p := range pages {
		if p == a.page {
			return pages[(i+by+len(pages))%len(pages)]
		}
	}
	return pages[0]
}

// back leaves what was opened last, or else the filter.
func (a *app) back() {
	if n := len(a.stack); n > 0 {
		a.stack = a.stack[:n-1]
		return
	}
	a.filter = ""
}

// sortBy sorts by the next column that the screen may show.
func (a *app) sortBy(by int) {
	if len(a.stack) > 0 {
		return
	}
	heads := a.page.heads()
	o := a.orders[a.page]
	for {
		o.column += by
		if o.column < 0 {
			o.column = len(heads) - 1
		}
		if o.column >= len(heads) {
			o.column = 0
		}
		if heads[o.column].width != jsonOnly {
			break
		}
	}
	o.up = !heads[o.column].number
	a.orders[a.page] = o
}

// typeFilter takes a key while the filter is typed.
func (a *app) typeFilter(k *tcell.EventKey) {
	switch k.Key() {
	case tcell.KeyEnter:
		a.typing = false
	case tcell.KeyEscape:
		a.typing, a.filter = false, ""
	case tcell.KeyBackspace, tcell.KeyBackspace2:
		if r := []rune(a.filter); len(r) > 0 {
			a.filter = string(r[:len(r)-1])
		}
	case tcell.KeyRune:
		if len(a.filter) < 100 && unicode.IsPrint(k.Rune()) {
			a.filter += string(k.Rune())
		}
	}
}

// askKill asks whether to end what the selected connection runs, or the connection.
func (a *app) askKill(statementOnly bool) {
	if a.page != &sessionsPage || len(a.stack) > 0 {
		a.message = "Only sessions can be ended: page 2."
		return
	}
	r := a.selected()
	if r == nil {
		return
	}
	if statementOnly && !r.working {
		a.message = fmt.Sprintf("Connection %d runs nothing.", r.connection)
		return
	}
	a.confirm = &ending{r.connection, statementOnly, strings.Join([]string{r.cells[1].text, r.cells[2].text}, "@")}
}

// answerKill takes the answer: y, and nothing else, is yes.
func (a *app) answerKill(k *tcell.EventKey) command {
	asked := *a.confirm
	a.confirm = nil
	if k.Key() == tcell.KeyRune && (k.Rune() == 'y' || k.Rune() == 'Y') {
		return a.end(asked)
	}
	a.message = "Nothing was ended."
	return nil
}
