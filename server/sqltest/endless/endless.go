// Package endless has statements that run until they are ended: one of each kind that a server
// can be given. Tests and the torture end them in every way there is.
package endless

import (
	"embed"
	"fmt"
	"path"
	"regexp"
	"strings"
)

//go:embed *.sql
var files embed.FS

// Case is a statement that runs until it is ended.
type Case struct {
	// Group is the name of the file that has it, without .sql.
	Group string
	Name  string
	// Prepare are the statements to run before it, in the same session.
	Prepare   []string
	Statement string
	// Finite reports whether the statement would end by itself, after some seconds.
	Finite bool
}

// finite is how the name of a case ends that is Finite.
const finite = "(finite)"

var statementEnd = regexp.MustCompile(`//[ \t]*(\n|$)`)

// statements splits a text at the delimiter //, without its comments.
func statements(text string) (out []string) {
	var lines []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "--") {
			lines = append(lines, line)
		}
	}
	for _, s := range statementEnd.Split(strings.Join(lines, ""), -1) {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// fixture is the file of the tables.
const fixture = "fixture.sql"

// Fixture returns the statements that make the tables of the cases, in the database endless.
func Fixture() ([]string, error) {
	text, err := files.ReadFile(fixture)
	return statements(string(text)), err
}

// Cases returns all cases, in the order of their files and places.
func Cases() (out []Case, err error) {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Name() == fixture {
			continue
		}
		text, err := files.ReadFile(e.Name())
		if err != nil {
			return nil, err
		}
		for _, section := range strings.Split("\n"+string(text), "\n-- case ")[1:] {
			name, body, _ := strings.Cut(section, "\n")
			all := statements(body)
			if len(all) == 0 {
				return nil, fmt.Errorf("%s: %s has no statement", e.Name(), name)
			}
			out = append(out, Case{
				Group: strings.TrimSuffix(path.Base(e.Name()), ".sql"), Name: name, Prepare: all[:len(all)-1], Statement: all[len(all)-1],
				Finite: strings.HasSuffix(name, finite),
			})
		}
	}
	return out, nil
}

// Makes reports whether the case defines something, so that [Clean] has to be run before the next.
func (c *Case) Makes() bool {
	for _, s := range append([]string{c.Statement}, c.Prepare...) {
		if strings.HasPrefix(s, "CREATE ") {
			return true
		}
	}
	return false
}

// Clean are the statements that remove what cases define.
var Clean = []string{
	"DROP PROCEDURE IF EXISTS endless.p", "DROP PROCEDURE IF EXISTS endless.p2", "DROP PROCEDURE IF EXISTS endless.p3",
	"DROP FUNCTION IF EXISTS endless.g", "DROP TRIGGER IF EXISTS endless.t", "DROP TRIGGER IF EXISTS endless.t2",
	"DROP VIEW IF EXISTS endless.v, endless.v0, endless.v1, endless.v2, endless.v3, endless.v4, endless.v5",
	"DROP TABLE IF EXISTS endless.c2, endless.c, endless.s, endless.w2",
}
