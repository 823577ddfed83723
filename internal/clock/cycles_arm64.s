//go:build !portable

#include "textflag.h"

// func Cycles() uint64
TEXT ·Cycles(SB), NOSPLIT, $0-8
	MRS  CNTVCT_EL0, R0
	MOVD R0, ret+0(FP)
	RET

// func CyclesInOrder() uint64
TEXT ·CyclesInOrder(SB), NOSPLIT, $0-8
	ISB  $15
	MRS  CNTVCT_EL0, R0
	MOVD R0, ret+0(FP)
	RET
