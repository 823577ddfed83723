package dolt

import (
	"bytes"
	"os"

	"github.com/sirupsen/logrus"

	"github.com/perfschema/perfschema"
)

// logName is the FILE_NAME of the log.
const logName = "/dev/stderr"

// logOutput is standard error, whose writes count in every Schema of the
// process, as all servers share it; on no Thread, for whose it is is not known.
type logOutput struct{}

// Write implements io.Writer. What is not worth a line writes nothing.
func (logOutput) Write(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	storages.RLock()
	defer storages.RUnlock()
	waits := make([]perfschema.Wait, len(storages.list))
	for i, st := range storages.list {
		waits[i] = st.log.StartWait(nil, perfschema.OpWrite)
	}
	n, err := os.Stderr.Write(b)
	for i := range waits {
		waits[i].EndBytes(int64(n))
	}
	return n, err
}

// holdLog keeps back what is logged until the function it returns is called,
// which prints it or drops it: when a directory cannot be opened, the error
// says it all.
func holdLog() (replay func(show bool)) {
	var held bytes.Buffer
	logrus.SetOutput(&held)
	return func(show bool) {
		logrus.SetOutput(logOutput{})
		if show {
			_, _ = logOutput{}.Write(held.Bytes())
		}
	}
}
