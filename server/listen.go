package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
)

// listen opens the address that an option gave. Nothing is accepted yet.
func listen(ctx context.Context, option, address string) (net.Listener, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", address)
	switch {
	case err == nil:
		return l, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%w on %s: the port is in use; stop the program that has it, or choose another with --%s", ErrListen, address, option)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("%w on %s: this user may not use the port; choose one above 1023 with --%s", ErrListen, address, option)
	default:
		cause := err
		var op *net.OpError
		if errors.As(err, &op) {
			cause = op.Err
		}
		return nil, fmt.Errorf("%w on %s: %w; give host:port with --%s", ErrListen, address, cause, option)
	}
}

func isLoopback(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}
