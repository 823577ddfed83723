package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"github.com/sirupsen/logrus"
	"golang.org/x/term"

	"github.com/perfschema/perfschema/server"
	"github.com/perfschema/perfschema/server/demo"
)

// stopTimeout bounds the stop; what cannot be interrupted by then is left to
// the end of the process.
const stopTimeout = 4 * time.Second

// maxStack is how far the stack of one goroutine may grow before the process
// ends; by itself the Go runtime would end it at half a gigabyte. Statements that
// need as much are refused before they are parsed. Values are not: a geometry
// collection within another takes nine bytes, of which max_allowed_packet lets
// seven million through.
const maxStack = 4 << 30

// demoTimeout is how long the demo may tidy up before that.
const demoTimeout = 500 * time.Millisecond

// serve runs the server until a signal or SHUTDOWN ends it.
func serve(args []string, stdout, stderr io.Writer) error {
	s, err := readSettings(args)
	if errors.Is(err, errHelp) {
		_, err = io.WriteString(stdout, serveHelp())
		return err
	}
	if err != nil {
		return err
	}
	if strconv.IntSize == 64 {
		debug.SetMaxStack(maxStack)
	}
	defer server.CollectGarbage(s.gcPercent, server.LimitMemory(s.memoryLimit))()
	writeWarnings(stderr, s.warnings)
	if err := s.askForPassword(newTerminal(stderr)); err != nil {
		return err
	}
	defer ignoreHangup()()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if s.demo && s.server.HTTP == "" {
		s.server.HTTP = demoHTTP(ctx)
	}
	running, err := server.Start(ctx, s.server)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	by := ""
	if s.server.Socket != "" {
		by = " and socket " + s.server.Socket
	}
	fmt.Fprintf(stdout, "perfschema: ready for connections on %s%s\n", running.Addr(), by)
	if a := running.HTTPAddr(); a != nil {
		fmt.Fprintf(stdout, "perfschema: see it in a browser at %s (metrics, health and profiles too)\n", pagesURL(a))
	}
	demoEnded := make(chan struct{})
	go func() {
		defer close(demoEnded)
		if s.demo {
			runDemo(ctx, s.server, running, stderr)
		}
	}()
	select {
	case <-ctx.Done():
	case <-running.ShutdownAsked():
		stop() // the demo too
	}
	select {
	case <-demoEnded:
	case <-time.After(demoTimeout):
	}
	stopServer(running)
	return nil
}

// demoPages is where the demo has its pages, unless somebody else listens there or --http
// says otherwise.
const demoPages = "127.0.0.1:9104"

// demoHTTP is where the demo listens for browsers: any port where that one is taken.
func demoHTTP(ctx context.Context) string {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", demoPages)
	if err != nil {
		return "127.0.0.1:0"
	}
	l.Close()
	return demoPages
}

// pagesURL is where a browser on this machine finds the pages of a server that listens on
// an address: on another machine's it speaks TLS.
func pagesURL(a net.Addr) string {
	scheme := "https"
	if tcp, ok := a.(*net.TCPAddr); ok && tcp.IP.IsLoopback() {
		scheme = "http"
	}
	return scheme + "://" + demo.Address(a) + "/"
}

// ignoreHangup has SIGHUP end nothing, until the function it returns is called.
// In MySQL it has logs opened anew; the log here is standard error, which its
// reader opens.
func ignoreHangup() (stop func()) {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-hangups:
				logrus.Info("SIGHUP: the log is standard error, there is none to open anew")
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(hangups)
		close(done)
	}
}

// runDemo runs the demo; the server serves on whatever comes of it.
func runDemo(ctx context.Context, cfg server.Config, running *server.Server, stderr io.Writer) {
	user := cfg.User
	if user == "" {
		user = server.DefaultUser
	}
	file, ok := stderr.(*os.File)
	err := demo.Run(ctx, demo.Options{
		Addr: demo.Address(running.Addr()), User: user, Password: cfg.Password, TLS: cfg.RequireSecureTransport,
		Out: stderr, Terminal: ok && term.IsTerminal(int(file.Fd())),
	})
	if err != nil {
		tell(stderr, err.Error())
	}
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
