package top

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/uniseg"
)

var rewrite = flag.Bool("rewrite", false, "write the golden screens anew")

// virtual is an app on a screen in memory. What it asks is answered at once.
type virtual struct {
	*app
	screen tcell.SimulationScreen
	color  bool
}

func newVirtual(t *testing.T, f *fixture, width, height int) *virtual {
	t.Helper()
	s := tcell.NewSimulationScreen("UTF-8")
	if err := s.Init(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Fini)
	s.SetSize(width, height)
	v := &virtual{newApp(f, Options{Page: "statements", Interval: time.Second, Who: "root@127.0.0.1:3306"}), s, false}
	v.do(v.refresh())
	return v
}

func (v *virtual) do(c command) {
	if c != nil {
		c(context.Background())(v.app)
	}
}

// press presses keys: names in angle brackets, or characters.
func (v *virtual) press(keys string) {
	named := map[string]tcell.Key{"Enter": tcell.KeyEnter, "Esc": tcell.KeyEscape, "Up": tcell.KeyUp, "Down": tcell.KeyDown, "Left": tcell.KeyLeft, "Right": tcell.KeyRight,
		"Tab": tcell.KeyTab, "End": tcell.KeyEnd, "Home": tcell.KeyHome, "PgDn": tcell.KeyPgDn, "Back": tcell.KeyBackspace2, "CtrlC": tcell.KeyCtrlC}
	_, height := v.screen.Size()
	for keys != "" {
		switch rest, isTick := strings.CutPrefix(keys, "<tick>"); {
		case isTick:
			v.do(v.refresh())
			keys = rest
		case keys[0] == '<' && strings.Contains(keys, ">"):
			name, rest, _ := strings.Cut(keys[1:], ">")
			v.do(v.key(tcell.NewEventKey(named[name], 0, 0), rowsHeight(height, 0)))
			keys = rest
		default:
			v.do(v.key(tcell.NewEventKey(tcell.KeyRune, rune(keys[0]), 0), rowsHeight(height, 0)))
			keys = keys[1:]
		}
	}
}

// shot is the screen as text: before each line # stands for reverse and * for bold.
func (v *virtual) shot(t *testing.T) string {
	t.Helper()
	v.draw(newPainter(v.screen, v.color))
	v.screen.Show()
	cells, width, height := v.screen.GetContents()
	var b strings.Builder
	for y := range height {
		var line strings.Builder
		skip := false
		for x := range width {
			c := cells[y*width+x]
			for _, r := range c.Runes {
				if r < ' ' || r == 0x7f || 0x80 <= r && r < 0xa0 {
					t.Errorf("the control character %U is on the screen", r)
				}
			}
			if !skip {
				line.WriteString(string(c.Runes))
			}
			skip = uniseg.StringWidth(string(c.Runes)) == 2
			if fg, bg, _ := c.Style.Decompose(); !v.color && (fg != tcell.ColorDefault || bg != tcell.ColorDefault) {
				t.Errorf("there is colour at %d, %d", x, y)
			}
		}
		mark := " "
		switch _, _, attr := cells[y*width].Style.Decompose(); {
		case attr&tcell.AttrReverse != 0:
			mark = "#"
		case attr&tcell.AttrBold != 0:
			mark = "*"
		}
		b.WriteString(strings.TrimRight(mark+line.String(), " ") + "\n")
	}
	return b.String()
}

