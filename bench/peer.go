package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"time"
)

// startDolt runs Dolt's own server on a free loopback port, on a data directory of its own, and
// waits until it is ready.
func startDolt(binary string) (*server, error) {
	path, err := filepath.Abs(binary)
	if err != nil {
		return nil, err
	}
	s, err := newServer("dolt-")
	if err != nil {
		return nil, err
	}
	s.cmd = exec.Command(path, "sql-server", "--host=127.0.0.1", "--port="+s.port, "--data-dir="+s.dir, "--loglevel=error")
	s.cmd.Env = append(os.Environ(), "HOME="+s.dir, "DOLT_DISABLE_EVENT_FLUSH=1") // its settings are in the home directory
	return s, s.begin()
}

// startMariaDB runs MariaDB's server on a free loopback port, on a data directory of its own
// beneath which all that it writes is, and waits until it is ready.
func startMariaDB(flags []string) (*server, error) {
	s, err := newServer("mariadb-")
	if err != nil {
		return nil, err
	}
	data := filepath.Join(s.dir, "data")
	me, err := user.Current()
	if err != nil {
		return nil, err
	}
	if _, err := output("mariadb-install-db", "--no-defaults", "--datadir="+data, "--user="+me.Username,
		"--auth-root-authentication-method=normal", "--skip-test-db"); err != nil {
		os.RemoveAll(s.dir)
		return nil, err
	}
	s.cmd = exec.Command("mariadbd", append([]string{"--no-defaults", "--datadir=" + data, "--user=" + me.Username, "--bind-address=127.0.0.1",
		"--port=" + s.port, "--socket=" + filepath.Join(s.dir, "socket"), "--pid-file=" + filepath.Join(s.dir, "pid"), "--log-error=" + filepath.Join(s.dir, "log")}, flags...)...)
	return s, s.begin()
}

// begin starts the program of another server, and waits until it answers.
func (s *server) begin() error {
	err := s.cmd.Start()
	if err != nil {
		os.RemoveAll(s.dir)
		return err
	}
	for deadline := time.Now().Add(readyWithin); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if _, err = s.client("SELECT 1"); err == nil {
			return nil
		}
	}
	s.stop()
	return fmt.Errorf("%s was not ready within %v: %w", filepath.Base(s.cmd.Path), readyWithin, err)
}
