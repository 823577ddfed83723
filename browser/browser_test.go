package browser

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var shots = flag.String("shots", "", "directory to write a screenshot of each page to")

var pages = []string{"", "sessions", "waits", "io", "memory", "errors", "instruments", "history"}

// browser is a page of chromium that notes what it complains of.
type browser struct {
	context.Context
	mu         sync.Mutex
	complaints []string
}

func open(t *testing.T) *browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	need(t, "chromium", path, err)
	timed, cancel := context.WithTimeout(context.Background(), timeout)
	t.Cleanup(cancel)
	alloc, cancel := chromedp.NewExecAllocator(timed, append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.UserDataDir(t.TempDir()))...)
	t.Cleanup(cancel)
	b := &browser{}
	b.Context, cancel = chromedp.NewContext(alloc)
	t.Cleanup(func() {
		_ = chromedp.Cancel(b.Context) // waits until the browser has ended
		cancel()
	})
	chromedp.ListenTarget(b.Context, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *log.EventEntryAdded:
			if !strings.Contains(e.Entry.URL, "favicon") {
				b.complaints = append(b.complaints, e.Entry.Text+" "+e.Entry.URL)
			}
		case *runtime.EventExceptionThrown:
			b.complaints = append(b.complaints, e.ExceptionDetails.Error())
		}
	})
	return b
}

func (b *browser) do(t *testing.T, actions ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(b.Context, actions...); err != nil {
		t.Fatal(err)
	}
}

// value is what an expression of JavaScript gives.
func value[T any](t *testing.T, b *browser, expression string) (v T) {
	t.Helper()
	b.do(t, chromedp.Evaluate(expression, &v))
	return v
}

// TestPages opens a running demo in a browser.
func TestPages(t *testing.T) {
	d := startDemo(t)
	d.works(t)
	t.Run("widths", func(t *testing.T) { testWidths(t, d) })
	t.Run("clicks", func(t *testing.T) { testClicks(t, d) })
	t.Run("active sessions", func(t *testing.T) { testActiveSessions(t, d) })
	t.Run("keys", func(t *testing.T) { testKeys(t, d) })
	t.Run("no script", func(t *testing.T) { testNoScript(t, d) })
	t.Run("SQL", func(t *testing.T) { testSQL(t, d) })
	t.Run("as SQL", func(t *testing.T) { testAsSQL(t, d) })
	t.Run("windows", func(t *testing.T) { testWindows(t, d) })
	t.Run("history", func(t *testing.T) { testHistory(t, d) })
}

