//go:build !race && !portable

#include "textflag.h"

// func framePC() uintptr
//
// Go keeps a chain of frame pointers. BP is the frame of PC; the frame saved
// in it belongs to the function that called PC, and above that one lies the
// return address into its caller.
TEXT ·framePC(SB), NOSPLIT|NOFRAME, $0-8
	MOVQ 0(BP), AX
	MOVQ 8(AX), AX
	MOVQ AX, ret+0(FP)
	RET

// func framePair() (caller, above uintptr)
//
// Every goroutine's outermost function is called by the runtime's goexit, which
// leaves a frame pointer of 0: it ends the chain.
TEXT ·framePair(SB), NOSPLIT|NOFRAME, $0-16
	MOVQ 0(BP), AX
	MOVQ 8(AX), CX
	MOVQ CX, caller+0(FP)
	MOVQ 0(AX), AX
	MOVQ $0, CX
	TESTQ AX, AX
	JZ   done
	MOVQ 8(AX), CX
done:
	MOVQ CX, above+8(FP)
	RET
