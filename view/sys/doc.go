// Package sys has what the functions of MySQL's schema sys give, as plain Go: they write
// texts shorter, times and sizes with units, and take paths and lists apart. It knows no
// SQL: NULL is the caller's to handle.
package sys
