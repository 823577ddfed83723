//go:build !race

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
