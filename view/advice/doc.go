// Package advice says which statement of a span of time is worth most attention, why, and
// what would help, from what a digest's row of events_statements_summary_by_digest has
// counted in it. More can be told where somebody knows plans and resources; any MySQL server
// has the rest.
//
// It is text for people, in whole sentences. Nothing in it is kept; functions are safe for
// concurrent use.
package advice
