// Package sysview has the views of MySQL's schema sys, and what its procedures and functions
// show of threads and digests.
//
// A view and its twin x$... are declared once: a column has the twin's type and value, and the
// form in which the view writes it. Views add up what the tables of packages beside this one
// show, by the same walks, and never read SQL.
package sysview
