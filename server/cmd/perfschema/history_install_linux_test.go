package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/perfschema/perfschema/internal/clickhousetest"
)

// The tables are made on a real server, with the password from a file or the environment,
// and not with a wrong one.
func TestInstallClickHouse(t *testing.T) {
	s := clickhousetest.Start(t)
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte(clickhousetest.Password+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	address := "--clickhouse=http://" + clickhousetest.User + "@" + s.Addr + "/fleet"
	for _, args := range [][]string{{address, "--clickhouse-password-file=" + file}, {"--clickhouse-password-file=" + file, address}, {address, "--ttl=0"}} {
		if args[1] == "--ttl=0" {
			t.Setenv(clickhousePassword, clickhousetest.Password)
		}
		status, stdout, stderr := runCommand(t, append([]string{"history", "install"}, args...)...)
		if status != 0 || stdout != "the tables are in http://"+clickhousetest.User+"@"+s.Addr+"/fleet\n" {
			t.Errorf("%v: status %d, %s%s", args, status, stdout, stderr)
		}
	}
	t.Setenv(clickhousePassword, secretMark)
	if status, _, stderr := runCommand(t, "history", "install", address); status != 1 || !strings.Contains(stderr, "password") || strings.Contains(stderr, secretMark) {
		t.Errorf("status %d, %s", status, stderr)
	}
}
