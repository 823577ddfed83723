package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"syscall"
	"time"

	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema/server"
)

// stopTimeout bounds the stop; what cannot be interrupted by then is left to
// the end of the process.
const stopTimeout = 4500 * time.Millisecond

// serve runs the server until a signal ends it.
func serve(args []string, stdout, stderr io.Writer) error {
	s, err := readSettings(args)
	if errors.Is(err, errHelp) {
		_, err = io.WriteString(stdout, serveHelp())
		return err
	}
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	running, err := server.Start(ctx, s.server)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	fmt.Fprintf(stdout, "perfschema: ready for connections on %s\n", running.Addr())
	<-ctx.Done()
	stopServer(running)
	return nil
}

// stopServer closes the server within the time there is.
func stopServer(running *server.Server) {
	closed := make(chan error, 1)
	go func() { closed <- running.Close() }()
	select {
	case err := <-closed:
		if err != nil {
			logrus.Warnf("stopping: %v", err)
		}
	case <-time.After(stopTimeout):
		logrus.Warn("stopping: some work could not be interrupted; what was committed is safe")
	}
}
