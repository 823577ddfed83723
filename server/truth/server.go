package main

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/go-sql-driver/mysql"
)

// server is a running server with a directory of its own.
type server struct {
	options
	cmd  *exec.Cmd
	dir  string
	addr string
	db   *sql.DB // one connection, for what is asked beside the work
}

const readyWithin = 60 * time.Second

var readyLine = regexp.MustCompile(`ready for connections on (\S+)`)

func start(o options) (*server, error) {
	dir, err := os.MkdirTemp("", "perfschema-truth-")
	if err != nil {
		return nil, err
	}
	s := &server{options: o, dir: dir}
	args := append([]string{"serve", "--profiling-overhead-sampling=100", "--listen=" + o.address, "--data-dir=" + filepath.Join(dir, "data")}, o.flags...)
	s.cmd = exec.Command(o.binary, args...)
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	ready := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if m := readyLine.FindStringSubmatch(lines.Text()); m != nil {
				ready <- m[1]
			}
		}
	}()
	select {
	case s.addr = <-ready:
	case <-time.After(readyWithin):
		s.stop()
		return nil, fmt.Errorf("the server was not ready within %v", readyWithin)
	}
	if s.db, err = s.connect(); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

func (s *server) stop() {
	if s.db != nil {
		s.db.Close()
	}
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	_ = s.cmd.Wait()
	os.RemoveAll(s.dir)
}

// connect opens a pool of one connection.
func (s *server) connect() (*sql.DB, error) {
	db, err := sql.Open("mysql", "root@tcp("+s.addr+")/?multiStatements=true&maxAllowedPacket=0")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, db.Ping()
}

// exec runs statements one after another.
func (s *server) exec(statements ...string) error {
	for _, q := range statements {
		if _, err := s.db.Exec(q); err != nil {
			return fmt.Errorf("%.80s: %w", q, err)
		}
	}
	return nil
}

// numbers reads rows of a name and a number.
func (s *server) numbers(query string) (map[string]float64, error) {
	rows, err := s.db.Query(query)
	if err != nil {
		return nil, fmt.Errorf("%.80s: %w", query, err)
	}
	defer rows.Close()
	out := make(map[string]float64)
	for rows.Next() {
		var name sql.NullString
		var n sql.NullFloat64
		if err := rows.Scan(&name, &n); err != nil {
			return nil, err
		}
		out[name.String] += n.Float64
	}
	return out, rows.Err()
}

// errDeadlock is that of a commit which others came before too often: the client is to
// begin again, as MySQL says, and the next turn does.
const errDeadlock = 1213

// work has clients run a function again and again for as long as a run is, each
// on a connection of its own, and waits for the last to end.
func (s *server) work(ctx context.Context, clients int, turn func(db *sql.DB, client, n int) error) error {
	pools := make([]*sql.DB, clients)
	for i := range pools {
		db, err := s.connect()
		if err != nil {
			return err
		}
		defer db.Close()
		pools[i] = db
	}
	errs := make([]error, clients)
	var wg sync.WaitGroup
	until := time.Now().Add(s.length)
	for i, db := range pools {
		wg.Go(func() {
			for n := 0; time.Now().Before(until) && ctx.Err() == nil; n++ {
				err := turn(db, i, n)
				var told *mysql.MySQLError
				if errors.As(err, &told) && told.Number == errDeadlock {
					continue
				}
				if errs[i] = err; err != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// readAll runs a query and reads its rows.
func readAll(db *sql.DB, query string) error {
	rows, err := db.Query(query)
	if err != nil {
		return fmt.Errorf("%.80s: %w", query, err)
	}
	defer rows.Close()
	for rows.Next() {
	}
	return rows.Err()
}

// cpu is the CPU time the server has used, in seconds; /proc counts it in
// hundredths of one.
func (s *server) cpu() (float64, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	// The fields behind the command's name, which is in parentheses.
	f := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(f) < 13 {
		return 0, fmt.Errorf("cannot read /proc/%d/stat", s.cmd.Process.Pid)
	}
	user, _ := strconv.ParseFloat(f[11], 64)
	system, _ := strconv.ParseFloat(f[12], 64)
	return (user + system) / 100, nil
}
