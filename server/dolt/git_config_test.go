package dolt

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestGitConfig(t *testing.T) {
	for _, set := range [][2]string{{"GIT_CONFIG_COUNT", "1"}, {"GIT_CONFIG_KEY_0", "user.name"}, {"GIT_CONFIG_VALUE_0", "somebody"}, {"GIT_CONFIG_KEY_1", ""}, {"GIT_CONFIG_VALUE_1", ""}} {
		t.Setenv(set[0], set[1])
	}
	for range 2 {
		if err := settleGit(); err != nil {
			t.Fatal(err)
		}
	}
	if n := os.Getenv("GIT_CONFIG_COUNT"); n != "2" {
		t.Errorf("%s settings, want 2", n)
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for key, want := range map[string]string{"user.name": "somebody", gitConfigKey: gitConfigValue} {
		if out, err := exec.Command("git", "config", key).Output(); err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("git has %s=%s, %v", key, out, err)
		}
	}
}

func TestGitConfigInvalid(t *testing.T) {
	t.Setenv("GIT_CONFIG_COUNT", "many")
	if err := settleGit(); err == nil {
		t.Error("no error")
	}
}
