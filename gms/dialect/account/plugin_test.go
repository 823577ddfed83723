package account

import "testing"

func TestPolicyPlugin(t *testing.T) {
	for policy, want := range map[string]string{
		"": SHA2, "*,,": SHA2, "*": SHA2, " Caching_SHA2_password ,,": SHA2, "mysql_native_password,,": Native,
		"nonsense": "", "*,*": "", "caching_sha2_password,authentication_ldap_sasl,": "",
	} {
		plugin, ok := policyPlugin(policy)
		if ok != (want != "") || ok && plugin != want {
			t.Errorf("%q: %q, %v", policy, plugin, ok)
		}
	}
}

func TestOpens(t *testing.T) {
	for _, test := range []struct {
		plugin, stored string
		want           bool
	}{{Native, "", true}, {SHA2, "", true}, {"", "", true}, {Native, "*HASH", false}, {"authentication_dolt_jwt", "", false}} {
		if got := opens(test.plugin, test.stored); got != test.want {
			t.Errorf("%q %q: %v", test.plugin, test.stored, got)
		}
	}
}
