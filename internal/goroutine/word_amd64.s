//go:build !portable

#include "textflag.h"

// func word(offset uintptr) uint64
TEXT ·word(SB), NOSPLIT, $0-16
	MOVQ offset+0(FP), AX
	MOVQ (TLS), CX
	MOVQ (CX)(AX*1), AX
	MOVQ AX, ret+8(FP)
	RET

// func current() uint64
TEXT ·current(SB), NOSPLIT, $0-8
	MOVQ ·offset(SB), AX
	MOVQ (TLS), CX
	TESTQ AX, AX
	JZ   none
	MOVQ (CX)(AX*1), AX
none:
	MOVQ AX, ret+0(FP)
	RET

// func self() uintptr
TEXT ·self(SB), NOSPLIT, $0-8
	MOVQ (TLS), AX
	MOVQ AX, ret+0(FP)
	RET

// func load(address uintptr) uint32
TEXT ·load(SB), NOSPLIT, $0-12
	MOVQ address+0(FP), AX
	MOVL (AX), AX
	MOVL AX, ret+8(FP)
	RET