// testWidths: nothing is wider than the window, all tables have heads, all fields a name.
func testWidths(t *testing.T, d demo) {
	b := open(t)
	for _, width := range []int64{1280, 400} {
		for _, page := range pages {
			b.do(t, chromedp.EmulateViewport(width, 900), chromedp.Navigate(d.pages+page), chromedp.WaitVisible("main h1"))
			if over := value[int64](t, b, "document.documentElement.scrollWidth"); over > width {
				t.Errorf("%q is %d wide at %d", page, over, width)
			}
			for what, expression := range map[string]string{
				"tables without heads":   "document.querySelectorAll('table:not(:has(thead th[scope=col]))').length",
				"rows without a head":    "document.querySelectorAll('tbody tr:not(:has(th[scope=row]))').length",
				"nameless sections":      "[...document.querySelectorAll('section')].filter(s => !document.getElementById(s.getAttribute('aria-labelledby'))).length",
				"nameless fields":        "[...document.querySelectorAll('input:not([type=hidden]), select')].filter(i => i.labels.length == 0).length",
				"landmarks missing":      "4 - ['header', 'nav', 'main', 'footer'].filter(l => document.querySelector(l)).length",
				"first headings":         "document.querySelectorAll('h1').length - 1",
				"pages without a name":   "document.title.length > 3 ? 0 : 1",
				"pages marked as not it": "document.querySelectorAll('header [aria-current=page]').length - 1",
			} {
				if n := value[int64](t, b, expression); n != 0 {
					t.Errorf("%q at %d: %d %s", page, width, n, what)
				}
			}
			if *shots != "" {
				b.shoot(t, fmt.Sprintf("%s-%d.png", name(page), width))
			}
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.complaints) > 0 {
		t.Errorf("the browser complains: %q", b.complaints)
	}
}

func name(page string) string {
	if page == "" {
		return "now"
	}
	return page
}

func (b *browser) shoot(t *testing.T, file string) {
	t.Helper()
	var picture []byte
	b.do(t, chromedp.CaptureScreenshot(&picture))
	if err := os.WriteFile(filepath.Join(*shots, file), picture, 0o600); err != nil {
		t.Fatal(err)
	}
}

// testClicks: from the first screen, which says what is wrong, it is two clicks to a node
// of a plan.
func testClicks(t *testing.T, d demo) {
	b := open(t)
	b.do(t, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(d.pages), chromedp.WaitVisible("#problem"))
	problem := value[string](t, b, "document.getElementById('problem').innerText")
	for _, want := range []string{"without an index", "rows for each", "An index"} {
		if !strings.Contains(problem, want) {
			t.Errorf("the first screen does not say %q: %s", want, problem)
		}
	}
	if bottom := value[float64](t, b, "document.getElementById('problem').getBoundingClientRect().bottom"); bottom > 900 {
		t.Errorf("it ends at %v, below the first screen", bottom)
	}
	b.do(t, chromedp.Click("#problem pre a"), chromedp.WaitVisible("#executions tbody a"))
	if *shots != "" {
		b.shoot(t, "digest-1280.png")
	}
	b.do(t, chromedp.Click("#executions tbody a"), chromedp.WaitVisible("#plan"))
	checkPlan(t, b)
	if *shots != "" {
		b.shoot(t, "execution-1280.png")
	}
}

// testActiveSessions: the first look at a page has the sessions of before; a column of the chart
// leads to its own span, another column of the table and a value to what is chosen.
func testActiveSessions(t *testing.T, d demo) {
	b := open(t)
	b.do(t, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(d.pages+"sessions"), chromedp.WaitVisible("#load .chart"))
	if n := value[int64](t, b, "document.querySelectorAll('#load .chart a rect:not(.whole)').length"); n == 0 {
		t.Error("the chart has no columns")
	}
	b.do(t, chromedp.Evaluate("document.querySelector('#load details').open = true", nil),
		chromedp.Evaluate("[...document.querySelectorAll('#load .figures li')].find(l => l.innerText.includes(',')).querySelector('a').click()", nil), chromedp.WaitVisible("#load .marked"))
	if at := value[string](t, b, "location.search"); !strings.Contains(at, "until=") || !strings.Contains(at, "window=") {
		t.Errorf("a column leads to %q", at)
	}
	b.do(t, chromedp.Evaluate("[...document.querySelectorAll('#active .choices a')].find(a => a.textContent == 'user').click()", nil), chromedp.WaitVisible("#active .choices a[aria-current]"))
	wait := "[...document.querySelectorAll('#active tbody th')].some(h => h.innerText.includes('shop_') || h.innerText.includes('root'))"
	b.do(t, chromedp.Poll(wait, nil))
	b.do(t, chromedp.Click("#active tbody a"), chromedp.WaitVisible("#active .links a"))
	if title := value[string](t, b, "document.getElementById('active-title').innerText"); !strings.Contains(title, "by statement, of one user") {
		t.Errorf("a user leads to %q", title)
	}
	if over := value[int64](t, b, "document.documentElement.scrollWidth"); over > 1280 {
		t.Errorf("the page is %d wide", over)
	}
}

// checkPlan: the page is that of an execution with a plan that reads a table.
func checkPlan(t *testing.T, b *browser) {
	t.Helper()
	if n := value[int64](t, b, "document.querySelectorAll('#plan tbody tr').length"); n < 2 {
		t.Errorf("the plan has %d nodes", n)
	}
	if plan := value[string](t, b, "document.getElementById('plan').innerText"); !strings.Contains(plan, "order") {
		t.Errorf("the plan reads no table: %s", plan)
	}
}

// testKeys goes the same way by keys alone.
func testKeys(t *testing.T, d demo) {
	b := open(t)
	b.do(t, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(d.pages+"?window=15m"), chromedp.WaitVisible("#problem"))
	b.do(t, chromedp.KeyEvent(kb.Tab))
	if first := value[string](t, b, "document.activeElement.className"); first != "skip" {
		t.Errorf("the first key leads to %q", first)
	}
	b.do(t, chromedp.KeyEvent(kb.Enter))
	b.tabTo(t, "#problem pre a")
	b.do(t, chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible("#executions tbody a"))
	b.tabTo(t, "#executions tbody a")
	b.do(t, chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible("#plan"))
	checkPlan(t, b)
	b.tabTo(t, "#plan summary")
	b.do(t, chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible("#plan details pre"))
}

// tabTo goes on by the tabulator until an element has the keyboard, and it can be seen.
func (b *browser) tabTo(t *testing.T, selector string) {
	t.Helper()
	for range 200 {
		b.do(t, chromedp.KeyEvent(kb.Tab))
		if value[bool](t, b, "document.activeElement.matches('"+selector+"')") {
			if value[string](t, b, "getComputedStyle(document.activeElement).outlineStyle") == "none" {
				t.Errorf("%s does not show that it has the keyboard", selector)
			}
			return
		}
	}
	t.Fatalf("no way to %s by keys", selector)
}

// testNoScript: without JavaScript every page has its tables.
func testNoScript(t *testing.T, d demo) {
	b := open(t)
	b.do(t, emulation.SetScriptExecutionDisabled(true))
	for _, page := range pages {
		var text string
		b.do(t, chromedp.Navigate(d.pages+page), chromedp.WaitVisible("main section"), chromedp.Text("main", &text))
		if len(text) < 100 || strings.Contains(text, "Refresh") {
			t.Errorf("%q: %.300s", page, text)
		}
	}
}

// testSQL: what the pages give to copy can be run.
func testSQL(t *testing.T, d demo) {
	b := open(t)
	ran := 0
	run := func(page string) {
		for _, query := range value[[]string](t, b, "[...document.querySelectorAll('pre.copy')].map(p => p.textContent)") {
			d.ask(t, query)
			ran++
		}
		if ran == 0 {
			t.Errorf("%q shows no SQL", page)
		}
	}
	for _, page := range pages {
		b.do(t, chromedp.Navigate(d.pages+page), chromedp.WaitVisible("main section"))
		run(page)
	}
	b.do(t, chromedp.Navigate(d.pages+"?window=15m"), chromedp.WaitVisible("#problem"), chromedp.Click("#problem pre a"), chromedp.WaitVisible("#executions tbody a"))
	run("digest")
	b.do(t, chromedp.Click("#executions tbody a"), chromedp.WaitVisible("#plan"))
	run("execution")
	if ran < 20 {
		t.Errorf("only %d statements ran", ran)
	}
}

// testAsSQL compares what grows all the while: it lies between SQL's figures of just
// before and just after.
func testAsSQL(t *testing.T, d demo) {
	b := open(t)
	query := "SELECT OBJECT_NAME, COUNT_STAR FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = 'shop'"
	before := d.ask(t, query)
	b.do(t, chromedp.Navigate(d.pages+"io?window=start"), chromedp.WaitVisible("#tables tbody"))
	shown := value[map[string]string](t, b, "Object.fromEntries([...document.querySelectorAll('#tables tbody tr')].filter(r => r.cells[1].textContent == 'shop').map(r => [r.cells[0].textContent.trim(), r.cells[2].textContent.trim()]))")
	after := d.ask(t, query)
	if len(before) < 4 {
		t.Fatalf("SQL has %v", before)
	}
	for i, row := range before {
		n, err := strconv.ParseUint(strings.ReplaceAll(shown[row[0]], ",", ""), 10, 64)
		low, _ := strconv.ParseUint(row[1], 10, 64)
		high, _ := strconv.ParseUint(after[i][1], 10, 64)
		if err != nil || n < low || n > high {
			t.Errorf("%s: the page has %q, SQL %d before and %d after", row[0], shown[row[0]], low, high)
		}
	}
}

// testWindows: waits, files, tables and errors are those of the span that is asked for,
// not of all time.
func testWindows(t *testing.T, d demo) {
	b := open(t)
	shown := func(page string) (n uint64) {
		b.do(t, chromedp.Navigate(d.pages+page), chromedp.WaitVisible("#waits tbody"))
		for _, text := range value[[]string](t, b, "[...document.querySelectorAll('#waits tbody tr')].map(r => r.cells[1].textContent.trim())") {
			count, err := strconv.ParseUint(strings.ReplaceAll(text, ",", ""), 10, 64)
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			n += count
		}
		return n
	}
	// Readings began with the pages before this test.
	all := d.ask(t, "SELECT SUM(COUNT_STAR) FROM performance_schema.events_waits_summary_global_by_event_name")
	of, err := strconv.ParseUint(all[0][0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	if span := shown("waits?window=5m"); span == 0 || span > shown("waits?window=start") || of > shown("waits?window=start") {
		t.Errorf("%d waits in the span, %d in SQL before", span, of)
	}
	b.do(t, chromedp.Navigate(d.pages+"waits"), chromedp.WaitVisible("main h1"))
	if chosen := value[string](t, b, "document.querySelector('.choices [aria-current]').textContent"); chosen != "minute" {
		t.Errorf("by itself it shows %q", chosen)
	}
	if permanent := value[string](t, b, "document.querySelector('.when p a').href"); !strings.Contains(permanent, "until=") {
		t.Errorf("the permanent link is %q", permanent)
	}
}

// testHistory goes from a column of the history to a statement and to its executions.
func testHistory(t *testing.T, d demo) {
	b := open(t)
	b.do(t, chromedp.EmulateViewport(1280, 900))
	d.until(t, "history", `href="history?digest=`) // a minute after the start the first window is written
	b.do(t, chromedp.Navigate(d.pages+"history"), chromedp.WaitVisible("#statements tbody a"))
	if *shots != "" {
		b.shoot(t, "history-1280.png")
	}
	b.do(t, chromedp.Click("#statements tbody a"), chromedp.WaitVisible("#course"))
	if text := value[string](t, b, "document.getElementById('text').innerText"); !strings.Contains(text, "SELECT") && !strings.Contains(text, "INSERT") && !strings.Contains(text, "UPDATE") {
		t.Errorf("the course is of %s", text)
	}
	if over := value[int64](t, b, "document.documentElement.scrollWidth"); over > 1280 {
		t.Errorf("the course is %d wide", over)
	}
	if value[bool](t, b, "!!document.querySelector('#executions a')") {
		b.do(t, chromedp.Click("#executions a"), chromedp.WaitVisible("#statement"))
	} else if text := value[string](t, b, "document.getElementById('executions').innerText"); !strings.Contains(text, "keeps none") {
		t.Errorf("the course leads to no execution, and says %s", text)
	}
	b.do(t, chromedp.Navigate(d.pages+"history"), chromedp.WaitVisible("#statements tbody a"))
	b.do(t, chromedp.Click("#spans .links a"), chromedp.WaitVisible("#nothing, #slower"))
	if at := value[string](t, b, "location.search"); !strings.Contains(at, "earlier_from=") {
		t.Errorf("comparing leads to %q", at)
	}
}
