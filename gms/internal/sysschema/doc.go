// Package sysschema has the functions of MySQL's schema sys, and those of its procedures that
// are more than a program: what they do they do by statements of the session. The rest of
// its procedures are stored programs, and its views are declared in package view.
package sysschema
