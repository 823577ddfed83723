package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// tracer runs a server under ptrace, counts the system calls by which it changes
// files below a directory, on whichever thread, and kills it when it is about to
// make one of them: all calls before that one are done, and this one is not.
type tracer struct {
	dir     string
	counts  atomic.Bool  // whether calls are counted now
	at      int64        // the call to kill at; 0 kills at none
	counted atomic.Int64 // calls until now
	last    atomic.Value // string: the call that was killed at
	pid     int
	// clock is what the server takes for the real time, nil for that itself. Then
	// no calls are counted.
	clock *shiftedClock
}

// traced starts a server under the tracer and waits until it is ready. It may be
// killed before that: then there is an error, and the process has ended.
func (t *trial) traced(dir string, tr *tracer) (*process, error) {
	tr.dir = dir + string(filepath.Separator)
	p := &process{log: &output{}, ended: make(chan struct{})}
	stdoutReader, stdout, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	stderrReader, stderr, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, err
	}
	started := make(chan error, 1)
	go func() {
		defer close(p.ended)
		// The thread that starts a process is the one that may trace it. It ends
		// with this goroutine.
		runtime.LockOSThread()
		binary, env := t.binary, os.Environ()
		if tr.clock != nil { // by way of this program
			env = append(env, slowClock+"="+binary)
			binary = "/proc/self/exe"
		}
		process, err := os.StartProcess(binary, append([]string{binary}, arguments(dir)...), &os.ProcAttr{
			Env: env, Files: []*os.File{null, stdout, stderr},
			Sys: &syscall.SysProcAttr{Ptrace: true, Setpgid: true},
		})
		stdout.Close()
		stderr.Close()
		null.Close()
		if err == nil {
			tr.pid, p.pid = process.Pid, process.Pid
			err = tr.begin()
		}
		started <- err
		if err == nil {
			p.err = tr.follow()
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("tracing: %w", err)
	}
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		_, _ = stderrReader.WriteTo(p.log)
		stderrReader.Close()
	}()
	ready := make(chan listens, 1)
	go func() {
		awaitReady(stdoutReader, ready)
		stdoutReader.Close()
	}()
	err = p.await(t.ctx, ready)
	if err != nil {
		<-copied
	}
	return p, err
}

// begin waits until the new process stops for its tracer.
func (tr *tracer) begin() error {
	var status unix.WaitStatus
	if _, err := unix.Wait4(tr.pid, &status, 0, nil); err != nil {
		return err
	}
	if !status.Stopped() {
		return fmt.Errorf("the server ended at once: %v", status)
	}
	options := unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_TRACEFORK | unix.PTRACE_O_TRACEVFORK |
		unix.PTRACE_O_TRACEEXEC | unix.PTRACE_O_EXITKILL
	if tr.clock != nil {
		options |= unix.PTRACE_O_TRACESECCOMP
	}
	if err := unix.PtraceSetOptions(tr.pid, options); err != nil {
		return errors.Join(err, unix.Kill(tr.pid, unix.SIGKILL))
	}
	return tr.resume(tr.pid, 0)
}

// resume lets a thread run to where it stops next: at a system call, or at a look at
// the clock.
func (tr *tracer) resume(tid, signal int) error {
	if tr.clock != nil {
		return unix.PtraceCont(tid, signal)
	}
	return unix.PtraceSyscall(tid, signal)
}

// follow lets every thread run from one system call to the next, until the
// process has ended, and says how it did.
func (tr *tracer) follow() (ended error) {
	for {
		var status unix.WaitStatus
		tid, err := unix.Wait4(-tr.pid, &status, unix.WALL, nil)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return ended // all threads are gone
		case status.Exited() && tid == tr.pid && status.ExitStatus() != 0:
			ended = fmt.Errorf("exit status %d", status.ExitStatus())
		case status.Signaled() && tid == tr.pid:
			ended = fmt.Errorf("signal %v", status.Signal())
		}
		if !status.Stopped() {
			continue
		}
		deliver := 0
		switch signal := status.StopSignal(); signal {
		case unix.SIGTRAP | 0x80:
			tr.inspect(tid)
		case unix.SIGTRAP, unix.SIGSTOP:
			// A new thread, or the event of its making.
			if tr.clock == nil {
				break
			}
			var failed error
			switch status.TrapCause() {
			case unix.PTRACE_EVENT_SECCOMP:
				failed = tr.clock.answer(tid)
			case unix.PTRACE_EVENT_EXEC:
				failed = hideVDSO(tid)
			}
			if failed != nil && !errors.Is(failed, unix.ESRCH) { // a thread that was killed is no longer there
				ended = fmt.Errorf("tracing the clock: %w", failed)
				_ = unix.Kill(tr.pid, unix.SIGKILL)
			}
		default:
			deliver = int(signal)
		}
		_ = tr.resume(tid, deliver) // a thread that was killed is no longer there
	}
}

