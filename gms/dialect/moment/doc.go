// Package moment reads dates and times in the forms that MySQL takes of them.
//
// A text comes in, with the session's time zone; [Datetime] and [Time] return the moment, or the
// microseconds of a time of day or span, and a [Note] where MySQL would warn of the text. [Begins] and
// [Begin] find a moment that stands before other characters. It knows no SQL: which error or NULL a
// statement makes of a text that is no moment, its caller decides.
package moment
