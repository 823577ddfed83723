package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// writePGO replaces file with the CPU profile by which the compiler optimizes the server: of a server with
// its defaults under each workload of load, for a length of time each.
func writePGO(binary, file string, length time.Duration, threads int) error {
	port, err := freePort()
	if err != nil {
		return err
	}
	// The profile of the endpoint interrupts that of the server's own overhead.
	s, err := start(binary, []string{"--http=127.0.0.1:" + port})
	if err != nil {
		return err
	}
	defer s.stop()
	if err := s.prepare(threads, []string{stopStatistics}); err != nil {
		return err
	}
	merge := []string{"tool", "pprof", "-proto", "-output=" + file}
	for _, workload := range load.workloads {
		if _, err := s.load(workload, time.Second, threads); err != nil { // warms up
			return err
		}
		profile := filepath.Join(s.dir, workload)
		if err := s.profile(workload, profile, "http://127.0.0.1:"+port, length, threads); err != nil {
			return fmt.Errorf("%s: %w", workload, err)
		}
		merge = append(merge, profile)
	}
	if _, err := output("go", merge...); err != nil {
		return fmt.Errorf("merge the profiles: %w", err)
	}
	return nil
}

// profile writes a CPU profile of the server under a workload, which goes on for a second longer.
func (s *server) profile(workload, file, pages string, length time.Duration, threads int) error {
	worked := make(chan error, 1)
	go func() {
		_, err := s.load(workload, length+time.Second, threads)
		worked <- err
	}()
	err := download(file, fmt.Sprintf("%s/debug/pprof/profile?seconds=%d", pages, int(length.Seconds())))
	if failed := <-worked; failed != nil {
		return failed
	}
	return err
}

// download writes what a page answers to a file.
func download(file, url string) error {
	page, err := http.Get(url)
	if err != nil {
		return err
	}
	defer page.Body.Close()
	if page.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", url, page.Status)
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, page.Body); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