// syscallInfo is the kernel's ptrace_syscall_info for the entry of a call.
type syscallInfo struct {
	op   uint8
	_    [3]uint8
	arch uint32
	ip   uint64
	sp   uint64
	nr   uint64
	args [6]uint64
}

const (
	ptraceGetSyscallInfo = 0x420e
	syscallEntry         = 1
)

// inspect counts the call that a thread is about to make, if it is one of those.
func (tr *tracer) inspect(tid int) {
	if !tr.counts.Load() {
		return
	}
	var info syscallInfo
	_, _, errno := unix.Syscall6(unix.SYS_PTRACE, ptraceGetSyscallInfo, uintptr(tid), unsafe.Sizeof(info), uintptr(unsafe.Pointer(&info)), 0, 0)
	if errno != 0 || info.op != syscallEntry {
		return
	}
	call, ok := changing[info.nr]
	if !ok {
		return
	}
	path := ""
	switch {
	case call.path > 0:
		if call.flags > 0 && info.args[call.flags]&(unix.O_CREAT|unix.O_TRUNC) == 0 {
			return
		}
		path = stringAt(tid, info.args[call.path])
	default:
		path, _ = os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", tid, int32(info.args[call.fd])))
	}
	if !strings.HasPrefix(path, tr.dir) {
		return
	}
	if n := tr.counted.Add(1); n == tr.at {
		tr.last.Store(call.name + " " + strings.TrimPrefix(path, tr.dir))
		_ = unix.Kill(tr.pid, unix.SIGKILL)
	}
}

// call says which argument of a system call is the file that it changes: a path
// if that is not 0, and otherwise a descriptor. With flags, only a call that may
// make or cut the file counts.
type call struct {
	name            string
	fd, path, flags int
}

var changing = map[uint64]call{
	unix.SYS_WRITE:           {name: "write"},
	unix.SYS_PWRITE64:        {name: "pwrite"},
	unix.SYS_WRITEV:          {name: "writev"},
	unix.SYS_FSYNC:           {name: "fsync"},
	unix.SYS_FDATASYNC:       {name: "fdatasync"},
	unix.SYS_FTRUNCATE:       {name: "ftruncate"},
	unix.SYS_FALLOCATE:       {name: "fallocate"},
	unix.SYS_FCHMOD:          {name: "fchmod"},
	unix.SYS_SENDFILE:        {name: "sendfile"},
	unix.SYS_COPY_FILE_RANGE: {name: "copy_file_range", fd: 2},
	unix.SYS_OPENAT:          {name: "openat", path: 1, flags: 2},
	unix.SYS_RENAMEAT:        {name: "rename", path: 1},
	unix.SYS_RENAMEAT2:       {name: "rename", path: 1},
	unix.SYS_UNLINKAT:        {name: "unlink", path: 1},
	unix.SYS_MKDIRAT:         {name: "mkdir", path: 1},
	unix.SYS_FCHMODAT:        {name: "chmod", path: 1},
	unix.SYS_LINKAT:          {name: "link", path: 1},
}

// stringAt reads a string of the traced process.
func stringAt(tid int, address uint64) string {
	var b [unix.PathMax]byte
	n, _ := unix.PtracePeekData(tid, uintptr(address), b[:])
	text, _, _ := strings.Cut(string(b[:n]), "\x00")
	return text
}

// canTrace says why no process can be traced here, if so.
func canTrace() error {
	failed := make(chan error)
	go func() {
		runtime.LockOSThread()
		process, err := os.StartProcess("/proc/self/exe", []string{"torture", "-help"}, &os.ProcAttr{
			Files: []*os.File{nil, nil, nil}, Sys: &syscall.SysProcAttr{Ptrace: true, Setpgid: true},
		})
		if err == nil {
			tr := &tracer{pid: process.Pid}
			if err = tr.begin(); err == nil {
				_ = tr.follow()
			}
		}
		failed <- err
	}()
	return <-failed
}
