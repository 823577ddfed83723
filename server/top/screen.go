package top

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"
)

// Options say what to show.
type Options struct {
	// Page is the name of one of [Pages].
	Page string
	// Interval is the time between two readings.
	Interval time.Duration
	// By is the name of the dimension that the page activity begins with, and Span of how long it
	// is; "" and 0 are its own.
	By   string
	Span time.Duration
	// Who is the account and server, for the first line.
	Who string
	// Color may be used. Without it bold and reverse say the same.
	Color bool
	// Explain says what an error of the server means; nil leaves it as it is.
	Explain func(error) error
}

// Run shows the server on the terminal of the process until the user quits or the
// context ends. It uses two connections of db at most, and leaves the terminal as it was.
func Run(ctx context.Context, db *sql.DB, o Options) error {
	screen, err := tcell.NewScreen()
	if err != nil {
		return fmt.Errorf("opening the terminal: %w", err)
	}
	return runOn(ctx, screen, newServer(db), o)
}

// runOn runs on a screen, which it ends.
func runOn(ctx context.Context, screen tcell.Screen, s source, o Options) error {
	// The first question comes before the screen: who is not let in is told so in words.
	a := newApp(s, o)
	first := a.refresh()(ctx)
	first(a)
	if a.failed != "" {
		return fmt.Errorf("%s", a.failed)
	}
	if err := screen.Init(); err != nil {
		return fmt.Errorf("opening the terminal: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	events, quit := make(chan tcell.Event, 16), make(chan struct{})
	answers := make(chan answer)
	var workers sync.WaitGroup
	workers.Go(func() { screen.ChannelEvents(events, quit) })
	defer func() {
		cancel()
		close(quit)
		screen.Fini()
		workers.Wait()
	}()
	start := func(c command) {
		if c == nil {
			return
		}
		workers.Go(func() {
			// An answer that comes after the end is for nobody.
			select {
			case answers <- c(ctx):
			case <-ctx.Done():
			}
		})
	}
	timer := time.NewTimer(o.Interval)
	defer timer.Stop()
	interval := a.interval
	for !a.ended {
		p := newPainter(screen, o.Color)
		a.draw(p)
		screen.Show()
		select {
		case <-ctx.Done():
			return nil
		case e, ok := <-events:
			if !ok {
				return nil
			}
			switch e := e.(type) {
			case *tcell.EventKey:
				start(a.key(e, rowsHeight(p.height, 0)))
			case *tcell.EventResize:
				screen.Sync()
			case *tcell.EventError:
				return fmt.Errorf("reading the terminal: %w", e)
			}
			if a.interval != interval {
				interval = a.interval
				timer.Reset(interval)
			}
		case f := <-answers:
			f(a)
		case <-timer.C:
			timer.Reset(a.interval)
			if !a.paused && len(a.stack) == 0 {
				start(a.refresh())
			}
		}
	}
	return nil
}
