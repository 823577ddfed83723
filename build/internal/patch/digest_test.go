package patch

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// run runs a program of files that a GOROOT gets and of a main function, with what it needs of package
// runtime in it.
func run(t *testing.T, main string, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	texts := map[string]string{"go.mod": "module example.com/program\n\ngo 1.25.0\n", "main.go": main}
	for _, name := range files {
		text, err := source.ReadFile("_std/internal/perfschema/" + name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = strings.NewReplacer("package perfschema\n", "package main\n", "internal/reflectlite", "reflect", "reflectlite.", "reflect.").Replace(string(text))
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.CommandContext(t.Context(), "go", "run", ".")
	c.Dir, c.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

const hashed = `
import (
	"fmt"
	"hash/maphash"
)

var seeds = [100]maphash.Seed{}

func init() {
	for i := range seeds {
		seeds[i] = maphash.MakeSeed()
	}
}

func hash(text string, seed uintptr) uint64 { return maphash.String(seeds[seed], text) }
`

// TestDigest holds that literals are in no digest, whatever the database, and that names are.
func TestDigest(t *testing.T) {
	cases := [][2]string{
		{"SELECT a FROM t WHERE b = 1", "SELECT a FROM t WHERE b = ?"},
		{"  select\n\ta ,b from t2;  ", "select a ,b from t2"},
		{"SELECT 'it''s', 'a\\'b', N'x', x'1f', _utf8'a', E'\\n', \"two words\"", "SELECT ?, ?, ?, ?, ?, ?, ?"},
		{"SELECT \"Name\", `b c`, t.c1, 1.5e-3, .5, 0x1F, -1, a-1, a - -2 FROM \"T\" WHERE \"T\".\"a\" = \"U\".\"b\" AND c = \"Ada\"", "SELECT \"Name\", `b c`, t.c1, ?, ?, ?, ?, a-?, a - -? FROM \"T\" WHERE \"T\".\"a\" = \"U\".\"b\" AND c = ?"},
		{"SELECT * FROM t WHERE id IN (1, 2,3)", "SELECT * FROM t WHERE id IN (...)"},
		{"SELECT * FROM t WHERE id IN (?)", "SELECT * FROM t WHERE id IN (?)"},
		{"INSERT INTO t VALUES (1, 'a'), (2, 'b'),(3, 'c')", "INSERT INTO t VALUES (...)"},
		{"INSERT INTO t VALUES ($1, $2), ($3, $4)", "INSERT INTO t VALUES (...)"},
		{"UPDATE t SET a = :a, b = @b, c = ?, d = $12 WHERE e::text = 'f'", "UPDATE t SET a = ?, b = @b, c = ?, d = ? WHERE e::text = ?"},
		{"SELECT 1 -- a secret\n, 2 /* a secret */ FROM t", "SELECT ? , ? FROM t"},
		{"SELECT /* a /* nested */ secret */ a # a\nFROM t", "SELECT a FROM t"},
		{"SELECT $$a secret$$, $tag$a $$ secret$tag$", "SELECT ?, ?"},
		{"SELECT 'not ended, a secret", "SELECT ?"},
		{"SELECT /* not ended, a secret", "SELECT"},
		{"SELECT a->'$.b', c #> '{d}', e #>> '{f}'", "SELECT a->?, c #> ?, e #>> ?"},
		{"", ""}, {";", ""}, {"\\", "\\"}, {"SELECT größe FROM t", "SELECT größe FROM t"},
	}
	var main strings.Builder
	fmt.Fprintf(&main, "package main\n%s\ntype Event uint8\n\nconst events, maxText = 19, 1024\n\nfunc classOf(Event, string) uint16 { return 1 }\n\nfunc main() {\n", hashed)
	for _, c := range cases {
		fmt.Fprintf(&main, "fmt.Printf(\"%%q\\n\", Digest(%q, false))\n", c[0])
	}
	// No end of a text makes it fail, or run on.
	fmt.Fprintf(&main, "for _, text := range []string{%q, %q} {\nfor i := range text {\nDigest(text[i:], true)\nDigest(text[:i], false)\n}\n}\n}\n", cases[2][0]+cases[3][0]+cases[8][0], cases[9][0]+cases[10][0]+cases[11][0])
	const mysql = `SELECT "Ada" FROM t WHERE a IN ("b", "c") AND "d" = e`
	fmt.Fprintf(&main, "func init() { fmt.Printf(\"%%q\\n\", Digest(%q, true)) }\n", mysql)
	cases = append([][2]string{{mysql, "SELECT ? FROM t WHERE a IN (...) AND ? = e"}}, cases...)
	out := bufio.NewScanner(strings.NewReader(run(t, main.String(), "digest.go")))
	for _, c := range cases {
		if !out.Scan() || out.Text() != fmt.Sprintf("%q", c[1]) {
			t.Errorf("%q is %s, want %q", c[0], out.Text(), c[1])
		}
	}
}

// TestClasses holds that classes have a bound, beyond which each event has one for all else, and that
// texts are cut.
func TestClasses(t *testing.T) {
	out := run(t, `package main
`+strings.Replace(hashed, "import (", "import (\n\t\"strings\"\n\t\"sync\"", 1)+`
func main() {
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range maxRoutes + maxStatements + 100 {
				classOf(Get, fmt.Sprint("/", i))
				classOf(Query, fmt.Sprint("SELECT ", i))
				classOf(Sent, fmt.Sprint("host", i))
			}
		})
	}
	all.Wait()
	show := func(e Event, text string) { fmt.Println(Class(classOf(e, text))) }
	show(Get, "/3")
	show(Post, "/none")
	show(Query, "SELECT 1999")
	show(Exec, "SELECT 1999")
	seen := make(map[string]int)
	for i := range len(classes.byID) {
		event, text := Class(uint16(i))
		if text == Others {
			event = Others
		}
		seen[event]++
	}
	fmt.Println(seen)
	fmt.Println(Class(0))
	fmt.Println(Class(65535))
	classes.routes = 0
	_, text := Class(classOf(Get, strings.Repeat("x", 5000)))
	fmt.Println(len(text))
	for _, pattern := range []string{"/a", "POST /a", "", "/a b", "host/a"} {
		fmt.Println(routeText("GET", pattern))
	}
	fmt.Println(Method("GET"), Method(""), Method("get"), Method("BREW"), Method("TRACE"), Method("?"))
}
`, "class.go")
	want := `statement/http/get GET /3
statement/http/post (others)
statement/db/query SELECT 1999
statement/db/exec (others)
map[:1 (others):21 statement/db/query:2000 statement/http/get:1000 wait/io/socket/http/client:500]
 
 
1028
GET /a
POST /a
GET ?
GET /a b
GET host/a
1 1 10 10 9 10
`
	if out != want {
		t.Errorf("%s\nwant\n%s", out, want)
	}
}
