package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// shiftedClock is the real-time clock of a traced process, ahead of this one's by a
// number of nanoseconds.
type shiftedClock struct{ shift atomic.Int64 }

// slowClock names, in the environment, the program that this one is to become, with
// every look at the real-time clock left to the tracer.
const slowClock = "PERFSCHEMA_TORTURE_SLOW_CLOCK"

func canShiftClock() error { return canTrace() }

// becomeServerIfAsked runs another program in this one's place whose looks at the
// real-time clock stop for its tracer, those at other clocks not.
func becomeServerIfAsked() {
	binary := os.Getenv(slowClock)
	if binary == "" {
		return
	}
	runtime.LockOSThread()
	err := os.Unsetenv(slowClock)
	if err == nil {
		err = traceRealtime()
	}
	if err == nil {
		err = syscall.Exec(binary, append([]string{binary}, os.Args[1:]...), os.Environ())
	}
	fmt.Fprintln(os.Stderr, "torture:", err)
	os.Exit(1)
}

// traceRealtime installs a filter of system calls on this thread: the real-time
// clock's are the tracer's.
func traceRealtime() error {
	const arch, nr, firstArgument = 4, 0, 16 // in the kernel's seccomp_data
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	unless := func(value uint32, skip uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: skip, K: value}
	}
	filter := []unix.SockFilter{
		load(arch), unless(unix.AUDIT_ARCH_X86_64, 5),
		load(nr), unless(unix.SYS_CLOCK_GETTIME, 3),
		load(firstArgument), unless(unix.CLOCK_REALTIME, 1),
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_TRACE},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	return unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0)
}

// hideVDSO has a program that has just been put in place find no functions of the
// kernel's: it asks for the time by system calls.
func hideVDSO(tid int) error {
	var regs unix.PtraceRegs
	if err := unix.PtraceGetRegs(tid, &regs); err != nil {
		return err
	}
	const (
		sysinfoEHDR = 33
		ignored     = 1
	)
	at := uintptr(regs.Rsp)
	word := func() (uint64, error) {
		var b [8]byte
		_, err := unix.PtracePeekData(tid, at, b[:])
		at += 8
		return binary.LittleEndian.Uint64(b[:]), err
	}
	arguments, err := word()
	if err != nil {
		return err
	}
	at += 8 * uintptr(arguments+1)
	for variable := uint64(1); variable != 0; { // of the environment
		if variable, err = word(); err != nil {
			return err
		}
	}
	for {
		key, err := word()
		switch {
		case err != nil:
			return err
		case key == 0:
			return nil
		case key == sysinfoEHDR:
			var b [8]byte
			binary.LittleEndian.PutUint64(b[:], ignored)
			_, err := unix.PtracePokeData(tid, at-8, b[:])
			return err
		}
		at += 8
	}
}

// answer gives a thread that asks for the real time the shifted one, in the place of
// the kernel.
func (c *shiftedClock) answer(tid int) error {
	var regs unix.PtraceRegs
	if err := unix.PtraceGetRegs(tid, &regs); err != nil {
		return err
	}
	now := time.Now().UnixNano() + c.shift.Load()
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:8], uint64(now/1e9))
	binary.LittleEndian.PutUint64(b[8:], uint64(now%1e9))
	if _, err := unix.PtracePokeData(tid, uintptr(regs.Rsi), b[:]); err != nil {
		return err
	}
	regs.Orig_rax, regs.Rax = ^uint64(0), 0 // no call any more, and done
	return unix.PtraceSetRegs(tid, &regs)
}

// shifted starts a server whose clock can be set.
func (t *trial) shifted(dir string) (*process, *shiftedClock, error) {
	clock := &shiftedClock{}
	p, err := t.traced(dir, &tracer{clock: clock})
	return p, clock, err
}
