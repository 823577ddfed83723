package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// A service is a well-known server that is built unchanged, and the load that it is put under.
type service struct {
	name, path string                                // path@version, or a directory of this repository
	drop       []string                              // replace directives of its go.mod that a build outside its repository cannot have
	clients    int                                   // how many send requests at the same time
	files      map[string]string                     // written to the server's directory; $PORT, $PORT1 and $DIR are filled in
	prepare    string                                // arguments of a run before the server starts, "" if there is none
	arguments  string                                // words between spaces, filled in as files are
	set        func(*running) error                  // after the server listens; nil if nothing is to be done
	client     func(*running, int) (requests, error) // connects one client
}

// requests sends one request, the nth of a client, and returns how many requests that counts as.
type requests func(n int) (int, error)

// running is a server while it runs.
type running struct {
	*service
	dir, address string
	port         int
	http         *http.Client
}

// tryServers builds well-known servers with go and with perfschema, puts each under its load in
// turns, and prints a table and the reports.
func tryServers(p *proof) error {
	var table, reports strings.Builder
	for _, s := range services {
		if p.servers != "" && !slices.Contains(strings.Split(p.servers, ","), s.name) {
			continue
		}
		row, report, err := p.tryService(s)
		if err != nil {
			row = fmt.Sprintf("| %s | failed |", s.name)
			fmt.Fprintln(os.Stderr, "proof:", s.name+":", err)
		}
		fmt.Println(row)
		table.WriteString(row + "\n")
		fmt.Fprintf(&reports, "%s:\n\n```\n%s```\n\n", s.name, report)
	}
	fmt.Printf("\nMedians of %d rounds of %s; ratios to stock, with the middle half.\n\n", p.rounds, p.length)
	fmt.Printf("| server | binary | requests/s, stock | stock again | patched | recording | CPU a request, stock | stock again | patched | recording |\n|---|---|---|---|---|---|---|---|---|---|\n%s\n%s", table.String(), reports.String())
	return nil
}

// tryService returns a row of the table, and the last report.
func (p *proof) tryService(s *service) (row, report string, err error) {
	stock, err := p.install("go", "stock", s)
	if err != nil {
		return "", "", err
	}
	patched, err := p.install(p.command, "patched", s)
	if err != nil {
		return "", "", err
	}
	sizes := make([]float64, 2)
	for i, path := range []string{stock, patched} {
		file, err := os.Stat(path)
		if err != nil {
			return "", "", err
		}
		sizes[i] = float64(file.Size())
	}
	listen := fmt.Sprintf("127.0.0.1:%d", p.port+9)
	variants := []variant{
		{name: "stock", path: stock},
		{name: "patched", path: patched},
		{name: again, path: stock},
		{name: "recording", path: patched, environment: []string{"PERFSCHEMA_LISTEN=" + listen}},
	}
	rates, costs := make(map[string][]float64), make(map[string][]float64)
	for round := range p.rounds {
		for i := range variants {
			v := variants[(round+i)%len(variants)]
			rate, cost, told, err := p.serve(s, v, listen)
			if err != nil {
				return "", "", fmt.Errorf("%s: %w", v.name, err)
			}
			if v.environment != nil {
				report = told
			}
			rates[v.name], costs[v.name] = append(rates[v.name], rate), append(costs[v.name], cost)
		}
	}
	row = fmt.Sprintf("| %s | %.1f MB, %.3f", s.name, sizes[0]/1e6, sizes[1]/sizes[0])
	for _, of := range []struct {
		format string
		all    map[string][]float64
	}{{" | %.0f", rates}, {" | %.1f µs", costs}} {
		row += fmt.Sprintf(of.format, median(of.all["stock"]))
		for _, name := range []string{again, "patched", "recording"} {
			row += " | " + spread(of.all[name], of.all["stock"])
		}
	}
	return row + " |", report, nil
}

// install builds a server, if it is not built, and returns the binary's path. A module whose
// go.mod replaces others is built from a copy without that, as go install refuses it.
func (p *proof) install(command, variant string, s *service) (string, error) {
	bin := filepath.Join(p.dir, variant, s.name)
	find := func() (string, error) {
		all, err := filepath.Glob(filepath.Join(bin, "*"))
		if err != nil || len(all) == 0 {
			return "", errors.Join(err, fmt.Errorf("no binary in %s", bin))
		}
		return all[0], nil
	}
	if path, err := find(); err == nil {
		return path, nil
	}
	dir, arguments := p.dir, []string{"install", "-p", "1", s.path}
	switch {
	case s.drop != nil:
		dir = filepath.Join(p.dir, "source", s.name)
		if err := p.copyModule(s, dir); err != nil {
			return "", err
		}
		arguments = []string{"install", "-p", "1", "-mod=mod", "."}
	case !strings.Contains(s.path, "@"):
		dir, arguments = ".", []string{"install", "-trimpath", "-tags", "gms_pure_go", "-p", "1", s.path}
	}
	if _, err := in(dir, []string{"GOBIN=" + bin}, command, arguments...); err != nil {
		return "", err
	}
	return find()
}

// copyModule copies a module out of the module cache and drops what its go.mod replaces.
func (p *proof) copyModule(s *service, to string) error {
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	if _, err := in(p.dir, nil, "go", "mod", "download", s.path); err != nil {
		return err
	}
	cache, err := in(p.dir, nil, "go", "env", "GOMODCACHE")
	if err != nil {
		return err
	}
	if err := os.CopyFS(to, os.DirFS(filepath.Join(strings.TrimSpace(cache), s.path))); err != nil {
		return err
	}
	edit := []string{"mod", "edit", "-toolchain=none"}
	for _, d := range s.drop {
		edit = append(edit, "-dropreplace="+d)
	}
	if err := os.Chmod(filepath.Join(to, "go.mod"), 0o644); err != nil {
		return err
	}
	_, err = in(to, nil, "go", edit...)
	return err
}

