// Package export writes the profiles of statements as files in the Snowset's
// formats, and reads such files: its own and the Snowset's.
//
// The Snowset is what Snowflake published of 70 million of its customers'
// queries (github.com/resource-disaggregation/snowset). It comes as CSV and as
// Parquet: a main file with a row a query, and an auxiliary one that says for
// every second which queries were active. A [Layout] says which columns such a
// file has.
//
// A [Source] gives profiles one by one, from a running server ([Query]) or from
// files ([Open]); a [Writer] takes them one by one. Neither keeps more than the
// group of rows that a Parquet file is made of.
package export
