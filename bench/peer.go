package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"time"
)

// startPeer runs MariaDB's server on a free loopback port, on a data directory of its own
// beneath which all that it writes is, and waits until it is ready.
func startPeer(flags []string) (*server, error) {
	dir, err := os.MkdirTemp("", "perfschema-bench-peer-")
	if err != nil {
		return nil, err
	}
	s := &server{dir: dir}
	if s.port, err = freePort(); err != nil {
		return nil, err
	}
	data := filepath.Join(dir, "data")
	me, err := user.Current()
	if err != nil {
		return nil, err
	}
	if _, err := output("mariadb-install-db", "--no-defaults", "--datadir="+data, "--user="+me.Username,
		"--auth-root-authentication-method=normal", "--skip-test-db"); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	s.cmd = exec.Command("mariadbd", append([]string{"--no-defaults", "--datadir=" + data, "--user=" + me.Username, "--bind-address=127.0.0.1",
		"--port=" + s.port, "--socket=" + filepath.Join(dir, "socket"), "--pid-file=" + filepath.Join(dir, "pid"), "--log-error=" + filepath.Join(dir, "log")}, flags...)...)
	if err := s.cmd.Start(); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	for deadline := time.Now().Add(readyWithin); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if _, err = s.client("SELECT 1"); err == nil {
			return s, nil
		}
	}
	s.stop()
	return nil, fmt.Errorf("mariadbd was not ready within %v: %w", readyWithin, err)
}
