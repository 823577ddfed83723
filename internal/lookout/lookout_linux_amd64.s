//go:build !portable

#include "go_asm.h"
#include "textflag.h"

#define SYS_prctl 157
#define SYS_sched_setattr 314
#define SYS_clock_gettime 228
#define SYS_clone 56
#define SYS_futex 202
#define SYS_exit 60

// What a thread of this process shares with the others, and the word that is made
// 0 when it ends: CLONE_VM, FS, FILES, SIGHAND, THREAD, SYSVSEM, PARENT_SETTID and
// CHILD_CLEARTID.
#define CLONE_FLAGS 0x350f00

#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME 2
#define ETIMEDOUT 110
// FUTEX_WAIT and FUTEX_WAIT_BITSET, whose time is absolute; both private.
#define FUTEX_WAIT 128
#define FUTEX_WAIT_UNTIL 137

// FIND has the cell of slot AX in CX, or jumps. It uses DX.
#define FIND(none) \
	MOVL AX, CX                    \
	SHRL $8, CX                    \
	CMPL CX, $const_MaxPages       \
	JAE  none                      \
	MOVQ block_pages(R12)(CX*8), CX \
	TESTQ CX, CX                   \
	JEQ  none                      \
	MOVL AX, DX                    \
	ANDL $(const_PageCells-1), DX  \
	SHLL $6, DX                    \
	ADDQ DX, CX

// COPY keeps what the cell CX of slot AX has, if it is active, and what the word
// says that belongs to the slot. It uses DX, R10 and R11.
#define COPY(inactive, unknown) \
	MOVQ (CX), DX                  \
	BTQ  $const_ActiveBit, DX      \
	JCC  inactive                  \
	CMPQ R9, R8                    \
	JAE  full                      \
	MOVQ R9, R10                   \
	ANDQ $(const_maxKept-1), R10   \
	SHLQ $4, R10                   \
	LEAQ block_ring(R12)(R10*1), R10 \
	MOVQ DX, Copy_Word(R10)        \
	MOVL AX, Copy_Slot(R10)       \
	MOVL const_OffsetTag(CX), DX   \
	MOVL DX, Copy_Tag(R10)         \
	INCQ R9                        \
	MOVL AX, DX                    \
	SHRL $8, DX                    \
	MOVQ block_statuses(R12)(DX*8), DX \
	TESTQ DX, DX                   \
	JEQ  unknown                   \
	MOVL AX, R11                   \
	ANDL $(const_PageCells-1), R11 \
	MOVQ (DX)(R11*8), DX           \
	TESTQ DX, DX                   \
	JEQ  unknown                   \
	MOVL (DX), DX                  \
	ANDL $const_statusMask, DX     \
	SHLL $const_statusShift, DX    \
	ORL  DX, Copy_Tag(R10)

// PASS has in AX how many intervals have begun since that of the last sample, and
// goes on to the one after. It uses CX and DX.
#define PASS \
	MOVQ R15, AX                   \
	SUBQ R13, AX                   \
	XORL DX, DX                    \
	DIVQ block_interval(R12)       \
	INCQ AX                        \
	ADDQ AX, R14                   \
	MOVQ AX, CX                    \
	IMULQ block_interval(R12), CX  \
	ADDQ CX, R13

// NOW has the time in a register. It uses AX, CX, DI, SI and R11.
#define NOW(in) \
	MOVL $CLOCK_MONOTONIC, DI      \
	LEAQ block_now(R12), SI        \
	MOVL $SYS_clock_gettime, AX    \
	SYSCALL                        \
	MOVQ block_now(R12), in        \
	IMULQ $1000000000, in          \
	ADDQ (block_now+8)(R12), in

// UNTIL has the thread sleep until the time in AX, by SLEEP. It uses AX, CX and DX.
#define UNTIL \
	XORL DX, DX                    \
	MOVQ $1000000000, CX           \
	DIVQ CX                        \
	MOVQ AX, block_until(R12)      \
	MOVQ DX, (block_until+8)(R12)

