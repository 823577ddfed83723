package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func written(t *testing.T, content string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestPasswordFile(t *testing.T) {
	for content, want := range map[string]string{"secret": "secret", "secret\n": "secret", "secret\r\n": "secret", " a b \n": " a b ", "\n": "", "": "", "a\nb\n": "", "a\x00b": "", strings.Repeat("x", 5000): ""} {
		got, warning, err := readPasswordFile(written(t, content, 0o600))
		if got != want || (err == nil) != (want != "") || warning != "" {
			t.Errorf("%.20q: %q, %q, %v", content, got, warning, err)
		}
		if err != nil && content != "" && strings.Contains(err.Error(), strings.TrimSpace(content)) && strings.TrimSpace(content) != "" {
			t.Errorf("the error tells the password: %v", err)
		}
	}
	for mode, warns := range map[os.FileMode]bool{0o600: false, 0o640: false, 0o644: true, 0o604: true} {
		if _, warning, err := readPasswordFile(written(t, "secret", mode)); err != nil || (warning != "") != warns || strings.Contains(warning, "secret") {
			t.Errorf("%o: %q, %v", mode, warning, err)
		}
	}
	if _, _, err := readPasswordFile(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// Where the password comes from: the environment, an option file, the command
// line, each winning over those before; and who else may read it.
func TestWhereThePasswordComesFrom(t *testing.T) {
	options := "[perfschema]\npassword=of the options\n"
	file := written(t, "of the file\n", 0o600)
	for _, tt := range []struct {
		variable string
		args     []string
		want     string
		warnings int
	}{
		{"", nil, "", 0},
		{"of the environment", nil, "of the environment", 0},
		{"of the environment", []string{"--defaults-file=" + written(t, options, 0o600)}, "of the options", 0},
		{"", []string{"--defaults-file=" + written(t, options, 0o644)}, "of the options", 1},
		{"", []string{"--defaults-file=" + written(t, "[client]\npassword=x\n", 0o644)}, "", 1},
		{"", []string{"--defaults-file=" + written(t, "[perfschema]\nuser=x\npassword=\n", 0o644)}, "", 0},
		{"of the environment", []string{"--defaults-file=" + written(t, options, 0o600), "--password-file=" + file}, "of the file", 0},
		{"", []string{"--password=of the line"}, "of the line", 1},
		{"", []string{"--password=of the line", "--password-file=" + file}, "of the file", 1},
		{"", []string{"--password", "--password-file=" + file}, "of the file", 0},
		{"", []string{"--defaults-file=" + written(t, "[perfschema]\npassword-file="+file+"\n", 0o644)}, "of the file", 0},
	} {
		t.Setenv(passwordVariable, tt.variable)
		s, err := readSettings(tt.args)
		if err != nil || s.server.Password != tt.want || s.ask || len(s.warnings) != tt.warnings {
			t.Errorf("%q %v: %q, asks %v, %q, %v", tt.variable, tt.args, s.server.Password, s.ask, s.warnings, err)
		}
	}
	if _, err := readSettings([]string{"--password", "secret"}); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
}

// A new password is asked for twice.
func TestAskForPassword(t *testing.T) {
	for _, tt := range []struct {
		typed []string
		want  string
		fails bool
	}{
		{[]string{"a", "a"}, "a", false},
		{[]string{"a", "b"}, "", true},
		{[]string{"a"}, "", true},
	} {
		s, err := readSettings([]string{"--password", "--user=ann"})
		if err != nil || !s.ask {
			t.Fatal(err)
		}
		var out bytes.Buffer
		typed := tt.typed
		err = s.askForPassword(terminal{func() ([]byte, error) {
			if len(typed) == 0 {
				return nil, errors.New("no more")
			}
			line := typed[0]
			typed = typed[1:]
			return []byte(line), nil
		}, &out})
		if (err != nil) != tt.fails || err == nil && s.server.Password != tt.want {
			t.Errorf("%q: %q, %v", tt.typed, s.server.Password, err)
		}
		if !strings.HasPrefix(out.String(), "Password of ann: ") {
			t.Errorf("asks %q", out.String())
		}
	}
	s, _ := readSettings([]string{"--password"})
	if err := s.askForPassword(terminal{}); err == nil || !strings.Contains(err.Error(), "no terminal") {
		t.Error(err)
	}
}

// A warning is one line, and the server starts.
func TestWarningOfOptionFile(t *testing.T) {
	c := serveChild(t, "--defaults-file", written(t, "[perfschema]\npassword=secret\n", 0o644))
	if status, _ := c.stop(t, syscall.SIGTERM); status != 0 {
		t.Errorf("exit status %d", status)
	}
	if text := c.complaints(); strings.Count(text, "\n") != 1 || !strings.HasPrefix(text, "perfschema: warning: ") || strings.Contains(text, "secret") {
		t.Errorf("standard error says %q", text)
	}
}

// SIGHUP ends neither the server nor a statement.
func TestHangupEndsNothing(t *testing.T) {
	c := serveChild(t)
	db := c.open(t)
	var n int
	for range 3 {
		if err := c.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		if err := db.QueryRow("SELECT 1 + SLEEP(0.01)").Scan(&n); err != nil || n != 1 {
			t.Fatal(err)
		}
	}
	if status, _ := c.stop(t, syscall.SIGTERM); status != 0 {
		t.Errorf("exit status %d", status)
	}
}

// An empty password on the command line is no secret to warn of.
func TestPasswordShown(t *testing.T) {
	list := newClient().connectOptions()
	for arg, want := range map[string]bool{"--password=x": true, "--password=": false, "--password": false, "--user=x": false} {
		given, err := parseCommandLine("top", []string{arg}, list)
		if err != nil {
			t.Fatal(err)
		}
		if got := passwordShown(given) != ""; got != want {
			t.Errorf("%s: warned %v, want %v", arg, got, want)
		}
	}
}
