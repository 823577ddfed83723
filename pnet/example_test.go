package pnet_test

import (
	"fmt"
	"io"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/pnet"
)

func Example() {
	ps, err := perfschema.New(perfschema.Config{
		Instruments: []perfschema.InstrumentRule{{Pattern: "wait/io/socket/%", State: perfschema.InstrumentOn}},
	})
	if err != nil {
		panic(err)
	}
	var keys pnet.Keys
	keys.Listener = ps.RegisterSocket("app", perfschema.Info{Name: "listener"})
	keys.Conn = ps.RegisterSocket("app", perfschema.Info{Name: "client_connection"})

	l, err := pnet.Listen(ps, keys, "tcp", "127.0.0.1:0") // was net.Listen
	if err != nil {
		panic(err)
	}
	go func() {
		c, _ := l.Accept()
		fmt.Fprint(c, "hello")
		c.Close()
	}()
	c, err := pnet.Dial(ps, keys.Conn, "tcp", l.Addr().String()) // was net.Dial
	if err != nil {
		panic(err)
	}
	text, _ := io.ReadAll(c)
	fmt.Println(string(text), ps.Read().SocketSummary()[keys.Conn-1].BytesRead)
	// Output: hello 5
}
