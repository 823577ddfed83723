package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// server is one running perfschema server on a data directory of its own.
type server struct {
	cmd  *exec.Cmd
	dir  string
	port string
	http string // the port of its pages, where its allocations are told; empty for none
}

const readyWithin = 60 * time.Second

// start runs the binary on a free loopback port and waits until it is ready.
func start(binary string, flags []string) (*server, error) {
	path, err := filepath.Abs(binary)
	if err != nil {
		return nil, err
	}
	s, err := newServer("")
	if err != nil {
		return nil, err
	}
	s.cmd = exec.Command(path, append([]string{"serve", "--listen=127.0.0.1:" + s.port, "--data-dir=" + filepath.Join(s.dir, "data")}, flags...)...)
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	ready := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(out).ReadString('\n')
		ready <- line
	}()
	select {
	case line := <-ready:
		if strings.Contains(line, "ready for connections") {
			return s, nil
		}
		s.stop()
		return nil, errors.New("the server did not start")
	case <-time.After(readyWithin):
		s.stop()
		return nil, fmt.Errorf("the server was not ready within %v", readyWithin)
	}
}

// newServer gives a server that is to be started a directory, whose name has the kind in it, and
// a port of its own.
func newServer(kind string) (*server, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "perfschema-bench-"+kind)
	if err != nil {
		return nil, err
	}
	return &server{dir: dir, port: port}, nil
}

// freePort is a port of the loopback interface that nobody listens on.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	return port, err
}

func (s *server) stop() {
	if s.cmd.Process != nil {
		s.cmd.Process.Signal(syscall.SIGTERM)
		s.cmd.Wait()
	}
	os.RemoveAll(s.dir)
}

const (
	tables    = 1
	tableSize = 10000
)

// prepare fills the tables and runs the statements of the variant.
func (s *server) prepare(threads int, statements []string) error {
	if _, err := s.client("CREATE DATABASE sbtest"); err != nil {
		return err
	}
	if _, err := s.sysbench("oltp_read_write", "prepare", threads, 0); err != nil {
		return err
	}
	for _, q := range statements {
		if _, err := s.client(q); err != nil {
			return err
		}
	}
	return nil
}

func (s *server) client(query string) (string, error) {
	return output("mariadb", "--no-defaults", "-h127.0.0.1", "-P"+s.port, "-uroot", "-N", "-e", query)
}

func (s *server) sysbench(test, command string, threads int, length time.Duration) (string, error) {
	return output("sysbench", test, "--mysql-host=127.0.0.1", "--mysql-port="+s.port, "--mysql-user=root", "--mysql-db=sbtest",
		"--tables="+strconv.Itoa(tables), "--table-size="+strconv.Itoa(tableSize), "--threads="+strconv.Itoa(threads),
		"--time="+strconv.Itoa(int(length.Seconds())), "--mysql-ignore-errors=1213,1105,1020", command)
}

var queriesPerSecond = regexp.MustCompile(`queries:\s+(\d+)\s+\(([0-9.]+) per sec`)

// sample is what one run of a workload measured.
type sample struct {
	rate   float64 // queries a second
	cpu    float64 // the server's CPU time a query, in microseconds
	allocs float64 // the server's allocations a query; 0 where they are not told
}

// load runs a workload.
func (s *server) load(test string, length time.Duration, threads int) (sample, error) {
	had, err := s.allocations()
	if err != nil {
		return sample{}, err
	}
	before, err := s.cpu()
	if err != nil {
		return sample{}, err
	}
	out, err := s.sysbench(test, "run", threads, length)
	if err != nil {
		return sample{}, err
	}
	after, err := s.cpu()
	if err != nil {
		return sample{}, err
	}
	allocated, err := s.allocations()
	if err != nil {
		return sample{}, err
	}
	m := queriesPerSecond.FindStringSubmatch(out)
	if m == nil {
		return sample{}, fmt.Errorf("sysbench printed no rate:\n%s", out)
	}
	queries, _ := strconv.ParseFloat(m[1], 64)
	rate, _ := strconv.ParseFloat(m[2], 64)
	return sample{rate, float64((after - before).Microseconds()) / queries, float64(allocated-had) / queries}, nil
}

// cpu is the CPU time the server has used; /proc counts it in hundredths of a
// second.
func (s *server) cpu() (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	// The fields behind the command's name, which is in parentheses.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 13 {
		return 0, fmt.Errorf("cannot read /proc/%d/stat", s.cmd.Process.Pid)
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond, nil
}

var mallocs = regexp.MustCompile(`(?m)^# Mallocs = (\d+)$`)

// allocations is how many objects the server has allocated, 0 where it does not tell.
func (s *server) allocations() (uint64, error) {
	if s.http == "" {
		return 0, nil
	}
	page, err := http.Get("http://127.0.0.1:" + s.http + "/debug/pprof/allocs?debug=1")
	if err != nil {
		return 0, err
	}
	defer page.Body.Close()
	text, err := io.ReadAll(page.Body)
	if err != nil {
		return 0, err
	}
	m := mallocs.FindSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf("the server does not tell of its allocations: %s", page.Status)
	}
	return strconv.ParseUint(string(m[1]), 10, 64)
}

// output runs a client program; its error carries what the program printed.
func output(name string, args ...string) (string, error) {
	var out bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(out.String()))
	}
	return out.String(), nil
}
