package dolt

import (
	"bufio"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// adopter makes this process the parent of the processes whose parent below it has ended, while statements
// that may start git run, and reaps them.
var adopter orphanAdopter

type orphanAdopter struct {
	mu      sync.Mutex
	running int           // statements
	check   chan struct{} // wakes the goroutine that reaps; nil if there is none
}

// canAdopt reports whether the children that package os waits for can be told from adopted ones: by Linux 5.4
// each has a pidfd until it is reaped.
var canAdopt = sync.OnceValue(func() bool {
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		return false
	}
	defer func() { _ = self.Release() }()
	return len(waitedFor()[os.Getpid()]) > 0
})

// begin adopts orphans until end is called. It returns false if orphans cannot be adopted.
func (a *orphanAdopter) begin() bool {
	if !canAdopt() {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.running++; a.running == 1 {
		_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) // without it KILL waits for git's processes
	}
	if a.check == nil {
		a.check = make(chan struct{}, 1)
		go a.reap(a.check)
	}
	return true
}

func (a *orphanAdopter) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.running--; a.running == 0 {
		_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
	}
	select {
	case a.check <- struct{}{}:
	default:
	}
}

// reap reaps adopted children as they end, until no statement runs and no such child is left.
func (a *orphanAdopter) reap(check <-chan struct{}) {
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, unix.SIGCHLD)
	defer signal.Stop(ended)
	for {
		select {
		case <-ended:
		case <-check:
		}
		a.mu.Lock()
		if reapOrphans() == 0 && a.running == 0 {
			a.check = nil
			a.mu.Unlock()
			return
		}
		a.mu.Unlock()
	}
}

// orphan is a child that this process has adopted. The pidfd keeps its number from being used again.
type orphan struct{ pid, pidfd int }

// reapOrphans reaps the adopted children that have ended, and returns how many others there are.
func reapOrphans() (left int) {
	eachOrphan(func(o orphan) {
		var info unix.Siginfo
		if err := unix.Waitid(unix.P_PIDFD, o.pidfd, &info, unix.WEXITED|unix.WNOHANG, nil); err == nil && info.Signo == 0 {
			left++
		}
	})
	return left
}

// killOrphans kills the adopted children that hold a pipe of this process, as helpers of a git process do that
// was killed: its output has no end before theirs.
func killOrphans() {
	if !canAdopt() {
		return
	}
	own := pipesOf("self")
	eachOrphan(func(o orphan) {
		for pipe := range pipesOf(strconv.Itoa(o.pid)) {
			if own[pipe] {
				_ = unix.PidfdSendSignal(o.pidfd, unix.SIGKILL, nil, 0) // one that has ended needs none
				return
			}
		}
	})
}

// eachOrphan calls do for each adopted child, also for one that has ended and is not reaped.
func eachOrphan(do func(orphan)) {
	var all []orphan
	syscall.ForkLock.RLock() // no child is being started that has no pidfd yet
	for _, pid := range children() {
		if fd, err := unix.PidfdOpen(pid, 0); err == nil {
			all = append(all, orphan{pid, fd})
		}
	}
	syscall.ForkLock.RUnlock()
	if len(all) == 0 {
		return
	}
	waited := waitedFor() // after PidfdOpen: a child of package os has its pidfd until it is reaped
	for _, o := range all {
		if fds := waited[o.pid]; len(fds) == 1 && fds[0] == o.pidfd {
			do(o)
		}
		_ = unix.Close(o.pidfd)
	}
}

// children returns the numbers of the children of this process.
func children() (pids []int) {
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		for child := range strings.FieldsSeq(string(text)) {
			if pid, err := strconv.Atoi(child); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// waitedFor returns the pidfds of this process, by the number of the process that each is of.
func waitedFor() map[int][]int {
	out := make(map[int][]int)
	files, _ := os.ReadDir("/proc/self/fd")
	for _, file := range files {
		if to, err := os.Readlink("/proc/self/fd/" + file.Name()); err != nil || !strings.Contains(to, "pidfd") {
			continue
		}
		fd, err := strconv.Atoi(file.Name())
		if err != nil {
			continue
		}
		if pid := pidOf(fd); pid > 0 {
			out[pid] = append(out[pid], fd)
		}
	}
	return out
}

// pidOf returns the number of the process that a pidfd is of; 0 if it has been reaped.
func pidOf(pidfd int) int {
	info, err := os.Open("/proc/self/fdinfo/" + strconv.Itoa(pidfd))
	if err != nil {
		return 0
	}
	defer info.Close()
	for lines := bufio.NewScanner(info); lines.Scan(); {
		if text, ok := strings.CutPrefix(lines.Text(), "Pid:"); ok {
			pid, _ := strconv.Atoi(strings.TrimSpace(text))
			return max(pid, 0)
		}
	}
	return 0
}

// pipesOf returns the pipes that a process has open, as /proc names them.
func pipesOf(pid string) map[string]bool {
	out := make(map[string]bool)
	directory := "/proc/" + pid + "/fd/"
	files, _ := os.ReadDir(directory)
	for _, file := range files {
		if to, err := os.Readlink(directory + file.Name()); err == nil && strings.HasPrefix(to, "pipe:") {
			out[to] = true
		}
	}
	return out
}
