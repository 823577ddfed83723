// Package absent leaves one rule of the dialect out of a test's process, to show what the rule is
// for. Test files alone import it.
//
// The lists of rules are composed when their packages are initialized. Go initializes packages in
// the order of their paths, as far as imports allow: this one, which imports the registry alone,
// comes before all that compose lists.
package absent

import (
	"os"

	"github.com/perfschema/perfschema/gms/dialect/rule"
)

// Variable is the environment variable that names the rule.
const Variable = "PERFSCHEMA_TEST_WITHOUT_RULE"

func init() { rule.LeaveOut(os.Getenv(Variable)) }
