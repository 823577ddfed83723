package table

import "github.com/perfschema/perfschema/gms/dialect/rule"

// beforeLikes puts the rules of SHOW before those of LIKE.
var beforeLikes = []rule.Link{
	{Name: "like-ranges", Because: "a rule of SHOW knows a pattern by its LIKE"},
	{Name: "long-likes", Because: "a rule of SHOW knows a pattern by its LIKE"},
}
