package top

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"golang.org/x/sys/unix"
)

// pseudoTerminal opens a pair: what is written to the second can be read from the first.
func pseudoTerminal(t *testing.T) (master *os.File, name string) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there are no pseudo-terminals: ", err)
	}
	t.Cleanup(func() { master.Close() })
	fd := int(master.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 250}); err != nil {
		t.Fatal(err)
	}
	return master, fmt.Sprintf("/dev/pts/%d", n)
}

// A terminal is given nothing that hostile texts would have it do, and is left as it was.
func TestTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm-256color")
	t.Setenv("LC_ALL", "C.UTF-8")
	master, name := pseudoTerminal(t)
	tty, err := tcell.NewDevTtyFromDev(name)
	if err != nil {
		t.Fatal(err)
	}
	screen, err := tcell.NewTerminfoScreenFromTty(tty)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		ended <- runOn(context.Background(), screen, &fixture{hostile: true}, Options{Page: "sessions", Interval: time.Hour, Who: "root\x1b[5m"})
	}()
	var all bytes.Buffer
	buffer := make([]byte, 4096)
	readUntil := func(text string) {
		for !strings.Contains(all.String(), text) {
			n, err := master.Read(buffer)
			if err != nil {
				t.Fatalf("reading the terminal: %v; so far %q", err, all.String())
			}
			all.Write(buffer[:n])
		}
	}
	// A key is drawn before the next one is taken. Later screens are sent only as far as
	// they differ, so no text of theirs is waited for.
	readUntil("[2 Sessions]")
	if _, err := master.WriteString("kn\rq"); err != nil {
		t.Fatal(err)
	}
	readUntil("\x1b[?1049l")
	if err := <-ended; err != nil {
		t.Error(err)
	}
	for _, hostile := range []string{"\x1b]52", "\x1b]0;owned", "\x1b[2J\u009b", "\u009b", "\u202e", "\x1b[5m", "\x1b[31m", "\xff"} {
		if bytes.Contains(all.Bytes(), []byte(hostile)) {
			t.Errorf("the terminal was given %q", hostile)
		}
	}
}
