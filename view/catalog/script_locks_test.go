package catalog

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// lock runs the commands about locks, and says whether the line is one:
//
//	lock NAME thread=a object=job status=pending
//	grant NAME
//	unlock NAME
//	opentable NAME thread=a schema=shop table=item external=write
//	closetable NAME
func (s *script) lock(command, name string, opts map[string]string) bool {
	switch command {
	case "lock":
		status := record.MetadataGranted
		if opts["status"] == "pending" {
			status = record.MetadataPending
		}
		s.locks[name] = s.schema.NewMetadataLock(perfschema.MetadataLockOptions{
			Thread: s.threads[opts["thread"]], ObjectType: record.UserLevelLock, Name: opts["object"],
			Type: "EXCLUSIVE", Duration: record.MetadataExplicit, Status: status,
		})
	case "grant":
		s.locks[name].SetStatus(record.MetadataGranted)
	case "unlock":
		s.locks[name].Release()
		delete(s.locks, name)
	case "opentable":
		h := s.schema.TableInstance("TABLE", opts["schema"], opts["table"]).OpenHandle(s.threads[opts["thread"]])
		h.SetLocks(tableLock(opts["internal"], perfschema.OpReadNormal, perfschema.OpWriteNormal),
			tableLock(opts["external"], perfschema.OpReadExternal, perfschema.OpWriteExternal))
		s.handles[name] = h
	case "closetable":
		s.handles[name].Close()
		delete(s.handles, name)
	default:
		return false
	}
	return true
}

func tableLock(word string, read, write perfschema.Operation) perfschema.Operation {
	return map[string]perfschema.Operation{"read": read, "write": write}[word]
}
