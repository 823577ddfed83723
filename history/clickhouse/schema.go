package clickhouse

import (
	"fmt"
	"strings"
	"time"

	"github.com/perfschema/perfschema/history"
)

// DefaultTTL is how long ClickHouse keeps what nobody said otherwise of.
const DefaultTTL = 30 * 24 * time.Hour

// SchemaOptions say which tables [Schema] declares.
type SchemaOptions struct {
	// Database is where they are.
	Database string
	// Cluster, if any, has a Distributed table of each name over Replicated ones, named
	// NAME_local, on its servers, which have the macros shard and replica.
	Cluster string
	// TTL is after which time rows go, in whole hours; 0 is never. ClickHouse knows it from
	// version 19.6 on.
	TTL time.Duration
}

// Schema gives the statements that make the database and its tables where they are not
// there, one each, without a semicolon. The tables are those of [history.Tables].
func Schema(o SchemaOptions) []string {
	on := ""
	if o.Cluster != "" {
		on = " ON CLUSTER " + quoteName(o.Cluster)
	}
	out := []string{"CREATE DATABASE IF NOT EXISTS " + quoteName(o.Database) + on}
	for _, t := range tables() {
		out = append(out, t.create(o, on)...)
	}
	return out
}

// tables are the tables of the fleet.
func tables() (out []*table) {
	for _, t := range history.Tables(func() *history.History { return nil }) {
		out = append(out, tableOf(t))
	}
	return out
}

// create makes the table, and with a cluster the one on each of its servers.
func (t *table) create(o SchemaOptions, on string) []string {
	var b strings.Builder
	name, engine := t.of.Name, "ReplacingMergeTree"
	if o.Cluster != "" {
		name += localSuffix
		engine = fmt.Sprintf("ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/%s/%s', '{replica}')", pathPart(o.Database), t.of.Name)
	}
	fmt.Fprintf(&b, "CREATE TABLE IF NOT EXISTS %s.%s%s\n(\n", quoteName(o.Database), quoteName(name), on)
	for i, c := range t.columns {
		end := ",\n"
		if i == len(t.columns)-1 {
			end = "\n"
		}
		fmt.Fprintf(&b, "    %s %s%s", quoteName(c.name), c.typ(), end)
	}
	fmt.Fprintf(&b, ")\nENGINE = %s\nPARTITION BY toYYYYMMDD(WINDOW_START)\nORDER BY (%s)", engine, strings.Join(t.order(), ", "))
	if hours := int64(o.TTL / time.Hour); hours > 0 {
		fmt.Fprintf(&b, "\nTTL WINDOW_START + INTERVAL %d HOUR", hours)
	}
	out := []string{b.String()}
	if o.Cluster != "" {
		out = append(out, fmt.Sprintf("CREATE TABLE IF NOT EXISTS %[1]s.%[2]s%[3]s AS %[1]s.%[4]s\nENGINE = Distributed(%[5]s, %[1]s, %[4]s, cityHash64(SERVER_UUID))",
			quoteName(o.Database), quoteName(t.of.Name), on, quoteName(name), quoteName(o.Cluster)))
	}
	return out
}

// localSuffix is what the names of tables end with that a cluster's servers have each.
const localSuffix = "_local"

// order is what the table is ordered by, which tells each row from all others.
func (t *table) order() []string {
	out := []string{"SERVER_UUID"}
	if t.key != "" {
		out = append(out, t.key)
	}
	return append(out, "WINDOW_START", "WINDOW_START"+microsSuffix, rowColumn)
}

// quoteName quotes the name of a database, table or column.
func quoteName(name string) string {
	return "`" + strings.NewReplacer("\\", "\\\\", "`", "\\`").Replace(name) + "`"
}

// quoteText quotes a text.
func quoteText(s string) string {
	return "'" + strings.NewReplacer("\\", "\\\\", "'", "\\'").Replace(s) + "'"
}

// pathPart is a name as a part of a path, within a text in quotes.
func pathPart(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("'\\/{}", r) {
			return '_'
		}
		return r
	}, name)
}
