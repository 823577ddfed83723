// Package amendment has the rules of statements: what happens to a statement between the parser
// and the engine, which then answers it as MySQL does. A rule changes the syntax tree, refuses the
// statement, answers it in the engine's place, or notes for later what its text tells ([Learned]).
//
// The rules stand in three lists, in their order: [Rules.Amend] applies those of any text
// (rule_text.go), those of a session's statements (rule_session.go), and those that may answer
// (rule_answer.go). Each says in which kinds of statements it has work, and which words the text
// must have for it; most statements pass all of them. A rule without a step is done by who makes
// the [Rules], by its name ([Own]): it needs the running statement or the recorder.
//
// What is read on behalf of a statement, as the definition of a view, goes through the same rules;
// those that are of the client's text alone say so.
package amendment
