//go:build unix

package build

import (
	"bufio"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema/view"
)

// broker is a server that somebody else has written: it is built unchanged, from the module cache.
const broker = "github.com/mochi-mqtt/server/v2/cmd@v2.7.9"

// TestServer builds a message broker with no line changed, has it carry messages, and asks it where
// its goroutines wait.
func TestServer(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a server")
	}
	dir := t.TempDir()
	if out, err := ready(t, dir, []string{"GOBIN=" + dir, "GOFLAGS=-modcacherw"}, "go", "mod", "download", strings.Replace(broker, "/cmd@", "@", 1)).CombinedOutput(); err != nil {
		if os.Getenv("PERFSCHEMA_REQUIRE_TOOLS") == "" {
			t.Skipf("the broker cannot be had: %s", out)
		}
		t.Fatalf("%v: %s", err, out)
	}
	must(t, dir, []string{"GOBIN=" + dir}, "install", broker)
	var addresses []string
	for range 3 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		addresses = append(addresses, l.Addr().String())
		l.Close()
	}
	c := ready(t, dir, []string{"PERFSCHEMA_LISTEN=127.0.0.1:0"}, filepath.Join(dir, "cmd"), "-tcp", addresses[0], "-ws", addresses[1], "-info", addresses[2])
	errs, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	}()
	said, err := bufio.NewReader(errs).ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(said), "perfschema: asked at ")
	if err != nil || !ok {
		t.Fatalf("it says %q: %v", said, err)
	}
	go func() { _, _ = io.Copy(io.Discard, errs) }()
	exchange(t, addresses[0])

	p, _ := attached(t, address)
	functions, names := 0, 0
	for _, table := range p.Tables() {
		if table.Name != "wait_places" && table.Name != "waiting_goroutines" {
			continue
		}
		for row := range table.Rows(view.Reader{}) {
			if strings.Contains(row[2].(string), "mochi-mqtt/server") {
				functions++
			}
			if name, _ := row[1].(string); strings.Contains(name, "mqtt") {
				names++
			}
		}
	}
	if functions == 0 || names == 0 {
		t.Errorf("%d places of the broker, %d of them with a name", functions, names)
	}
}

// exchange connects to a broker, subscribes to a topic and reads what it publishes there.
func exchange(t *testing.T, address string) {
	t.Helper()
	var c net.Conn
	var err error
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) { // until it listens
		if c, err = net.Dial("tcp", address); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	const connect, subscribe, publish = "\x10\x0d\x00\x04MQTT\x04\x02\x00\x3c\x00\x01p", "\x82\x06\x00\x01\x00\x01t\x00", "\x30\x08\x00\x01thello"
	if _, err := io.WriteString(c, connect+subscribe); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 4+5) // CONNACK and SUBACK
	if _, err := io.ReadFull(c, answer); err != nil || answer[0] != 0x20 || answer[3] != 0 {
		t.Fatalf("the broker answers % x: %v", answer, err)
	}
	for range 100 {
		if _, err := io.WriteString(c, publish); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(publish))
		if _, err := io.ReadFull(c, got); err != nil || string(got) != publish {
			t.Fatalf("%q: %v", got, err)
		}
	}
}
