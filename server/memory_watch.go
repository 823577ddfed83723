package server

import (
	"fmt"
	"strings"

	"github.com/perfschema/perfschema"
)

// maxLoggedStatement is how many bytes of a statement a line of the log has.
const maxLoggedStatement = 256

// watchMemory sets the marks at which the log tells of a memory instrument.
func (i *instruments) watchMemory(spec string) error {
	if spec == "" {
		return nil
	}
	if err := i.adapter.WatchMemory(spec); err != nil {
		return fmt.Errorf("profiling_memory_watch: %w", err)
	}
	return nil
}

// crossingText is the line of the log: what, how much, and who pushed it over.
func crossingText(c perfschema.MemoryCrossing) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s has %d bytes in use, past its mark of %d", c.Instrument, c.Bytes, c.Mark)
	switch {
	case c.ThreadID == 0:
		b.WriteString(", pushed over by no thread")
	case c.HasAccount:
		fmt.Fprintf(&b, ", pushed over by '%s'@'%s'", c.User, c.Host)
	default:
		b.WriteString(", pushed over by the server")
	}
	if c.ProcesslistID != 0 {
		fmt.Fprintf(&b, ", connection %d", c.ProcesslistID)
	}
	if c.ThreadID != 0 {
		fmt.Fprintf(&b, ", thread %d", c.ThreadID)
	}
	if c.SQLText != "" {
		text := c.SQLText
		if len(text) > maxLoggedStatement {
			text = strings.ToValidUTF8(text[:maxLoggedStatement], "") + "..."
		}
		fmt.Fprintf(&b, ", with: %s", text)
	}
	return b.String()
}
