package main

import (
	"path/filepath"
	"syscall"
	"testing"
)

// BenchmarkStart measures the CPU time of a start with a data directory that a kill has left.
// It is to be below 2 s.
func BenchmarkStart(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "data")
	c := serveChild(b, "--data-dir", dir)
	if _, err := c.open(b).Exec("CREATE DATABASE d"); err != nil {
		b.Fatal(err)
	}
	c.stop(b, syscall.SIGKILL)
	cpu := 0.0
	for b.Loop() {
		c := serveChild(b, "--data-dir", dir)
		c.stop(b, syscall.SIGKILL)
		cpu += (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	}
	b.ReportMetric(cpu/float64(b.N), "cpu-s/start")
}
