package main

import (
	"context"
	"net"

	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/stats"
	"google.golang.org/grpc/status"

	"github.com/perfschema/perfschema"
)

// statsHandler makes a statement of each call that a server of gRPC answers: its digest
// is the method, its error the code. A call has a Thread of its own, which only its
// beginning and its end write by; the handler finds it in its context, of which pdb and
// perfschema.Go take children.
type statsHandler struct {
	ps     *perfschema.Schema
	thread perfschema.ThreadKey
	call   perfschema.StatementKey
}

var _ stats.Handler = (*statsHandler)(nil)

func newStatsHandler(ps *perfschema.Schema) *statsHandler {
	return &statsHandler{
		ps:     ps,
		thread: ps.RegisterThread("rpc", perfschema.Info{Name: "call", Documentation: "call that is answered"}),
		call:   ps.RegisterStatement("rpc", perfschema.Info{Name: "call", Documentation: "call that is answered"}),
	}
}

// call is one that is answered.
type call struct {
	thread    *perfschema.Thread
	method    string
	statement perfschema.Statement
}

type callKey struct{}

// TagRPC puts the call's Thread into the context that its handler will see.
func (h *statsHandler) TagRPC(ctx context.Context, info *stats.RPCTagInfo) context.Context {
	c := &call{h.ps.NewThread(h.thread, perfschema.ThreadOptions{Background: true}), info.FullMethodName, perfschema.Statement{}}
	if p, ok := peer.FromContext(ctx); ok {
		if host, _, err := net.SplitHostPort(p.Addr.String()); err == nil {
			c.thread.SetAccount("", host)
		}
	}
	return perfschema.NewContext(context.WithValue(ctx, callKey{}, c), c.thread)
}

// HandleRPC is told of a call's beginning and of its end, one after the other. What lies
// between, payloads of both directions, may come on two goroutines and is left out.
func (h *statsHandler) HandleRPC(ctx context.Context, s stats.RPCStats) {
	c, ok := ctx.Value(callKey{}).(*call)
	if !ok {
		return
	}
	switch s := s.(type) {
	case *stats.Begin:
		c.statement = c.thread.BeginStatement(h.call)
		c.statement.SetText(c.method)
		c.statement.SetDigest(c.method)
	case *stats.End:
		if s.Error != nil {
			st := status.Convert(s.Error)
			c.statement.SetError(int(st.Code()), "HY000", st.Message())
		}
		c.thread.End() // and the statement with it
	}
}

// TagConn and HandleConn are for connections, which this handler says nothing of.
func (h *statsHandler) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }
func (h *statsHandler) HandleConn(context.Context, stats.ConnStats)                       {}
