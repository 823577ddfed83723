#include "textflag.h"

// func word(offset uintptr) uint64
TEXT ·word(SB), NOSPLIT, $0-16
	MOVQ offset+0(FP), AX
	MOVQ (TLS), CX
	MOVQ (CX)(AX*1), AX
	MOVQ AX, ret+8(FP)
	RET
