// Package privilege decides what a statement may do, by MySQL's rules and with MySQL's
// errors: as the engine asks for each object that a statement names (authorizer.go), where
// a text is parsed for which it never asks (statement.go), and by the root of a plan
// (plan.go). All go by what an account holds ([Held]). What is not thought of is refused.
package privilege
