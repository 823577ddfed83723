package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// soak says what a server's memory is by the minute while it works: threads that read
// and write, connections that come and go, and somebody who reads every table of
// performance_schema, sys and profiling every few seconds and truncates those that can
// be. It fails if the median of the last five minutes is more than grownMost times
// that of the five around the fifth: single minutes differ by a third, as garbage is
// collected.
type soak struct {
	*server
	threads int
	end     time.Time
	mu      sync.Mutex
	err     error
}

const (
	visit     = 5 * time.Second // how long connections of the load last
	settled   = 5               // the minute that the end is compared with
	beside    = 2               // minutes on either side of it that the median is of
	grownMost = 1.3
)

func runSoak(w io.Writer, binary string, length time.Duration, threads int, flags []string) error {
	srv, err := start(binary, flags)
	if err != nil {
		return err
	}
	defer srv.stop()
	if err := srv.prepare(threads, nil); err != nil {
		return err
	}
	s := &soak{server: srv, threads: threads, end: time.Now().Add(length)}
	var work sync.WaitGroup
	for _, f := range []func() error{s.write, s.read} {
		work.Go(func() { s.note(s.until(f)) })
	}
	minutes, err := s.watch(w)
	s.note(err)
	work.Wait()
	if s.err != nil {
		return s.err
	}
	if len(minutes) >= settled+beside {
		first, last := median(minutes[settled-1-beside:settled+beside]), median(minutes[len(minutes)-1-2*beside:])
		fmt.Fprintf(w, "\nThe last %d minutes have %.2f times what those around the minute %d had, %d and %d MiB in the median.\n",
			1+2*beside, float64(last)/float64(first), settled, last, first)
		if float64(last) > grownMost*float64(first) {
			return fmt.Errorf("the server has grown by more than %v", grownMost)
		}
	}
	return nil
}

func median(values []int64) int64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

func (s *soak) note(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
}

// until does something again and again.
func (s *soak) until(f func() error) error {
	for time.Now().Before(s.end) {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// write is a visit of some connections that read and write.
func (s *soak) write() error {
	_, err := s.load(readWrite, visit, s.threads)
	return err
}

// read reads every table, and truncates those of which that is allowed.
func (s *soak) read() error {
	tables, err := s.client("SELECT CONCAT(TABLE_SCHEMA, '.', TABLE_NAME) FROM information_schema.TABLES WHERE TABLE_SCHEMA IN ('performance_schema', 'sys', 'profiling')")
	if err != nil {
		return err
	}
	var all strings.Builder
	for t := range strings.FieldsSeq(tables) {
		fmt.Fprintf(&all, "SELECT * FROM %s;\n", t)
	}
	for t := range strings.FieldsSeq(tables) {
		fmt.Fprintf(&all, "TRUNCATE %s;\n", t)
	}
	// Most cannot be truncated: it goes on after these errors.
	cmd := exec.Command("mariadb", "--no-defaults", "-h127.0.0.1", "-P"+s.port, "-uroot", "-N", "--quick", "--force")
	cmd.Stdin = strings.NewReader(all.String())
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		return err
	}
	time.Sleep(2 * time.Second)
	return nil
}

// watch prints what the server's memory is each minute.
func (s *soak) watch(w io.Writer) (resident []int64, err error) {
	fmt.Fprint(w, "| minute | resident MiB | largest instruments, MiB |\n|---|---|---|\n")
	for minute := 1; time.Now().Before(s.end); minute++ {
		size, err := s.residentUntil(time.Now().Add(min(time.Minute, time.Until(s.end))))
		if err != nil {
			return nil, err
		}
		resident = append(resident, size>>20)
		largest, err := s.client("SELECT EVENT_NAME, CURRENT_NUMBER_OF_BYTES_USED DIV 1048576 FROM performance_schema.memory_summary_global_by_event_name ORDER BY CURRENT_NUMBER_OF_BYTES_USED DESC LIMIT 5")
		if err != nil {
			return nil, err
		}
		fields := strings.Fields(strings.ReplaceAll(largest, "memory/", ""))
		for i := 1; i < len(fields); i += 2 {
			fields[i] += ","
		}
		fmt.Fprintf(w, "| %d | %d | %s |\n", minute, size>>20, strings.TrimSuffix(strings.Join(fields, " "), ","))
	}
	return resident, nil
}

// residentUntil is the mean of some readings, for it goes up and down with each
// collection of garbage.
func (s *soak) residentUntil(end time.Time) (int64, error) {
	var sum, n int64
	for {
		size, err := s.resident()
		if err != nil {
			return 0, err
		}
		sum, n = sum+size, n+1
		if !time.Now().Before(end) {
			return sum / n, nil
		}
		time.Sleep(min(2*time.Second, time.Until(end)))
	}
}

var residentSize = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

// resident is the bytes of the server that lie in memory.
func (s *server) resident() (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	m := residentSize.FindSubmatch(status)
	if m == nil {
		return 0, fmt.Errorf("cannot read /proc/%d/status", s.cmd.Process.Pid)
	}
	n, err := strconv.ParseInt(string(m[1]), 10, 64)
	return n << 10, err
}