// SLEEP sleeps and has in AX why it ended. It uses what has arguments, not R8 and R9.
#define SLEEP \
	MOVQ R8, block_kept(R12)       \
	MOVQ R9, (block_kept+8)(R12)   \
	LEAQ block_state(R12), DI      \
	MOVL $FUTEX_WAIT_UNTIL, SI     \
	MOVL $const_stateRun, DX       \
	LEAQ block_until(R12), R10     \
	XORL R8, R8                    \
	MOVL $-1, R9                   \
	MOVL $SYS_futex, AX            \
	SYSCALL                        \
	MOVQ block_kept(R12), R8       \
	MOVQ (block_kept+8)(R12), R9

// func spawn(b *block) int64
//
// The thread keeps the block in R12, when the interval begins that it is to sample in
// in R13, the number of that in R14, and in a sample: the time in R15, where it begins
// in the ring in BX, the next copy in R9, the end of the room in R8.
TEXT ·spawn(SB), NOSPLIT, $0-16
	MOVQ b+0(FP), R12
	MOVL $CLONE_FLAGS, DI
	LEAQ (block_stack+512)(R12), SI
	LEAQ block_tid(R12), DX
	MOVQ DX, R10
	XORL R8, R8
	MOVL $SYS_clone, AX
	SYSCALL
	TESTQ AX, AX
	JEQ  thread
	MOVQ AX, ret+8(FP)
	RET

thread:
	MOVL $15, DI // PR_SET_NAME
	LEAQ block_name(R12), SI
	MOVL $SYS_prctl, AX
	SYSCALL
	LEAQ block_attrs(R12), SI

attr:
	CMPL (SI), $0
	JEQ  begin
	XORL DI, DI
	XORL DX, DX
	MOVL $SYS_sched_setattr, AX
	SYSCALL
	ADDQ $schedAttr__size, SI
	TESTQ AX, AX
	JNE  attr

begin:
	XORL R14, R14
	MOVQ $0, block_owed(R12)
	NOW(R13)

wait:
	MOVL block_state(R12), AX
	CMPL AX, $const_stateStop
	JEQ  exit
	CMPL AX, $const_statePaused
	JEQ  paused
	MOVQ R14, CX
	ANDQ $(const_numJitters-1), CX
	MOVQ block_jitter(R12)(CX*8), AX
	ADDQ R13, AX
	UNTIL
	SLEEP
	CMPQ AX, $-ETIMEDOUT
	JNE  wait

	NOW(R15)
	MOVQ block_began(R12), CX
	MOVQ R15, (CX) // before any cell is read
	MOVQ block_head(R12), BX
	LEAQ 2(BX), R9
	MOVQ block_tail(R12), R8
	ADDQ $const_maxKept, R8
	CMPQ R9, R8
	JHI  full
	MOVQ block_slots(R12), SI
	MOVQ list_length(SI), DI
	ADDQ $list_slots, SI
	LEAQ (SI)(DI*4), DI

listed:
	CMPQ SI, DI
	JAE  fresh
	MOVL (SI), AX
	ADDQ $4, SI
	FIND(listed)
	COPY(listed, listed)
	JMP  listed

fresh:
	MOVQ block_fresh(R12), CX
	MOVL (CX), AX
	MOVL $const_MaxSlots, DI

chain:
	TESTL AX, AX
	JEQ  looked
	DECL DI
	JEQ  looked
	DECL AX
	FIND(looked)
	COPY(next, next)

next:
	MOVL const_OffsetNext(CX), AX
	JMP  chain

looked:
	MOVL $CLOCK_PROCESS_CPUTIME, DI
	LEAQ block_cpu(R12), SI
	MOVL $SYS_clock_gettime, AX
	SYSCALL

	// The copies from DX on are looked through for probes, of which R8 is the next.
	LEAQ block_probes(R12), R8
	CMPL block_probing(R12), $0
	JEQ  probed
	LEAQ 2(BX), DX

probe:
	CMPQ DX, R9
	JAE  probed
	MOVQ DX, R10
	ANDQ $(const_maxKept-1), R10
	SHLQ $4, R10
	LEAQ block_ring(R12)(R10*1), R10
	INCQ DX
	MOVL Copy_Tag(R10), AX
	SHRL $const_statusShift, AX
	CMPL AX, $const_statusRunning
	JEQ  running
	CMPL AX, $const_statusSyscall
	JNE  probe
	MOVQ Copy_Word(R10), CX
	TESTQ $const_WaitMask, CX
	JNE  probe

