package clock

import (
	"os"
	"path/filepath"
	"strings"
)

const sourcesDir = "/sys/devices/system/clocksource/clocksource0"

// systemSources asks Linux, which compares the time stamp counter with another
// clock all the time. Where /sys is not there, the processor's word counts alone.
func systemSources() sources { return readSources(sourcesDir) }

func readSources(dir string) sources {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(text))
	}
	return sources{read("current_clocksource"), read("available_clocksource")}
}
