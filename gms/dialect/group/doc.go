// Package group mends aggregates and GROUP BY: WITH ROLLUP, which the engine lacks, aggregates
// in places that have none and in subqueries, grouping by literals, HAVING, GROUP_CONCAT of
// several expressions, and error 1055 of ONLY_FULL_GROUP_BY.
//
// A statement WITH ROLLUP is marked while it is a syntax tree, bound as a plain grouping, and
// grouped by every level as the last thing that happens to its plan: no rule of the engine sees
// the levels.
package group
