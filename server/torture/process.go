package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/go-sql-driver/mysql"
)

const (
	startTimeout = 60 * time.Second // traced servers start slowly
	stopTimeout  = 20 * time.Second
)

// errNoError stands for exit code 0.
var errNoError = errors.New("no error")

// process is a running server.
type process struct {
	pid int
	listens
	log   *output
	ended chan struct{} // closed when the process is gone
	err   error         // how it ended; nil is exit code 0
}

// output is what a process wrote on standard error.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// arguments are those of a server that has a directory and takes any free port. It takes
// no CPU profiles of itself: the goroutine of one comes and goes, and goroutines are
// counted.
func arguments(dir string) []string {
	return []string{"serve", "--listen=127.0.0.1:0", "--data-dir=" + dir, "--http=127.0.0.1:0", "--profiling-overhead-sampling=0"}
}

// start starts a server and waits until it is ready.
func (t *trial) start(dir string, more ...string) (*process, error) {
	cmd := exec.Command(t.binary, append(arguments(dir), more...)...)
	p := &process{log: &output{}, ended: make(chan struct{})}
	cmd.Stderr = p.log
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p.pid = cmd.Process.Pid
	ready := make(chan listens, 1)
	go func() {
		defer close(p.ended)
		awaitReady(stdout, ready)
		p.err = cmd.Wait()
	}()
	if err := p.await(t.ctx, ready); err != nil {
		return nil, err
	}
	return p, nil
}

var (
	readyLine = regexp.MustCompile(`ready for connections on (\S+)`)
	httpLine  = regexp.MustCompile(`in a browser at http://([^/]+)/`)
)

// listens is where a server does, for clients and for HTTP.
type listens struct {
	addr, httpAddr string
}

// awaitReady reads to the end, and says meanwhile where the server listens, once it has
// said both.
func awaitReady(stdout io.Reader, ready chan<- listens) {
	var at listens
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		for line, to := range map[*regexp.Regexp]*string{readyLine: &at.addr, httpLine: &at.httpAddr} {
			if m := line.FindStringSubmatch(lines.Text()); m != nil && *to == "" {
				if *to = m[1]; at.addr != "" && at.httpAddr != "" {
					ready <- at
				}
			}
		}
	}
}

// await waits until the server is ready.
func (p *process) await(ctx context.Context, ready <-chan listens) error {
	select {
	case p.listens = <-ready:
		return nil
	case <-p.ended:
		return fmt.Errorf("the server did not start, ended with %w: %s", cmp.Or(p.err, errNoError), p.log)
	case <-time.After(startTimeout):
		p.kill()
		return fmt.Errorf("the server was not ready after %v: %s", startTimeout, p.log)
	case <-ctx.Done():
		p.kill()
		return ctx.Err()
	}
}

// kill ends the server at once, and waits until it is gone.
func (p *process) kill() {
	_ = syscall.Kill(p.pid, syscall.SIGKILL)
	<-p.ended
}

// stop asks the server to end, which must succeed.
func (p *process) stop() error {
	_ = syscall.Kill(p.pid, syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(stopTimeout):
		p.kill()
		return fmt.Errorf("the server did not end within %v: %s", stopTimeout, p.log)
	}
	if p.err != nil {
		return fmt.Errorf("the server ended with %w: %s", p.err, p.log)
	}
	return p.quiet()
}

// broken is what no server may log.
var broken = regexp.MustCompile(`(?m)^(panic|fatal error|runtime error|WARNING: DATA RACE|goroutine \d+ \[|SIG[A-Z]+:).*`)

// quiet says what the server logged that it must not.
func (p *process) quiet() error {
	if line := broken.FindString(p.log.String()); line != "" {
		return fmt.Errorf("the server logged %q: %s", line, p.log)
	}
	return nil
}

// cpuTime is what the process has taken of the CPUs; 0 where there is no /proc.
func (p *process) cpuTime() time.Duration {
	const tick = 10 * time.Millisecond
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.pid))
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])) // the third and on
	if err != nil || len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * tick
}

// open gives a pool that connects anew for each statement: a garbage collection
// of the storage ends the connections that there are.
func (p *process) open() (*sql.DB, error) {
	cfg := mysql.NewConfig()
	cfg.User, cfg.Net, cfg.Addr = "root", "tcp", p.addr
	cfg.Logger = &mysql.NopLogger{}
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	db.SetMaxIdleConns(0)
	return db, nil
}

// with calls do with a pool of connections to the server.
func (p *process) with(do func(db *sql.DB) error) error {
	db, err := p.open()
	if err != nil {
		return err
	}
	return errors.Join(do(db), db.Close())
}

// run runs statements, separated by "; ", on a connection of their own.
func run(db *sql.DB, statements string) error {
	conn, err := db.Conn(context.Background())
	if err != nil {
		return err
	}
	defer conn.Close()
	for statement := range strings.SplitSeq(statements, "; ") {
		if _, err := conn.ExecContext(context.Background(), statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// copyTree copies a data directory.
func copyTree(to, from string) error {
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return fmt.Errorf("copying %s: %w", from, err)
	}
	return nil
}

// indented is a text for the end of a message.
func indented(s string) string {
	return "\n    " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n    ")
}
