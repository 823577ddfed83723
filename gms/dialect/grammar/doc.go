// Package grammar has the statements that the engine's parser or planner lacks, and what
// of a statement only its text tells: it stands around the parser, reads what that does
// not know, and makes statements of it that run here.
package grammar
