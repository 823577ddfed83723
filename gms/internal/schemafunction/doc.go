// Package schemafunction is the SQL functions that MySQL has for the Performance Schema:
// STATEMENT_DIGEST(), STATEMENT_DIGEST_TEXT(), PS_THREAD_ID(), PS_CURRENT_THREAD_ID(),
// FORMAT_BYTES() and FORMAT_PICO_TIME().
package schemafunction
