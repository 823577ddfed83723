// Package callsite names the place in the source that called an exported
// function, at the price of reading one word from the stack.
//
// [PC] reads the return address, in some 1 ns on amd64; elsewhere it asks the runtime. [Of] turns it into
// file and line, and allocates: only readers call it. It is the column SOURCE of events.
package callsite
