package clickhouse

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Install makes the database and the tables that are not there, and adds columns that a
// table of before lacks; what is there stays. notes are what it did otherwise than asked:
// a server of before 19.6 knows no TTL.
func Install(ctx context.Context, c *Client, o SchemaOptions) (notes []string, err error) {
	if o.TTL > 0 {
		known, version, err := c.knowsTTL(ctx)
		if err != nil {
			return nil, err
		}
		if !known {
			notes = append(notes, "ClickHouse "+version+" knows no TTL: rows stay until a partition of them is dropped")
			o.TTL = 0
		}
	}
	for _, statement := range Schema(o) {
		if err := c.Exec(ctx, statement); err != nil {
			return notes, fmt.Errorf("%s: %w", firstLine(statement), err)
		}
	}
	return notes, c.addColumns(ctx, o)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// knowsTTL says whether the server knows TTL, and its version.
func (c *Client) knowsTTL(ctx context.Context) (known bool, version string, err error) {
	rows, err := c.Rows(ctx, "SELECT version()")
	if err != nil {
		return false, "", err
	}
	if len(rows) != 1 || len(rows[0]) != 1 {
		return false, "", fmt.Errorf("clickhouse: %s does not tell its version", c.dsn.Host)
	}
	version = rows[0][0]
	parts := strings.SplitN(version, ".", 3)
	major, err := strconv.Atoi(parts[0])
	if err != nil || len(parts) < 2 {
		return false, version, nil //nolint:nilerr // what is no version knows nothing
	}
	minor, err := strconv.Atoi(parts[1])
	return err == nil && (major > 19 || major == 19 && minor >= 6), version, nil
}

// addColumns adds the columns that tables lack, which a version before has made.
func (c *Client) addColumns(ctx context.Context, o SchemaOptions) error {
	rows, err := c.Rows(ctx, "SELECT table, name FROM system.columns WHERE database = "+quoteText(o.Database))
	if err != nil {
		return err
	}
	has := make(map[[2]string]bool)
	for _, r := range rows {
		if len(r) == 2 {
			has[[2]string{r[0], r[1]}] = true
		}
	}
	on := ""
	suffixes := []string{""}
	if o.Cluster != "" {
		on, suffixes = " ON CLUSTER "+quoteName(o.Cluster), []string{localSuffix, ""}
	}
	for _, t := range tables() {
		for _, suffix := range suffixes {
			for _, column := range t.columns {
				if has[[2]string{t.of.Name + suffix, column.name}] {
					continue
				}
				statement := fmt.Sprintf("ALTER TABLE %s.%s%s ADD COLUMN %s %s", quoteName(o.Database), quoteName(t.of.Name+suffix), on, quoteName(column.name), column.typ())
				if err := c.Exec(ctx, statement); err != nil {
					return fmt.Errorf("%s: %w", statement, err)
				}
			}
		}
	}
	return nil
}
