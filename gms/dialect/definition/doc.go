// Package definition finds what tables, views, triggers and procedures of a catalog are, by
// the statements that made them. It asks for no rights. A nil catalog has nothing.
package definition
