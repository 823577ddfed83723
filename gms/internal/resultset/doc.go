// Package resultset makes the results of go-mysql-server what clients of MySQL expect. The
// fields of a result go in with the plan that gives it, and come out described: character
// set, flags, decimals and length ([Describe], [DescribeNullness]); texts of times get the
// digits of their columns ([PadMoments]). Values that the binary protocol cannot carry are
// found before vitess writes them ([CheckMoments], [EncodeError]).
package resultset