running:
	MOVL Copy_Slot(R10), SI
	MOVL SI, CX
	SHRL $8, CX
	ANDL $(const_PageCells-1), SI
	MOVQ block_statuses(R12)(CX*8), CX
	MOVQ (CX)(SI*8), CX
	TESTQ CX, CX
	JEQ  probe
	MOVQ block_toThread(R12), SI
	MOVQ (CX)(SI*1), SI
	TESTQ SI, SI
	JEQ  probe
	MOVQ SI, probe_record(R8)
	ADDQ block_toID(R12), SI
	MOVL (SI), DI
	NOTL DI
	SHLL $3, DI
	ORL  $const_clockOfThread, DI
	MOVQ R10, probe_copied(R8)
	MOVQ DI, probe_clock(R8)
	MOVQ CX, probe_status(R8)
	MOVL AX, probe_was(R8)
	LEAQ probe_ran(R8), SI
	MOVL $SYS_clock_gettime, AX
	SYSCALL
	TESTQ AX, AX
	JNE  probe
	ADDQ $probe__size, R8
	LEAQ (block_probes+const_maxProbes*probe__size)(R12), CX
	CMPQ R8, CX
	JB   probe

probed:
	LEAQ block_probes(R12), DX
	CMPQ R8, DX
	JEQ  measured
	NOW(AX)
	MOVQ AX, block_since(R12)
	ADDQ block_gap(R12), AX
	UNTIL
	SLEEP
	CMPQ AX, $-ETIMEDOUT
	JNE  measured
	NOW(R10)
	SUBQ block_since(R12), R10
	SHRQ $2, R10
	LEAQ block_probes(R12), DX

ran:
	MOVQ probe_clock(DX), DI
	LEAQ block_now(R12), SI
	MOVL $SYS_clock_gettime, AX
	SYSCALL
	TESTQ AX, AX
	JNE  after
	MOVQ block_now(R12), CX
	SUBQ probe_ran(DX), CX
	IMULQ $1000000000, CX
	ADDQ (block_now+8)(R12), CX
	SUBQ (probe_ran+8)(DX), CX
	MOVQ probe_copied(DX), SI
	ORL  $const_tagMeasured, Copy_Tag(SI)
	CMPQ CX, R10
	JGE  had
	MOVQ probe_status(DX), DI
	MOVQ block_toThread(R12), SI
	MOVQ (DI)(SI*1), SI
	CMPQ SI, probe_record(DX)
	JNE  had
	MOVL (DI), DI
	ANDL $const_statusMask, DI
	CMPL DI, probe_was(DX)
	JEQ  after

had:
	MOVQ probe_copied(DX), SI
	ORL  $const_tagHadCPU, Copy_Tag(SI)

after:
	ADDQ $probe__size, DX
	CMPQ DX, R8
	JB   ran

measured:
	PASS
	ADDQ block_owed(R12), AX
	MOVQ $0, block_owed(R12)
	MOVQ BX, R10
	ANDQ $(const_maxKept-1), R10
	SHLQ $4, R10
	LEAQ block_ring(R12)(R10*1), R10
	MOVQ R15, Copy_Word(R10)
	MOVL AX, Copy_Tag(R10)
	MOVQ R9, AX
	SUBQ BX, AX
	SUBQ $2, AX
	MOVL AX, Copy_Slot(R10)
	LEAQ 1(BX), R10
	ANDQ $(const_maxKept-1), R10
	SHLQ $4, R10
	LEAQ block_ring(R12)(R10*1), R10
	MOVQ block_cpu(R12), AX
	IMULQ $1000000000, AX
	ADDQ (block_cpu+8)(R12), AX
	MOVQ AX, Copy_Word(R10)
	MOVQ R9, block_head(R12)
	JMP  wait

full:
	PASS
	ADDQ AX, block_owed(R12)
	INCQ block_dropped(R12)
	JMP  wait

paused:
	LEAQ block_state(R12), DI
	MOVL $FUTEX_WAIT, SI
	MOVL $const_statePaused, DX
	XORL R10, R10
	MOVL $SYS_futex, AX
	SYSCALL
	JMP  begin

exit:
	XORL DI, DI
	MOVL $SYS_exit, AX
	SYSCALL
	INT  $3
