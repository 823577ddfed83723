// Part of programs built by perfschema build: records calls of gRPC.

package main

import (
	"context"
	perfschema_start "runtime/perfschema"
	_ "unsafe" // for linkname

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Package grpc has these for options that all later servers and clients of the program get.

//go:linkname perfschema_serverOptions google.golang.org/grpc/internal.AddGlobalServerOptions
var perfschema_serverOptions interface{}

//go:linkname perfschema_dialOptions google.golang.org/grpc/internal.AddGlobalDialOptions
var perfschema_dialOptions interface{}

func init() {
	if !perfschema_start.Recording() {
		return
	}
	server, hasServer := perfschema_serverOptions.(func(...grpc.ServerOption))
	dial, hasDial := perfschema_dialOptions.(func(...grpc.DialOption))
	if !hasServer || !hasDial {
		return
	}
	server(grpc.ChainUnaryInterceptor(perfschema_serveUnary), grpc.ChainStreamInterceptor(perfschema_serveStream))
	dial(grpc.WithChainUnaryInterceptor(perfschema_send))
	perfschema_start.AddPatch("grpc")
}

func perfschema_serveUnary(ctx context.Context, request interface{}, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (answer interface{}, err error) {
	call := perfschema_start.ServeCall(info.FullMethod, false)
	returned := false // a handler that panics, or ends its goroutine, has failed
	defer func() { call.End(!returned || perfschema_failed(err)) }()
	answer, err = handler(ctx, request)
	returned = true
	return answer, err
}

func perfschema_serveStream(service interface{}, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) (err error) {
	method := info.FullMethod
	if service == nil { // no service is registered for it: the name is the client's
		method = "?"
	}
	call := perfschema_start.ServeCall(method, true)
	returned := false
	defer func() { call.End(!returned || perfschema_failed(err)) }()
	err = handler(service, stream)
	returned = true
	return err
}

func perfschema_send(ctx context.Context, method string, request, answer interface{}, to *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption) (err error) {
	call := perfschema_start.SendCall(method)
	returned := false
	defer func() { call.End(!returned || perfschema_failed(err) || status.Code(err) == codes.Canceled) }()
	err = invoke(ctx, method, request, answer, to, options...)
	returned = true
	return err
}

// perfschema_failed reports whether an error is the server's fault: another one is an answer that
// the client has to expect.
func perfschema_failed(err error) bool {
	if err == nil {
		return false
	}
	s, ok := status.FromError(err)
	if !ok {
		s = status.FromContextError(err) // as package grpc answers
	}
	switch s.Code() {
	case codes.Unknown, codes.DeadlineExceeded, codes.Unimplemented, codes.Internal, codes.Unavailable, codes.DataLoss:
		return true
	}
	return false
}
