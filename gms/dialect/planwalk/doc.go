// Package planwalk goes through the plans and expressions of the engine: through all nodes of a
// plan with those of its subqueries, which the engine's own walks leave out, and through
// expressions that know each other by their texts. It changes nothing by itself.
package planwalk
