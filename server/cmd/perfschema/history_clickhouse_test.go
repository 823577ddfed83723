package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is wrong with an address is told without its password, on whatever way it came.
func TestClickHouseAddresses(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(clickhousePassword, secretMark)
	for _, refused := range []struct {
		want string
		args []string
	}{
		{"want perfschema history schema --clickhouse", []string{"schema"}},
		{"unexpected argument", []string{"schema", "--clickhouse", "http://u:" + secretMark + "@h/d"}},
		{"want perfschema history install --clickhouse", []string{"install"}},
		{"want http://USER@HOST", []string{"install", "--clickhouse=http://u:" + secretMark + "@h:p/d"}},
		{"want http://USER@HOST", []string{"install", "--clickhouse=u:" + secretMark + "@h"}},
		{"want http://USER@HOST", []string{"install", "--clickhouse", "tcp://h?password=" + secretMark}},
		{"asking 127.0.0.1:1", []string{"install", "--clickhouse=http://u@127.0.0.1:1/d"}},
		{"less than an hour", []string{"install", "--ttl=5m"}},
		{"is empty", []string{"install", "--clickhouse=http://h/d", "--clickhouse-password-file=" + empty}},
		{"unknown option", []string{"install", "--cluster=c"}},
	} {
		status, stdout, stderr := runCommand(t, append([]string{"history"}, refused.args...)...)
		if status != 1 || stdout != "" || !strings.Contains(stderr, refused.want) || strings.Contains(stderr, secretMark) {
			t.Errorf("%v: status %d, %s%s", refused.args, status, stdout, stderr)
		}
	}
	if _, _, stderr := runCommand(t, "history", "install", "--clickhouse=http://u:"+secretMark+"@127.0.0.1:1/d"); !strings.Contains(stderr, "the command line, with the password for ClickHouse on it") || strings.Contains(stderr, secretMark) {
		t.Error(stderr)
	}
	status, stdout, stderr := runCommand(t, "history", "schema", "--clickhouse", "--cluster=c", "--database=d", "--ttl=0")
	if status != 0 || stderr != "" || strings.Contains(stdout, "TTL") || !strings.Contains(stdout, "CREATE TABLE IF NOT EXISTS `d`.`query_profiles` ON CLUSTER `c`") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	if status, stdout, stderr := runCommand(t, "history", "install", "--help"); status != 0 || !strings.Contains(stdout, "--clickhouse-password-file=FILE") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
}
