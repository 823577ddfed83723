// Package catalog lists the tables of performance_schema, profiling, sys and mysql.
//
// [Tables], [ProfilingTables], [SysTables] and [MySQLTables] return every table of a schema;
// [Lookup] and its kin return one by name. The tables are shared, immutable and safe for
// concurrent use.
package catalog
