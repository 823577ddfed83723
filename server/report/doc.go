// Package report analyzes the profiles of statements as the Snowset's authors
// did theirs ("Building an elastic query engine on disaggregated storage", NSDI
// 2020), and shows the result in a terminal or as a page.
//
// An [Analyzer] takes profiles one by one, of a running server or of a file, and
// keeps only sums, histograms and bins of time: as much for 70 million profiles
// as for a thousand. What comes of it is a [Document]: sections of charts, each
// with a sentence that defines its numbers. [WriteText] and [WriteHTML] show the
// same document. What no profile knows is said to be unknown, never shown as 0.
package report
