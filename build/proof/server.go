package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// broker is the program that is built, unchanged, and asked.
const broker = "github.com/mochi-mqtt/server/v2/cmd@v2.7.9"

// loadTime is how long a broker is under load in one round.
const loadTime = 3 * time.Second

// tryServer builds the broker with go and with perfschema, has both carry messages in turns,
// and prints sizes, throughput and the last report.
func tryServer(p *proof) error {
	variants := []variant{
		{name: "stock", path: filepath.Join(p.dir, "stock", "cmd")},
		{name: "patched", path: filepath.Join(p.dir, "patched", "cmd")},
		{name: again, path: filepath.Join(p.dir, "stock", "cmd")},
		{name: "recording", path: filepath.Join(p.dir, "patched", "cmd")},
	}
	var sizes []int64
	for _, v := range variants[:2] {
		command := "go"
		if v.name == "patched" {
			command = p.command
		}
		bin := filepath.Dir(v.path)
		begun := time.Now()
		if _, err := in(p.dir, []string{"GOBIN=" + bin}, command, "install", "-p", "1", broker); err != nil {
			return err
		}
		took := time.Since(begun)
		i, err := os.Stat(v.path)
		if err != nil {
			return err
		}
		sizes = append(sizes, i.Size())
		fmt.Printf("%s: built in %.1f s, %.2f MB\n", v.name, took.Seconds(), float64(i.Size())/1e6)
	}
	fmt.Printf("Size: %.3f of stock\n\n", float64(sizes[1])/float64(sizes[0]))

	report := filepath.Join(p.dir, "report.txt")
	variants[3].environment = []string{"PERFSCHEMA_REPORT=exit", "PERFSCHEMA_FILE=" + report}
	rates, costs := make(map[string][]float64), make(map[string][]float64)
	for round := range p.rounds {
		for i := range variants {
			v := variants[(round+i)%len(variants)]
			rate, cost, err := p.carry(v)
			if err != nil {
				return fmt.Errorf("%s: %w", v.name, err)
			}
			rates[v.name] = append(rates[v.name], rate)
			costs[v.name] = append(costs[v.name], cost)
		}
	}
	fmt.Printf("Medians of %d rounds; ratios to stock, with the middle half.\n\n| | messages/s | ratio | CPU a message | ratio |\n|---|---|---|---|---|\n", p.rounds)
	for _, v := range variants {
		fmt.Printf("| %s | %.0f | %s | %.2f µs | %s |\n", v.name, median(rates[v.name]), spread(rates[v.name], rates["stock"]), median(costs[v.name]), spread(costs[v.name], costs["stock"]))
	}
	fmt.Println()
	text, err := os.ReadFile(report)
	if err != nil {
		return err
	}
	fmt.Printf("```\n%s```\n", text[bytes.LastIndex(text, []byte("== perfschema")):])
	return nil
}

// carry starts a broker, has it carry messages, and ends it. It returns how many it carried a
// second, and the microseconds of CPU time that it took for one.
func (p *proof) carry(v variant) (rate, cost float64, err error) {
	address := func(i int) string { return fmt.Sprintf("127.0.0.1:%d", p.port+i) }
	c := exec.CommandContext(context.Background(), v.path, "-tcp", address(0), "-ws", address(1), "-info", address(2))
	c.Dir = p.dir
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "PERFSCHEMA_") {
			c.Env = append(c.Env, e)
		}
	}
	c.Env = append(c.Env, v.environment...)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	if err := c.Start(); err != nil {
		return 0, 0, err
	}
	rate, err = messages(address(0), loadTime)
	if e := c.Process.Signal(syscall.SIGTERM); err == nil {
		err = e
	}
	if e := c.Wait(); err == nil && e != nil {
		err = fmt.Errorf("the broker ended: %w\n%s", e, said.String())
	}
	used := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	return rate, float64(used.Microseconds()) / (rate * loadTime.Seconds()), err
}

// dial connects once the broker listens.
func dial(address string) (net.Conn, error) {
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		c, err := new(net.Dialer).DialContext(context.Background(), "tcp", address)
		if err == nil || time.Now().After(deadline) {
			return c, err
		}
	}
}
