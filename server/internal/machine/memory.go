// Package machine says how much memory this process may have.
package machine

import (
	"bufio"
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
)

// Memory is the bytes of memory that there are for this process: those of the machine,
// or fewer where the process is in a control group of Linux, of version 1 or 2, that a
// limit is set for or for one above it. root is the root of the file system, of which
// /proc and /sys are read. It is 0 where neither says anything, as on other systems.
func Memory(root fs.FS) int64 {
	least := int64(math.MaxInt64)
	if total := total(root); total > 0 {
		least = total
	}
	for _, file := range limitFiles(root) {
		if n := limit(root, file); n > 0 {
			least = min(least, n)
		}
	}
	if least == math.MaxInt64 {
		return 0
	}
	return least
}

// total is the machine's memory.
func total(root fs.FS) int64 {
	f, err := root.Open("proc/meminfo")
	if err != nil {
		return 0
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) == 3 && fields[0] == "MemTotal:" && fields[2] == "kB" {
			if kB, err := strconv.ParseInt(fields[1], 10, 64); err == nil && kB < math.MaxInt64>>10 {
				return kB << 10
			}
		}
	}
	return 0
}

// limitFiles are the files that may have a limit of the process's groups. In a container
// the group that /proc names may not be there, and the one at the top is its own.
func limitFiles(root fs.FS) (files []string) {
	text, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 || !strings.HasPrefix(parts[2], "/") {
			continue
		}
		top, name := "sys/fs/cgroup", "memory.max"
		if parts[1] != "" {
			if !strings.Contains(","+parts[1]+",", ",memory,") {
				continue
			}
			top, name = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		}
		for group := path.Clean(parts[2]); ; group = path.Dir(group) {
			files = append(files, path.Join(top, group, name))
			if group == "/" {
				break
			}
		}
	}
	return files
}

// limit is what a file says, 0 for no limit.
func limit(root fs.FS, file string) int64 {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil || n < 0 {
		return 0 // "max"
	}
	return n
}
