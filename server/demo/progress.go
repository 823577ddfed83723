package demo

import (
	"fmt"
	"strings"
)

// progress draws a bar on a terminal, and nothing elsewhere.
type progress struct {
	options *Options
	what    string
	drawn   string
}

const barWidth = 40

// show draws the bar at a part of 1; note stands behind it.
func (p *progress) show(part float64, note string) {
	if !p.options.Terminal {
		return
	}
	full := int(min(max(part, 0), 1) * barWidth)
	line := fmt.Sprintf("\r%-10s [%s%s] %3.0f %%  %-30s", p.what,
		strings.Repeat("#", full), strings.Repeat(".", barWidth-full), part*100, note)
	if line != p.drawn {
		p.drawn = line
		fmt.Fprint(p.options.Out, line)
	}
}

// end leaves the line.
func (p *progress) end() {
	if p.drawn != "" {
		fmt.Fprintln(p.options.Out)
	}
}
