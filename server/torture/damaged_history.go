package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// damagedHistory damages files of a history and has a server read all of it. The server
// starts, answers, names what it cannot read, and takes no memory for lengths that are not
// there.
var damagedHistory = kind{"damaged-history", func(t *trial) error {
	dir := filepath.Join(t.dir, "data")
	if err := t.withHistory(dir, func(db *sql.DB) error {
		for i := range 50 {
			if err := run(db, fmt.Sprintf("SELECT %d AS c%d", i, i)); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	for trials := 0; !t.over() || trials == 0; trials++ {
		files, err := filepath.Glob(filepath.Join(dir, ".history", "*", "*.parquet"))
		if err != nil || len(files) == 0 {
			return fmt.Errorf("%d files in a history: %w", len(files), err)
		}
		footer, whole, err := t.damageFooter(files[t.rand.IntN(len(files))])
		if err != nil {
			return err
		}
		elsewhere, wholeToo, err := t.damageByte(files[t.rand.IntN(len(files))])
		if err != nil {
			return err
		}
		if err := t.withHistory(dir, func(db *sql.DB) error { return readsAll(db, filepath.Base(footer)) }); err != nil {
			return fmt.Errorf("%s has a footer of 2 GiB, and %s is damaged: %w", footer, elsewhere, err)
		}
		// Backwards: it may be one file.
		if err := os.WriteFile(elsewhere, wholeToo, 0o600); err != nil {
			return err
		}
		if err := os.WriteFile(footer, whole, 0o600); err != nil {
			return err
		}
	}
	return nil
}}

// withHistory starts a server with a history, calls do and stops it.
func (t *trial) withHistory(dir string, do func(*sql.DB) error) error {
	p, err := t.start(dir, "--history")
	if err != nil {
		return err
	}
	var peak int64
	err = p.with(func(db *sql.DB) error {
		err := do(db)
		peak = p.peak()
		return err
	})
	const most = 800 << 20
	if err == nil && peak > most {
		err = fmt.Errorf("the server took %d MiB", peak>>20)
	}
	if err != nil {
		p.kill()
		return fmt.Errorf("%w; the server's log:%s", err, indented(excerpt(p.log.String())))
	}
	return p.stop()
}

// readsAll reads all rows of a history; the damaged file is named.
func readsAll(db *sql.DB, damaged string) error {
	rows, err := db.Query("SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'history'")
	if err != nil {
		return err
	}
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		tables = append(tables, name)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, name := range tables {
		var n int
		if err := db.QueryRow("SELECT COUNT(*) FROM (SELECT * FROM history." + name + ") AS t").Scan(&n); err != nil {
			return fmt.Errorf("history.%s: %w", name, err)
		}
	}
	var names string
	if err := db.QueryRow("SELECT COALESCE(GROUP_CONCAT(DAMAGED_FILE_NAMES), '') FROM profiling.history_status").Scan(&names); err != nil {
		return err
	}
	if !strings.Contains(names, damaged) {
		return fmt.Errorf("history_status names %q", names)
	}
	return nil
}

// damageFooter has a file state a footer of 2 GiB. It returns what the file was.
func (t *trial) damageFooter(path string) (string, []byte, error) {
	whole, err := os.ReadFile(path)
	if err != nil || len(whole) < 12 {
		return path, nil, fmt.Errorf("%s, of %d bytes: %w", path, len(whole), err)
	}
	b := bytes.Clone(whole)
	copy(b[len(b)-8:], "\xff\xff\xff\x7f")
	return path, whole, os.WriteFile(path, b, 0o600)
}

// damageByte changes some bytes of a file. It returns what the file was.
func (t *trial) damageByte(path string) (string, []byte, error) {
	whole, err := os.ReadFile(path)
	if err != nil {
		return path, nil, err
	}
	b := bytes.Clone(whole)
	damage := []string{"\xff\xff\xff\x7f", "\xff\xff\xff\xff\x07", "\x00", "\x80\x80"}[t.rand.IntN(4)]
	copy(b[t.rand.IntN(len(b)):], damage)
	return path, whole, os.WriteFile(path, b, 0o600)
}

// peak is the most memory that the process had at once, in bytes; 0 where there is no /proc.
func (p *process) peak() int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(text), "VmHWM:")
	number, _, _ := strings.Cut(strings.TrimSpace(after), " ")
	kb, _ := strconv.ParseInt(number, 10, 64)
	return kb << 10
}
