package words

// collatePlace follows a statement and tells where COLLATE declares something: a column, a
// table, a database, a parameter, what SET NAMES sets. In an expression it only says how two
// texts are compared, of which MySQL warns nobody.
type collatePlace struct {
	declares   bool // the statement, as far as it has been read, declares
	depth      int  // parentheses that are open
	expression int  // the parenthesis that the expression of a CHECK, a default or a column began with; 0 outside one
}

// next takes the next token, in capitals, with the statement's first and the one before.
func (p *collatePlace) next(word, first, last string) {
	switch word {
	case "(":
		p.depth++
		if p.expression == 0 && (last == "CHECK" || last == "DEFAULT" || last == "AS" || last == "(") {
			p.expression = p.depth
		}
	case ")":
		if p.depth == p.expression {
			p.expression = 0
		}
		p.depth--
	case "NAMES":
		p.declares = p.declares || first == "SET"
	case "DECLARE":
		p.declares = true
	case "SELECT", "VALUES", "VIEW", "BEGIN", "RETURN":
		p.declares = false
	}
}

// isDeclaration says it of a COLLATE that stands here.
func (p *collatePlace) isDeclaration() bool { return p.declares && p.expression == 0 }
