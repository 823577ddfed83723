package mysqlschema

import (
	"slices"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// MySQL keeps these in its schema mysql, where tools that dump or survey a server look for
// them. All but the roles and used passwords have no rows: what they tell of is not here, or goes to files.

const (
	logsGoToFiles = "log_output is FILE: no log is kept in a table"
	noInnoDB      = "there is no InnoDB"
	noTimeZones   = "time zones are those of the Go runtime, and are not loaded into tables"
	noComponents  = "no component, plugin or shared library can be installed"
	noHelp        = "the texts of HELP are not kept here"
	noColumns     = "there are no privileges on columns"
	noProxies     = "no account stands for another"
	noFederated   = "there is no FEDERATED engine, which alone reads it"
)

// Tables returns the tables of the schema mysql, sorted by name.
func Tables() []*view.Table {
	table := func(name, comment, empty, primary string, columns ...view.Column) *view.Table {
		t := &view.Table{Name: name, Comment: comment, Columns: columns, Access: view.AlwaysOn, Empty: empty, Open: field.NoRows}
		if strings.HasSuffix(name, "_log") {
			t.Access, t.Truncate = t.Access|view.AllowTruncate, func(*perfschema.Schema) {} // there is nothing to take away
		}
		if primary != "" {
			t.Indexes = []view.Index{{Name: "PRIMARY", Columns: strings.Split(primary, ","), Unique: true}}
		}
		return t
	}
	column := func(name, typ string) view.Column { return view.Column{Name: name, Type: typ} }
	// named is a table of help, whose first column is its key and whose names are unique.
	named := func(name, comment, empty string, columns ...view.Column) *view.Table {
		t := table(name, comment, empty, columns[0].Name, columns...)
		t.Indexes = append(t.Indexes, view.Index{Name: "name", Columns: []string{"name"}, Unique: true})
		return t
	}
	nullable := func(name, typ string) view.Column { return view.Column{Name: name, Type: typ, Nullable: true} }
	all := []*view.Table{
		table("columns_priv", "Column privileges", noColumns, "Host,User,Db,Table_name,Column_name",
			column("Host", "char(255)"), column("Db", "char(64)"), column("User", "char(32)"), column("Table_name", "char(64)"), column("Column_name", "char(64)"),
			column("Timestamp", "timestamp"), column("Column_priv", "set('Select','Insert','Update','References')")),
		table("component", "Components", noComponents, "component_id",
			column("component_id", "int unsigned"), column("component_group_id", "int unsigned"), column("component_urn", "text")),
		defaultRoles(),
		table("func", "User defined functions", noComponents, "name",
			column("name", "char(64)"), column("ret", "tinyint"), column("dl", "char(128)"), column("type", "enum('function','aggregate')")),
		table("general_log", "General log", logsGoToFiles, "",
			column("event_time", "timestamp(6)"), column("user_host", "mediumtext"), column("thread_id", "bigint unsigned"),
			column("server_id", "int unsigned"), column("command_type", "varchar(64)"), column("argument", "mediumblob")),
		named("help_category", "help categories", noHelp,
			column("help_category_id", "smallint unsigned"), column("name", "char(64)"), nullable("parent_category_id", "smallint unsigned"), column("url", "text")),
		named("help_keyword", "help keywords", noHelp,
			column("help_keyword_id", "int unsigned"), column("name", "char(64)")),
		table("help_relation", "keyword-topic relation", noHelp, "help_keyword_id,help_topic_id",
			column("help_topic_id", "int unsigned"), column("help_keyword_id", "int unsigned")),
		named("help_topic", "help topics", noHelp,
			column("help_topic_id", "int unsigned"), column("name", "char(64)"), column("help_category_id", "smallint unsigned"),
			column("description", "text"), column("example", "text"), column("url", "text")),
		table("innodb_index_stats", "Statistics of InnoDB's indexes", noInnoDB, "database_name,table_name,index_name,stat_name",
			column("database_name", "varchar(64)"), column("table_name", "varchar(199)"), column("index_name", "varchar(64)"),
			column("last_update", "timestamp"), column("stat_name", "varchar(64)"), column("stat_value", "bigint unsigned"),
			nullable("sample_size", "bigint unsigned"), column("stat_description", "varchar(1024)")),
		table("innodb_table_stats", "Statistics of InnoDB's tables", noInnoDB, "database_name,table_name",
			column("database_name", "varchar(64)"), column("table_name", "varchar(199)"), column("last_update", "timestamp"),
			column("n_rows", "bigint unsigned"), column("clustered_index_size", "bigint unsigned"), column("sum_of_other_index_sizes", "bigint unsigned")),
		passwordHistory(),
		table("plugin", "MySQL plugins", noComponents, "name",
			column("name", "varchar(64)"), column("dl", "varchar(128)")),
		table("proxies_priv", "User proxy privileges", noProxies, "Host,User,Proxied_host,Proxied_user",
			column("Host", "char(255)"), column("User", "char(32)"), column("Proxied_host", "char(255)"), column("Proxied_user", "char(32)"),
			column("With_grant", "tinyint(1)"), column("Grantor", "varchar(288)"), column("Timestamp", "timestamp")),
		table("servers", "MySQL Foreign Servers table", noFederated, "Server_name",
			column("Server_name", "char(64)"), column("Host", "char(255)"), column("Db", "char(64)"), column("Username", "char(64)"),
			column("Password", "char(64)"), column("Port", "int"), column("Socket", "char(64)"), column("Wrapper", "char(64)"), column("Owner", "char(64)")),
		table("slow_log", "Slow log", logsGoToFiles, "",
			column("start_time", "timestamp(6)"), column("user_host", "mediumtext"), column("query_time", "time(6)"), column("lock_time", "time(6)"),
			column("rows_sent", "int"), column("rows_examined", "int"), column("db", "varchar(512)"), column("last_insert_id", "int"),
			column("insert_id", "int"), column("server_id", "int unsigned"), column("sql_text", "mediumblob"), column("thread_id", "bigint unsigned")),
		table("time_zone", "Time zones", noTimeZones, "Time_zone_id",
			column("Time_zone_id", "int unsigned"), column("Use_leap_seconds", "enum('Y','N')")),
		table("time_zone_leap_second", "Leap seconds information for time zones", noTimeZones, "Transition_time",
			column("Transition_time", "bigint"), column("Correction", "int")),
		table("time_zone_name", "Time zone names", noTimeZones, "Name",
			column("Name", "char(64)"), column("Time_zone_id", "int unsigned")),
		table("time_zone_transition", "Time zone transitions", noTimeZones, "Time_zone_id,Transition_time",
			column("Time_zone_id", "int unsigned"), column("Transition_time", "bigint"), column("Transition_type_id", "int unsigned")),
		table("time_zone_transition_type", "Time zone transition types", noTimeZones, "Time_zone_id,Transition_type_id",
			column("Time_zone_id", "int unsigned"), column("Transition_type_id", "int unsigned"), column("Offset", "int"),
			column("Is_DST", "tinyint unsigned"), column("Abbreviation", "char(8)")),
	}
	all = slices.Concat(all, costTables(table), channelTables(table))
	slices.SortFunc(all, func(a, b *view.Table) int { return strings.Compare(a.Name, b.Name) })
	return all
}
