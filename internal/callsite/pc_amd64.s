//go:build !race && !portable

#include "textflag.h"

// Go keeps a chain of frame pointers. BP is the frame of the function that called PC or
// Pair: it has one, since their results are handed over on its stack, and the compiler
// calls them without a function in between. Above the frame pointer that is saved there
// lies the return address into its caller, and what is saved is the frame of that.

// func PC() uintptr
TEXT ·PC(SB), NOSPLIT|NOFRAME, $0-8
	MOVQ 8(BP), AX
	MOVQ AX, ret+0(FP)
	RET

// func Pair() Site
//
// Every goroutine's outermost function is called by the runtime's goexit, which
// leaves a frame pointer of 0: it ends the chain.
TEXT ·Pair(SB), NOSPLIT|NOFRAME, $0-16
	MOVQ 8(BP), AX
	MOVQ 0(BP), CX
	MOVQ AX, ret_PC+0(FP)
	XORL AX, AX
	TESTQ CX, CX
	JZ   done
	MOVQ 8(CX), AX
done:
	MOVQ AX, ret_Above+8(FP)
	RET