// The screens, after keys that were pressed one after the other.
func TestScreens(t *testing.T) {
	for _, c := range []struct {
		name          string
		width, height int
		fixture       fixture
		keys          []string
	}{
		{name: "statements", width: 80, height: 14, keys: []string{"", "<tick>", "<Right><Right>", "r", "r/insert", "<Enter>", "<Esc>", "p", "?"}},
		{name: "advice", width: 80, height: 24, keys: []string{"<tick>", "a", "<Esc>A", "A/insert<Enter>", "?", "?3<tick>a"}},
		{name: "wide", width: 140, height: 10, keys: []string{"<tick>", "<tick>"}},
		{name: "narrow", width: 40, height: 10, keys: []string{"<tick>", "2", "5<tick>"}},
		{name: "sessions", width: 100, height: 12, keys: []string{"2", "k", "n", "ky", "<Down>k", "K", "y", "<Enter>"}},
		{name: "pages", width: 90, height: 10, keys: []string{"3<tick>", "4<tick>", "<Tab><tick>", "6<tick>", "7<tick>", "8<tick>", "9<tick>", "9<tick><Down><Enter>", "0<tick>"}},
		{name: "drill", width: 80, height: 16, keys: []string{"<tick><Enter>", "<Enter>", "<Esc><Esc>", "0<Down><Enter>", "<Enter>"}},
		{name: "compare", width: 80, height: 24, keys: []string{"0", "<Down>m", "<Up>c", "<Enter>", "<Esc><Esc><Down>m", "1m", "c"}},
		{name: "activity", width: 90, height: 24, keys: []string{"w", "b", "<tick>s", "<Down><Enter>", "<Esc>BS", "<Enter>", "<Esc>1b"}},
		{name: "activity_narrow", width: 40, height: 20, fixture: fixture{hostile: true}, keys: []string{"w", "<tick>ss"}},
		{name: "hostile", width: 100, height: 14, fixture: fixture{hostile: true}, keys: []string{"<tick>", "<Enter>", "2", "k"}},
		{name: "reset", width: 80, height: 10, fixture: fixture{reset: true}, keys: []string{"<tick><tick>"}},
		{name: "failing", width: 80, height: 8, fixture: fixture{fails: fmt.Errorf("Error 1142: \x1b[31mdenied")}, keys: []string{""}},
		{name: "tiny", width: 19, height: 5, keys: []string{"<tick>"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := newVirtual(t, &c.fixture, c.width, c.height)
			var b strings.Builder
			for _, k := range c.keys {
				v.press(k)
				fmt.Fprintf(&b, "keys: %s\n%s\n", k, v.shot(t))
			}
			golden(t, c.name, b.String())
			if c.name == "sessions" && fmt.Sprint(c.fixture.killed) != "[7 true]" {
				t.Errorf("ended were %v", c.fixture.killed)
			}
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *rewrite {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is otherwise; look at what changes with -rewrite:\n%s", path, got)
	}
}

// The help is whole on a terminal of 80 by 24.
func TestHelpFits(t *testing.T) {
	if n := len(helpLines); headLines+n+footLines > 24 {
		t.Errorf("%d lines", n)
	}
	for _, l := range helpLines {
		if len(l) > 80 {
			t.Errorf("%d characters: %s", len(l), l)
		}
	}
}

// Whatever the size, all keys and a resize between them leave a screen.
func TestSizes(t *testing.T) {
	for width := 1; width <= 200; width += 13 {
		for height := 1; height <= 40; height += 6 {
			v := newVirtual(t, &fixture{hostile: true}, width, height)
			v.color = true
			for _, k := range []string{"<tick>", "wbsBS<tick>", "1<tick>", "<Down><End><PgDn>", "<Enter>", "<Down><Down><Enter>", "<Esc><Esc>2", "k", "y", "<Right><Left>r", "/é<Back>x<Esc>", "34567890<tick>", "?", "+-p<Home>"} {
				v.press(k)
				v.shot(t)
			}
			v.screen.SetSize(height, width)
			v.shot(t)
		}
	}
}

// The bar stays on the row that it is on when rows change places.
func TestSelectionStays(t *testing.T) {
	v := newVirtual(t, &fixture{}, 80, 20)
	v.press("3<tick><Down>")
	was := v.selected().key
	v.press("r<tick>")
	if now := v.selected().key; now != was || v.list.at != 0 {
		t.Errorf("the bar is on %q at %d, was on %q", now, v.list.at, was)
	}
}

// An answer to what was asked before the page was turned changes nothing.
func TestLateAnswer(t *testing.T) {
	f := &fixture{}
	v := newVirtual(t, f, 80, 20)
	late := v.refresh()(context.Background())
	open := v.open(&row{digest: &digestKey{}})(context.Background())
	v.press("3")
	late(v.app)
	open(v.app)
	if v.before != nil || len(v.stack) != 0 || v.page != &waitsPage || v.reading {
		t.Errorf("the answer came through: %v, %d open", v.before, len(v.stack))
	}
}
