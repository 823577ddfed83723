package view

import "github.com/perfschema/perfschema"

// lock runs the commands about locks, and says whether the line is one:
//
//	lock NAME thread=a object=job status=pending
//	grant NAME
//	unlock NAME
func (s *script) lock(command, name string, opts map[string]string) bool {
	switch command {
	case "lock":
		status := perfschema.MetadataGranted
		if opts["status"] == "pending" {
			status = perfschema.MetadataPending
		}
		s.locks[name] = s.schema.NewMetadataLock(perfschema.MetadataLockOptions{
			Thread: s.threads[opts["thread"]], ObjectType: perfschema.UserLevelLock, Name: opts["object"],
			Type: "EXCLUSIVE", Duration: perfschema.MetadataExplicit, Status: status,
		})
	case "grant":
		s.locks[name].SetStatus(perfschema.MetadataGranted)
	case "unlock":
		s.locks[name].Release()
		delete(s.locks, name)
	default:
		return false
	}
	return true
}
