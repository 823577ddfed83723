package dolt

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// adoptOrphans makes processes whose parent below this process has ended its children.
var adoptOrphans = sync.OnceFunc(func() {
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) // without it KILL waits for git's processes
})

// killOrphans kills children of this process that a git process had started, which has ended.
func killOrphans() {
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	for _, list := range lists {
		children, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		for child := range strings.FieldsSeq(string(children)) {
			pid, err := strconv.Atoi(child)
			if err != nil || !startedByGit(pid) {
				continue
			}
			_ = unix.Kill(pid, unix.SIGKILL)
			_, _ = unix.Wait4(pid, nil, 0, nil)
		}
	}
}

// startedByGit reports whether git starts processes of a child's kind to talk to a remote, and Dolt does not.
func startedByGit(pid int) bool {
	line, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	if err != nil {
		return false
	}
	words := bytes.Split(line, []byte{0})
	name := filepath.Base(string(words[0]))
	switch {
	case strings.HasPrefix(name, "git-remote-"), name == "ssh":
		return true
	case name == "git" && len(words) > 1:
		second := string(words[1])
		return strings.HasPrefix(second, "remote-") || second == "index-pack" || second == "unpack-objects" || second == "pack-objects" || second == "send-pack" || second == "fetch-pack" || second == "credential"
	}
	return false
}
