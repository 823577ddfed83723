package runqueue

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// waitedThreads adds up what /proc says of each thread: CPU time, time in the run
// queue, both in nanoseconds, and how often it ran.
func (m *Meter) waitedThreads() (waited time.Duration, known bool) {
	const tasks = "/proc/self/task"
	d, err := os.Open(tasks)
	if err != nil {
		return 0, false
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	if err != nil {
		return 0, false
	}
	now := make(map[string]uint64, len(names))
	for _, name := range names {
		text, err := os.ReadFile(tasks + "/" + name + "/schedstat")
		if err != nil {
			continue // it has ended
		}
		f := bytes.Fields(text)
		if len(f) < 2 {
			return 0, false
		}
		n, err := strconv.ParseUint(string(f[1]), 10, 64)
		if err != nil {
			return 0, false
		}
		now[name] = n
		waited += time.Duration(n - min(m.threads[name], n))
	}
	m.threads = now
	return waited, len(now) > 0
}
