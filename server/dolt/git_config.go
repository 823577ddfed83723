package dolt

import (
	"fmt"
	"os"
	"strconv"
)

// gitConfigKey and gitConfigValue configure the git processes that Dolt starts. By default git collects
// garbage in a process without a parent, which outlives the statement; with these it is a part of the
// statement.
const gitConfigKey, gitConfigValue = "gc.autoDetach", "false"

// settleGit adds gitConfigKey to the configuration in the environment, which git processes inherit.
func settleGit() error {
	const count, key, value = "GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_"
	n, err := strconv.Atoi(os.Getenv(count))
	if err != nil && os.Getenv(count) != "" {
		return fmt.Errorf("%s: %w", count, err)
	}
	for i := range n {
		if os.Getenv(key+strconv.Itoa(i)) == gitConfigKey {
			return nil
		}
	}
	for _, set := range [][2]string{{key + strconv.Itoa(n), gitConfigKey}, {value + strconv.Itoa(n), gitConfigValue}, {count, strconv.Itoa(n + 1)}} {
		if err := os.Setenv(set[0], set[1]); err != nil {
			return err //nolint:wrapcheck // it names the variable
		}
	}
	return nil
}
