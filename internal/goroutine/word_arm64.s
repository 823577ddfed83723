//go:build !portable

#include "textflag.h"

// func word(offset uintptr) uint64
TEXT ·word(SB), NOSPLIT, $0-16
	MOVD offset+0(FP), R0
	ADD  g, R0, R0
	MOVD (R0), R0
	MOVD R0, ret+8(FP)
	RET

// func current() uint64
TEXT ·current(SB), NOSPLIT, $0-8
	MOVD ·offset(SB), R0
	CBZ  R0, none
	ADD  g, R0, R0
	MOVD (R0), R0
none:
	MOVD R0, ret+0(FP)
	RET

// func self() uintptr
TEXT ·self(SB), NOSPLIT, $0-8
	MOVD g, R0
	MOVD R0, ret+0(FP)
	RET

// func load(address uintptr) uint32
TEXT ·load(SB), NOSPLIT, $0-12
	MOVD address+0(FP), R0
	MOVWU (R0), R0
	MOVW R0, ret+8(FP)
	RET
