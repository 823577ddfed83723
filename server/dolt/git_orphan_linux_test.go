package dolt

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// orphanLimit is how long a process may take to end.
const orphanLimit = 20 * time.Second

// awaitEnd returns when a process has ended, reaped or not.
func awaitEnd(t *testing.T, pid int) {
	t.Helper()
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	for {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(orphanLimit.Milliseconds()))
		if err == unix.EINTR {
			continue
		}
		if err != nil || n == 0 {
			t.Fatalf("process %d has not ended: %v", pid, err)
		}
		return
	}
}

// adopting adopts orphans until the test ends, and leaves it to the test to reap them.
func adopting(t *testing.T) {
	t.Helper()
	if !canAdopt() {
		t.Skip("the kernel has no pidfd")
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0) })
}

// TestOrphansAreReaped has one orphan end by itself beside a child that package os/exec waits for.
func TestOrphansAreReaped(t *testing.T) {
	adopting(t)
	held, hold, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	start := exec.Command("sh", "-c", "cat <&3 >/dev/null 2>&1 & echo $!")
	start.ExtraFiles = []*os.File{held}
	out, err := start.Output()
	held.Close()
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil {
		t.Fatal(err)
	}
	own := exec.Command("sh", "-c", "exit 3")
	if err := own.Start(); err != nil {
		t.Fatal(err)
	}
	awaitEnd(t, own.Process.Pid)
	if left := reapOrphans(); left != 1 || !slices.Contains(children(), pid) {
		t.Fatalf("%d orphans, children %v, want %d among them", left, children(), pid)
	}
	hold.Close()
	awaitEnd(t, pid)
	if !slices.Contains(children(), pid) {
		t.Fatal("somebody else has reaped the orphan")
	}
	if left := reapOrphans(); left != 0 || slices.Contains(children(), pid) {
		t.Errorf("%d orphans are left, children %v", left, children())
	}
	if err := own.Wait(); own.ProcessState == nil || own.ProcessState.ExitCode() != 3 {
		t.Errorf("the child of os/exec ended with %v", err)
	}
}

// TestOrphansAreKilled has a shell end whose child, of any name, holds the pipe of its output.
func TestOrphansAreKilled(t *testing.T) {
	adopting(t)
	held, hold, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close()
	var out bytes.Buffer
	start := exec.Command("sh", "-c", "sh -c 'cat; :' <&3 &")
	start.ExtraFiles, start.Stdout = []*os.File{held}, &out
	if err := start.Start(); err != nil {
		t.Fatal(err)
	}
	held.Close()
	ended := make(chan error, 1)
	go func() { ended <- start.Wait() }()
	limit := time.After(orphanLimit)
	for {
		killOrphans()
		reapOrphans()
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
			return
		case <-limit:
			t.Fatal("the output has no end")
		default:
		}
	}
}

// TestAdopterEnds reaps an orphan that ends behind the last statement; the goroutine ends with it.
func TestAdopterEnds(t *testing.T) {
	var a orphanAdopter
	if !a.begin() {
		t.Skip("the kernel has no pidfd")
	}
	check := a.check
	held, hold, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	start := exec.Command("sh", "-c", "cat <&3 >/dev/null 2>&1 &")
	start.ExtraFiles = []*os.File{held}
	if err := start.Run(); err != nil {
		t.Fatal(err)
	}
	held.Close()
	a.end()
	a.mu.Lock()
	if a.check != check {
		t.Error("the goroutine has ended before the orphan")
	}
	a.mu.Unlock()
	hold.Close()
	for limit := time.After(orphanLimit); ; {
		a.mu.Lock()
		done := a.check == nil
		a.mu.Unlock()
		if done {
			break
		}
		select {
		case <-limit:
			t.Fatalf("children %v are not reaped", children())
		default:
		}
	}
	if left := reapOrphans(); left != 0 {
		t.Errorf("%d orphans are left", left)
	}
}
