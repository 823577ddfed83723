//go:build !portable

#include "textflag.h"

// func threadPointer() unsafe.Pointer
TEXT ·threadPointer(SB), NOSPLIT, $0-8
	MRS  TPIDR_EL0, R0
	MOVD R0, ret+0(FP)
	RET
