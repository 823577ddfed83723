// Part of programs built by perfschema build.

#include "textflag.h"

// func perfschemaTicks() int64
TEXT runtime·perfschemaTicks<ABIInternal>(SB),NOSPLIT,$0-8
	RDTSC
	SHLQ	$32, DX
	ADDQ	DX, AX
	RET
