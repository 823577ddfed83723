// Package tooltest tries the tools of the field on one server: the programs
// that can be installed are run, and their failed statements looked for; what
// the others ask stands in testdata, one file a tool, and is asked query by
// query.
//
// A file of testdata begins with what it is of:
//
//	-- tool: NAME
//	-- version: VERSION
//	-- asks: where the questions are from
//
// Then come statements, a line each. The queries are written after what the
// tool asks (tables, columns, functions, grammar). A query must give a row,
// and a line before it says more of what must come back:
//
//	-- has: COLUMN=VALUE ...   a row has these values; N+ is a number from N on
//	-- columns: NAME, NAME     the result has these columns, in this order
//	-- may: be empty           a row or none: it depends on what runs
//	-- empty: WHY              no row, and why
//	-- error: NUMBER WHY       the statement fails, as on MySQL
//	-- fails: WHY              what this server does not answer yet
//
// docs/tools.md is written from these lines.
package tooltest
