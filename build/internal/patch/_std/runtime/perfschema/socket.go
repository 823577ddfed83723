package perfschema

import (
	"errors"
	"fmt"
	"net/netip"
	"os"
	"strings"
	"syscall"
)

// Package net is not used: it makes a program that has none of it larger, and one that depends on
// the C library.

// listenAt opens a socket at an address of PERFSCHEMA_LISTEN, and returns the address that it has.
func listenAt(address string) (l *os.File, at string, err error) {
	var to syscall.Sockaddr
	family := syscall.AF_INET
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		if path == "" { // the system would choose a name, which every account can connect to
			return nil, "", errors.New("unix: has no path: give one as in unix:/run/program.sock")
		}
		family, to = syscall.AF_UNIX, &syscall.SockaddrUnix{Name: path}
	} else {
		literal := address
		if port, ok := strings.CutPrefix(address, "localhost:"); ok {
			literal = "127.0.0.1:" + port
		}
		ip, err := netip.ParseAddrPort(literal)
		switch {
		case err != nil || !ip.Addr().Unmap().IsLoopback():
			return nil, "", fmt.Errorf("%q is no address of this machine alone: give it as 127.0.0.1:6061 or as unix:/run/program.sock", address)
		case ip.Addr().Unmap().Is4():
			to = &syscall.SockaddrInet4{Port: int(ip.Port()), Addr: ip.Addr().Unmap().As4()}
		default:
			family, to = syscall.AF_INET6, &syscall.SockaddrInet6{Port: int(ip.Port()), Addr: ip.Addr().As16()}
		}
	}
	// As in package net: no program is started between the socket's making and its mark.
	syscall.ForkLock.RLock()
	fd, err := syscall.Socket(family, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, "", os.NewSyscallError("socket", err)
	}
	if at, err = bindTo(fd, to); err != nil {
		syscall.Close(fd)
		return nil, "", fmt.Errorf("listen at %s: %w", address, err)
	}
	return os.NewFile(uintptr(fd), "socket of perfschema"), at, nil
}

// bindTo has a socket listen, without blocking.
func bindTo(fd int, to syscall.Sockaddr) (at string, err error) {
	path := ""
	if u, ok := to.(*syscall.SockaddrUnix); ok {
		path = u.Name
	} else if err := syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err != nil {
		return "", os.NewSyscallError("setsockopt", err)
	}
	err = syscall.Bind(fd, to)
	if err == syscall.EADDRINUSE && path != "" && abandoned(path) && os.Remove(path) == nil {
		err = syscall.Bind(fd, to)
	}
	if err != nil {
		return "", os.NewSyscallError("bind", err)
	}
	if path != "" {
		if err := os.Chmod(path, 0o600); err != nil {
			return "", err
		}
	}
	if err := syscall.Listen(fd, 16); err != nil {
		return "", os.NewSyscallError("listen", err)
	}
	if err := syscall.SetNonblock(fd, true); err != nil {
		return "", os.NewSyscallError("fcntl", err)
	}
	has, err := syscall.Getsockname(fd)
	if err != nil {
		return "", os.NewSyscallError("getsockname", err)
	}
	switch has := has.(type) {
	case *syscall.SockaddrInet4:
		return netip.AddrPortFrom(netip.AddrFrom4(has.Addr), uint16(has.Port)).String(), nil
	case *syscall.SockaddrInet6:
		return netip.AddrPortFrom(netip.AddrFrom16(has.Addr), uint16(has.Port)).String(), nil
	}
	return "unix:" + path, nil
}

// abandoned reports whether a path is a socket at which nobody listens, as one that the program's last
// run has left. A file of another kind, which refuses connections likewise, is not abandoned.
func abandoned(path string) bool {
	if info, err := os.Lstat(path); err != nil || info.Mode().Type() != os.ModeSocket {
		return false
	}
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return false
	}
	defer syscall.Close(fd)
	// Do not block: another program may listen there and have stopped accepting.
	return syscall.SetNonblock(fd, true) == nil && syscall.Connect(fd, &syscall.SockaddrUnix{Name: path}) == syscall.ECONNREFUSED
}

// accept waits for a client. The goroutine is parked meanwhile, and no thread blocked.
func accept(l *os.File) (*os.File, error) {
	raw, err := l.SyscallConn()
	if err != nil {
		return nil, err
	}
	fd := -1
	var failed error
	err = raw.Read(func(socket uintptr) bool {
		for { // the poller tells once of the clients that have come: pass over none of them
			syscall.ForkLock.RLock()
			fd, _, failed = syscall.Accept(int(socket))
			if failed == nil {
				syscall.CloseOnExec(fd)
			}
			syscall.ForkLock.RUnlock()
			if failed != syscall.EINTR && failed != syscall.ECONNABORTED {
				return failed != syscall.EAGAIN
			}
		}
	})
	if err != nil || failed != nil {
		if err == nil {
			err = failed
		}
		return nil, os.NewSyscallError("accept", err)
	}
	if err := syscall.SetNonblock(fd, true); err != nil {
		syscall.Close(fd)
		return nil, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(uintptr(fd), "client of perfschema"), nil
}