// serve starts a server, puts it under its load, and ends it. It returns how many requests it
// answered a second, the microseconds of CPU time that it took for one, and its report.
func (p *proof) serve(s *service, v variant, listen string) (rate, cost float64, report string, err error) {
	dir, err := os.MkdirTemp(p.dir, s.name+"-")
	if err != nil {
		return 0, 0, "", err
	}
	defer os.RemoveAll(dir)
	r := &running{service: s, dir: dir, port: p.port, address: fmt.Sprintf("127.0.0.1:%d", p.port)}
	r.http = &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 100}}
	defer r.http.CloseIdleConnections()
	for name, text := range s.files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(r.fill(text)), 0o666); err != nil {
			return 0, 0, "", err
		}
	}
	home := []string{"HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "XDG_DATA_HOME=" + dir}
	if s.prepare != "" {
		if _, err := in(dir, home, v.path, strings.Fields(r.fill(s.prepare))...); err != nil {
			return 0, 0, "", err
		}
	}
	c := exec.CommandContext(context.Background(), v.path, strings.Fields(r.fill(s.arguments))...)
	c.Dir, c.Env = dir, append(slices.DeleteFunc(os.Environ(), func(e string) bool { return strings.HasPrefix(e, "PERFSCHEMA_") }), home...)
	c.Env = append(c.Env, v.environment...)
	log, err := os.Create(filepath.Join(p.dir, s.name+".log"))
	if err != nil {
		return 0, 0, "", err
	}
	defer log.Close()
	c.Stdout, c.Stderr = log, log
	if err := c.Start(); err != nil {
		return 0, 0, "", err
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("%w; what the server said is in %s", err, log.Name())
		}
		if e := c.Process.Signal(syscall.SIGTERM); e != nil && err == nil {
			err = e
		}
		hangs := time.AfterFunc(20*time.Second, func() { _ = c.Process.Kill() })
		_ = c.Wait() // many end with another status after SIGTERM
		hangs.Stop()
	}()
	first, err := dial(r.address)
	if err != nil {
		return 0, 0, "", err
	}
	first.Close()
	if s.set != nil {
		if err := s.set(r); err != nil {
			return 0, 0, "", err
		}
	}
	before, err := cpu(c.Process.Pid)
	if err != nil {
		return 0, 0, "", err
	}
	answered, took, err := r.load(p.length)
	if err != nil {
		return 0, 0, "", err
	}
	after, err := cpu(c.Process.Pid)
	if err != nil {
		return 0, 0, "", err
	}
	if v.environment != nil {
		report, err = r.get("http://"+listen, nil)
	}
	return float64(answered) / took.Seconds(), float64((after - before).Microseconds()) / float64(answered), report, err
}

// load has all clients send requests for a time, and returns how many were answered, and in
// what time.
func (r *running) load(length time.Duration) (int64, time.Duration, error) {
	var answered atomic.Int64
	var wg sync.WaitGroup
	failed := make([]error, r.clients)
	all := make([]requests, r.clients)
	for i := range all {
		next, err := r.client(r, i)
		if err != nil {
			return 0, 0, err
		}
		all[i] = next
	}
	begun := time.Now()
	for i, next := range all {
		wg.Go(func() {
			for n, end := 0, begun.Add(length); time.Now().Before(end); n++ {
				counts, err := next(n)
				if err != nil {
					failed[i] = err
					return
				}
				answered.Add(int64(counts))
			}
		})
	}
	wg.Wait()
	return answered.Load(), time.Since(begun), errors.Join(failed...)
}

// fill replaces what the text of a file or an argument has of the running server.
func (r *running) fill(text string) string {
	return strings.NewReplacer("$PORT1", strconv.Itoa(r.port+1), "$PORT2", strconv.Itoa(r.port+2), "$PORT", strconv.Itoa(r.port), "$DIR", r.dir).Replace(text)
}

// cpu returns the CPU time that a process has used, in steps of 10 ms.
func cpu(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // from the third on
	if len(fields) < 13 {
		return 0, fmt.Errorf("/proc/%d/stat is %q", pid, text)
	}
	var ticks int
	for _, f := range fields[11:13] {
		n, err := strconv.Atoi(string(f))
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond, nil
}

// ask sends a request over HTTP and returns the body of its answer, which has to be a success.
func (r *running) ask(method, url, body string, header map[string]string) (string, http.Header, error) {
	q, err := http.NewRequestWithContext(context.Background(), method, url, strings.NewReader(body))
	if err != nil {
		return "", nil, err
	}
	for k, v := range header {
		q.Header.Set(k, v)
	}
	a, err := r.http.Do(q)
	if err != nil {
		return "", nil, err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err == nil && a.StatusCode/100 != 2 {
		err = fmt.Errorf("%s %s: %s: %s", method, url, a.Status, text)
	}
	return string(text), a.Header, err
}

func (r *running) get(url string, header map[string]string) (string, error) {
	text, _, err := r.ask(http.MethodGet, url, "", header)
	return text, err
}

func (r *running) post(url, body string, header map[string]string) (string, error) {
	text, _, err := r.ask(http.MethodPost, url, body, header)
	return text, err
}
