package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"golang.org/x/term"
)

// progress says on a terminal how far a long command is.
type progress struct {
	to    io.Writer // nil: there is no terminal
	next  time.Time
	shown bool
}

// progressDelay is when it is said first, and how often.
const progressDelay = 500 * time.Millisecond

func newProgress(stderr io.Writer) *progress {
	p := &progress{next: time.Now().Add(progressDelay)}
	if file, ok := stderr.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		p.to = stderr
	}
	return p
}

// at says how many profiles were read.
func (p *progress) at(count int64) {
	if p.to == nil || count%256 != 0 {
		return
	}
	if now := time.Now(); now.After(p.next) {
		p.next, p.shown = now.Add(progressDelay), true
		fmt.Fprintf(p.to, "\r%s ...\x1b[K", plural(count, "profile"))
	}
}

// clear takes the line away.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
}

// plural is a number of things, with its thousands apart.
func plural(n int64, what string) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	if n != 1 {
		what += "s"
	}
	return s + " " + what
}
