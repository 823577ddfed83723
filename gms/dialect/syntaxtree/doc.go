// Package syntaxtree goes through the trees that the engine's parser makes of statements.
//
// [Walk] visits every node. The parser's own walk passes over parts of a query, so that a rule that
// uses it would miss what stands there: lint refuses it elsewhere. [ReplaceExpressions] puts others in
// the place of expressions. Trees belong to one goroutine.
package syntaxtree
