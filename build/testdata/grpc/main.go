// Command grpc serves calls of gRPC that wait in known ways, sends them itself, one after another,
// and says that it is ready. It ends when standard input does. Lines that wait are marked.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
)

type server struct {
	mu               sync.Mutex
	holding, release chan bool
	during, update   chan bool
	intercepted      atomic.Int64
	to               *grpc.ClientConn
}

func (s *server) hold(context.Context) error {
	s.mu.Lock()
	s.holding <- true
	<-s.release // wait: hold
	s.mu.Unlock()
	return nil
}

func (s *server) held(context.Context) error {
	s.mu.Lock() // wait: held
	s.mu.Unlock()
	return nil
}

func (s *server) start(context.Context) error {
	done := make(chan bool)
	go func() {
		s.child()
		close(done)
	}()
	parked("child", "chan receive")
	s.during <- true
	<-done
	return nil
}

func (s *server) child() {
	<-s.during // wait: child
}

func (s *server) ask(ctx context.Context) error {
	return s.call(ctx, "Held")
}

func (s *server) watch(_ any, stream grpc.ServerStream) error {
	<-s.update // wait: watch
	return stream.SendMsg(&emptypb.Empty{})
}

func answers(err error) func(*server, context.Context) error {
	return func(*server, context.Context) error { return err }
}

// method is one of the service's.
func method(name string, f func(*server, context.Context) error) grpc.MethodDesc {
	return grpc.MethodDesc{MethodName: name, Handler: func(s any, ctx context.Context, decode func(any) error, chain grpc.UnaryServerInterceptor) (any, error) {
		in := new(emptypb.Empty)
		if err := decode(in); err != nil {
			return nil, err
		}
		handler := func(ctx context.Context, _ any) (any, error) { return in, f(s.(*server), ctx) }
		return chain(ctx, in, &grpc.UnaryServerInfo{Server: s, FullMethod: "/test.Shop/" + name}, handler)
	}}
}

func main() {
	s := &server{holding: make(chan bool), release: make(chan bool), during: make(chan bool), update: make(chan bool)}
	// The program has an interceptor of its own.
	of := grpc.NewServer(grpc.UnaryInterceptor(func(ctx context.Context, request any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		s.intercepted.Add(1)
		return handler(ctx, request)
	}), grpc.NumStreamWorkers(2), grpc.UnknownServiceHandler(func(any, grpc.ServerStream) error { return status.Error(codes.Unimplemented, "unknown") }))
	of.RegisterService(&grpc.ServiceDesc{
		ServiceName: "test.Shop", HandlerType: (*any)(nil),
		Methods: []grpc.MethodDesc{
			method("Hold", (*server).hold), method("Held", (*server).held), method("Start", (*server).start), method("Ask", (*server).ask),
			method("Fails", answers(status.Error(codes.Internal, "on purpose"))), method("Errs", answers(errors.New("without a status"))),
			method("Late", answers(fmt.Errorf("late: %w", context.DeadlineExceeded))), method("Refuses", answers(status.Error(codes.NotFound, "none"))),
		},
		Streams: []grpc.StreamDesc{{StreamName: "Watch", ServerStreams: true, Handler: func(service any, stream grpc.ServerStream) error { return service.(*server).watch(service, stream) }}},
	}, s)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	go of.Serve(l)
	s.to, err = grpc.NewClient(l.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	must(err)
	s.callAll()
	if s.intercepted.Load() != 9 {
		panic(fmt.Sprint(s.intercepted.Load(), " calls went through the program's own interceptor"))
	}
	fmt.Println("ready", l.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func (s *server) callAll() {
	ctx := context.Background()
	one, two := s.background("Hold"), make(chan bool)
	<-s.holding
	go func() {
		<-s.background("Held")
		close(two)
	}()
	parked("held", "sync.Mutex.Lock")
	s.release <- true
	<-one
	<-two
	must(s.call(ctx, "Start"))
	must(s.call(ctx, "Ask"))
	for _, name := range []string{"Fails", "Errs", "Late", "Refuses", "secret"} {
		if s.call(ctx, name) == nil {
			panic("no error of " + name)
		}
	}
	stream, err := s.to.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, "/test.Shop/Watch")
	must(err)
	must(stream.SendMsg(&emptypb.Empty{}))
	must(stream.CloseSend())
	parked("watch", "chan receive")
	s.update <- true
	must(stream.RecvMsg(new(emptypb.Empty)))
	if err := stream.RecvMsg(new(emptypb.Empty)); err != io.EOF {
		panic(err)
	}
}

func (s *server) call(ctx context.Context, name string) error {
	return s.to.Invoke(ctx, "/test.Shop/"+name, &emptypb.Empty{}, new(emptypb.Empty))
}

// background makes a call, and returns a channel that is closed once it is answered.
func (s *server) background(name string) chan bool {
	done := make(chan bool)
	go func() {
		must(s.call(context.Background(), name))
		close(done)
	}()
	return done
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// parked returns when a goroutine waits in a method for a reason.
func parked(name, reason string) {
	buffer := make([]byte, 1<<20)
	for {
		for _, g := range strings.Split(string(buffer[:runtime.Stack(buffer, true)]), "\n\n") {
			head, stack, _ := strings.Cut(g, "\n")
			if strings.Contains(stack, ")."+name+"(") && strings.Contains(head, "["+reason) {
				return
			}
		}
		time.Sleep(time.Millisecond)
	}
}
