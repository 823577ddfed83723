package perfschema_test

import (
	"fmt"

	"github.com/perfschema/perfschema"
)

// Any program can ask what its memory is. The parts come to what the operating
// system says.
func ExampleReader_ProcessMemory() {
	schema, err := perfschema.New(perfschema.Config{})
	if err != nil {
		panic(err)
	}
	var total int64
	parts := schema.Read().ProcessMemory()
	for _, part := range parts {
		total += part.Bytes // and part.Name, part.Kind
	}
	fmt.Println(parts[len(parts)-1].Name, total > 1<<20)
	// Output: unexplained true
}

// A cache says that its own package allocates what it counts: it is not counted
// as memory of that package as well.
func ExampleMemory_AllocatedIn() {
	schema, err := perfschema.New(perfschema.Config{})
	if err != nil {
		panic(err)
	}
	cache := schema.Memory(schema.RegisterMemory("app", perfschema.Info{Name: "cache", Documentation: "entries by key"})).AllocatedIn()

	entry := make([]byte, 1000)
	block := cache.Alloc(nil, int64(len(entry)))
	for _, part := range schema.Read().ProcessMemory() {
		if part.Name == "memory/app/cache" {
			fmt.Println(part.Kind, part.Bytes)
		}
	}
	block.Free(nil)
	// Output: exact 1000
}
