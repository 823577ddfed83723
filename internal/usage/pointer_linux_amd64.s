//go:build !portable

#include "textflag.h"

// func threadPointer() unsafe.Pointer
TEXT ·threadPointer(SB), NOSPLIT, $0-8
	MOVQ 0(FS), AX
	MOVQ AX, ret+0(FP)
	RET
