// Package clickhouse keeps the history of many servers in one ClickHouse: its tables have
// the names and columns of those that package history keeps in Parquet files.
//
// It speaks HTTP, sends rows as Native and reads them as RowBinary, and nothing else: that
// has stayed the same from the versions of 2018 to those of today, and goes through proxies
// and balancers. SQL is
// what all of them take. A table is a ReplacingMergeTree ordered by server, digest (or
// what takes its place) and time. SERVER_UUID, the start of the window and WINDOW_ROW, the
// number of the row in it, tell a row from all others: who sends it again changes nothing
// that is read with FINAL.
package clickhouse
