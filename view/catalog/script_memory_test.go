package catalog

import "github.com/perfschema/perfschema"

// memory runs the commands about memory, and says whether the line is one:
//
//	memory NAME controlled global             register an instrument
//	allocate BLOCK thread=a of=NAME bytes=100 thread - is none
//	resize BLOCK thread=a bytes=200
//	release BLOCK thread=a
func (s *script) memory(command, name string, opts map[string]string) bool {
	thread := s.threads[opts["thread"]]
	switch command {
	case "memory":
		info := perfschema.Info{Name: name, Documentation: "memory of " + name}
		if opts["controlled"] != "" {
			info.Flags |= perfschema.FlagControlled
		}
		if opts["global"] != "" {
			info.Flags |= perfschema.FlagGlobal
		}
		s.memories[name] = s.schema.Memory(s.schema.RegisterMemory("app", info))
	case "allocate":
		b := s.memories[opts["of"]].Alloc(thread, int64(s.number(opts["bytes"])))
		s.blocks[name] = &b
	case "resize":
		s.blocks[name].Resize(thread, int64(s.number(opts["bytes"])))
	case "release":
		s.blocks[name].Free(thread)
	default:
		return false
	}
	return true
}
