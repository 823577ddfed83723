//go:build linux

// Package clickhousetest starts a clickhouse-server for tests, on a port of loopback and
// with files of its own. Tests alone use it.
package clickhousetest

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// The account that a Server has.
const (
	User     = "keeper"
	Password = "p4:ss/w0rd@#?&%zQ"
)

// Cluster is the name of the cluster that a Server is the one member of.
const Cluster = "alone"

// Pair is the name of the cluster that has a Server twice, as two shards: it has each row
// twice. By the second's address it does not know itself.
const Pair = "pair"

// Server is a clickhouse-server. Its methods are for one goroutine.
type Server struct {
	// Addr is where it speaks HTTP.
	Addr string

	t     testing.TB
	dir   string
	log   bytes.Buffer
	cmd   *exec.Cmd
	ended chan struct{}
}

// Start starts one, until the test ends. Where none is installed the test is skipped, or
// fails if PERFSCHEMA_REQUIRE_TOOLS is set.
func Start(t testing.TB) *Server {
	t.Helper()
	path, err := exec.LookPath("clickhouse-server")
	if err != nil {
		if os.Getenv("PERFSCHEMA_REQUIRE_TOOLS") != "" {
			t.Fatal("clickhouse-server is not installed")
		}
		t.Skip("clickhouse-server is not installed")
	}
	s := &Server{t: t, dir: t.TempDir()}
	t.Cleanup(s.Kill)
	// A port that was free a moment ago may be somebody else's now.
	for range 20 {
		s.configure()
		if s.run(path) {
			return s
		}
	}
	t.Fatalf("clickhouse-server does not start: %s", s.log.String())
	return nil
}

// configure writes the files of the configuration, with ports that nobody has.
func (s *Server) configure() {
	ports := make([]int, 2)
	for i := range ports {
		l, err := (&net.ListenConfig{}).Listen(s.t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			s.t.Fatal(err)
		}
		defer l.Close()
		ports[i] = l.Addr().(*net.TCPAddr).Port
	}
	s.Addr = fmt.Sprintf("127.0.0.1:%d", ports[0])
	shard := func(host string) string {
		return fmt.Sprintf("<shard><replica><host>%s</host><port>%d</port><user>%s</user><password>%s</password></replica></shard>", host, ports[1], User, xmlText(Password))
	}
	s.write("config.xml", fmt.Sprintf(`<?xml version="1.0"?>
<yandex>
  <logger><level>error</level><log>%[1]s/log</log><errorlog>%[1]s/errorlog</errorlog></logger>
  <listen_host>127.0.0.1</listen_host><listen_host>127.0.0.2</listen_host><http_port>%[2]d</http_port><tcp_port>%[3]d</tcp_port>
  <mark_cache_size>16777216</mark_cache_size><uncompressed_cache_size>0</uncompressed_cache_size>
  <path>%[1]s/data/</path><tmp_path>%[1]s/tmp/</tmp_path><users_config>%[1]s/users.xml</users_config>
  <default_profile>default</default_profile><default_database>default</default_database><timezone>Asia/Tokyo</timezone>
  <macros><shard>1</shard><replica>1</replica></macros>
  <remote_servers><%[4]s>%[5]s</%[4]s><%[6]s>%[5]s%[7]s</%[6]s></remote_servers>
</yandex>`, s.dir, ports[0], ports[1], Cluster, shard("127.0.0.1"), Pair, shard("127.0.0.2")))
	s.write("users.xml", fmt.Sprintf(`<?xml version="1.0"?>
<yandex>
  <profiles><default><max_memory_usage>4000000000</max_memory_usage></default></profiles><quotas><default></default></quotas>
  <users><%[1]s><password>%[2]s</password><networks><ip>127.0.0.0/8</ip></networks><profile>default</profile><quota>default</quota></%[1]s></users>
</yandex>`, User, xmlText(Password)))
}

func (s *Server) write(name, text string) {
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func xmlText(s string) string {
	var b bytes.Buffer
	for _, r := range s {
		fmt.Fprintf(&b, "&#%d;", r)
	}
	return b.String()
}

// run starts the process and says whether it answers.
func (s *Server) run(path string) bool {
	s.log.Reset()
	s.cmd = exec.CommandContext(s.t.Context(), path, "--config-file="+filepath.Join(s.dir, "config.xml"))
	s.cmd.Stdout, s.cmd.Stderr = &s.log, &s.log
	ended := make(chan struct{})
	s.ended = ended
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	go func(cmd *exec.Cmd) {
		_ = cmd.Wait()
		close(ended)
	}(s.cmd)
	ticks := time.NewTicker(20 * time.Millisecond)
	defer ticks.Stop()
	for {
		select {
		case <-ended:
			return false
		case <-s.t.Context().Done():
			return false
		case <-ticks.C:
		}
		if s.answers() {
			return true
		}
	}
}

func (s *Server) answers() bool {
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, "http://"+s.Addr+"/ping", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// Kill ends it as kill -9 does.
func (s *Server) Kill() {
	if s.cmd != nil && s.cmd.Process != nil {
		_ = s.cmd.Process.Kill()
		<-s.ended
	}
}

// Restart starts it again, with the files and on the port it had.
func (s *Server) Restart() {
	s.t.Helper()
	if !s.run(s.cmd.Path) {
		s.t.Fatalf("clickhouse-server does not start again: %s", s.log.String())
	}
}

// Stop has it stand still, as one that is too busy to answer; Continue has it go on.
func (s *Server) Stop() { s.signal(syscall.SIGSTOP) }

// Continue has one that stands still go on.
func (s *Server) Continue() { s.signal(syscall.SIGCONT) }

func (s *Server) signal(which os.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(which); err != nil {
		s.t.Fatal(err)
	}
}

// CPU is what it has used since it was started.
func (s *Server) CPU() time.Duration {
	s.t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		s.t.Fatal(err)
	}
	_, after, _ := bytes.Cut(stat, []byte(") ")) // the name may have spaces
	fields := bytes.Fields(after)
	if len(fields) < 13 {
		s.t.Fatalf("/proc has %s", stat)
	}
	var ticks int
	for _, f := range fields[11:13] { // utime and stime, in hundredths of a second
		n, err := strconv.Atoi(string(f))
		if err != nil {
			s.t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * (time.Second / 100)
}
