// Package activity has what threads tell a profiler of their work: the state word of a
// thread with its phase, resource and operator, the plan of a statement with what each node
// has done, and samples of these.
//
// An engine makes a [Plan] for a statement, counts in its nodes, and hands it to
// Statement.SetPlan of package perfschema, whose Thread publishes phase, resource and
// operator. The profiler of package sampler reads [State], [Change] and [Sample].
package activity
