CREATE DATABASE IF NOT EXISTS `ps` ON CLUSTER `c1`;

CREATE TABLE IF NOT EXISTS `ps`.`events_waits_summary_global_by_event_name_local` ON CLUSTER `c1`
(
    `SERVER_UUID` String,
    `SERVER_NAME` Nullable(String),
    `WINDOW_START` DateTime('UTC'),
    `WINDOW_END` DateTime('UTC'),
    `EVENT_NAME` String,
    `COUNT_STAR` Nullable(UInt64),
    `SUM_TIMER_WAIT` Nullable(UInt64),
    `MIN_TIMER_WAIT` Nullable(UInt64),
    `AVG_TIMER_WAIT` Nullable(UInt64),
    `MAX_TIMER_WAIT` Nullable(UInt64),
    `WINDOW_START_MICROSECOND` UInt32,
    `WINDOW_END_MICROSECOND` UInt32,
    `WINDOW_ROW` UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/ps/events_waits_summary_global_by_event_name', '{replica}')
PARTITION BY toYYYYMMDD(WINDOW_START)
ORDER BY (SERVER_UUID, EVENT_NAME, WINDOW_START, WINDOW_START_MICROSECOND, WINDOW_ROW)
TTL WINDOW_START + INTERVAL 720 HOUR;

CREATE TABLE IF NOT EXISTS `ps`.`events_waits_summary_global_by_event_name` ON CLUSTER `c1` AS `ps`.`events_waits_summary_global_by_event_name_local`
ENGINE = Distributed(`c1`, `ps`, `events_waits_summary_global_by_event_name_local`, cityHash64(SERVER_UUID));

CREATE TABLE IF NOT EXISTS `ps`.`events_errors_summary_global_by_error_local` ON CLUSTER `c1`
(
    `SERVER_UUID` String,
    `SERVER_NAME` Nullable(String),
    `WINDOW_START` DateTime('UTC'),
    `WINDOW_END` DateTime('UTC'),
    `ERROR_NUMBER` Nullable(Int64),
    `ERROR_NAME` Nullable(String),
    `SQL_STATE` Nullable(String),
    `SUM_ERROR_RAISED` Nullable(UInt64),
    `SUM_ERROR_HANDLED` Nullable(UInt64),
    `FIRST_SEEN` Nullable(DateTime('UTC')),
    `LAST_SEEN` Nullable(DateTime('UTC')),
    `WINDOW_START_MICROSECOND` UInt32,
    `WINDOW_END_MICROSECOND` UInt32,
    `WINDOW_ROW` UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/ps/events_errors_summary_global_by_error', '{replica}')
PARTITION BY toYYYYMMDD(WINDOW_START)
ORDER BY (SERVER_UUID, WINDOW_START, WINDOW_START_MICROSECOND, WINDOW_ROW)
TTL WINDOW_START + INTERVAL 720 HOUR;

CREATE TABLE IF NOT EXISTS `ps`.`events_errors_summary_global_by_error` ON CLUSTER `c1` AS `ps`.`events_errors_summary_global_by_error_local`
ENGINE = Distributed(`c1`, `ps`, `events_errors_summary_global_by_error_local`, cityHash64(SERVER_UUID));

CREATE TABLE IF NOT EXISTS `ps`.`file_summary_by_event_name_local` ON CLUSTER `c1`
(
    `SERVER_UUID` String,
    `SERVER_NAME` Nullable(String),
    `WINDOW_START` DateTime('UTC'),
    `WINDOW_END` DateTime('UTC'),
    `EVENT_NAME` String,
    `COUNT_STAR` Nullable(UInt64),
    `SUM_TIMER_WAIT` Nullable(UInt64),
    `MIN_TIMER_WAIT` Nullable(UInt64),
    `AVG_TIMER_WAIT` Nullable(UInt64),
    `MAX_TIMER_WAIT` Nullable(UInt64),
    `COUNT_READ` Nullable(UInt64),
    `SUM_TIMER_READ` Nullable(UInt64),
    `MIN_TIMER_READ` Nullable(UInt64),
    `AVG_TIMER_READ` Nullable(UInt64),
    `MAX_TIMER_READ` Nullable(UInt64),
    `SUM_NUMBER_OF_BYTES_READ` Nullable(Int64),
    `COUNT_WRITE` Nullable(UInt64),
    `SUM_TIMER_WRITE` Nullable(UInt64),
    `MIN_TIMER_WRITE` Nullable(UInt64),
    `AVG_TIMER_WRITE` Nullable(UInt64),
    `MAX_TIMER_WRITE` Nullable(UInt64),
    `SUM_NUMBER_OF_BYTES_WRITE` Nullable(Int64),
    `COUNT_MISC` Nullable(UInt64),
    `SUM_TIMER_MISC` Nullable(UInt64),
    `MIN_TIMER_MISC` Nullable(UInt64),
    `AVG_TIMER_MISC` Nullable(UInt64),
    `MAX_TIMER_MISC` Nullable(UInt64),
    `WINDOW_START_MICROSECOND` UInt32,
    `WINDOW_END_MICROSECOND` UInt32,
    `WINDOW_ROW` UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/ps/file_summary_by_event_name', '{replica}')
PARTITION BY toYYYYMMDD(WINDOW_START)
ORDER BY (SERVER_UUID, EVENT_NAME, WINDOW_START, WINDOW_START_MICROSECOND, WINDOW_ROW)
TTL WINDOW_START + INTERVAL 720 HOUR;

CREATE TABLE IF NOT EXISTS `ps`.`file_summary_by_event_name` ON CLUSTER `c1` AS `ps`.`file_summary_by_event_name_local`
ENGINE = Distributed(`c1`, `ps`, `file_summary_by_event_name_local`, cityHash64(SERVER_UUID));

CREATE TABLE IF NOT EXISTS `ps`.`memory_summary_global_by_event_name_local` ON CLUSTER `c1`
(
    `SERVER_UUID` String,
    `SERVER_NAME` Nullable(String),
    `WINDOW_START` DateTime('UTC'),
    `WINDOW_END` DateTime('UTC'),
    `EVENT_NAME` String,
    `COUNT_ALLOC` Nullable(UInt64),
    `COUNT_FREE` Nullable(UInt64),
    `SUM_NUMBER_OF_BYTES_ALLOC` Nullable(UInt64),
    `SUM_NUMBER_OF_BYTES_FREE` Nullable(UInt64),
    `LOW_COUNT_USED` Nullable(Int64),
    `CURRENT_COUNT_USED` Nullable(Int64),
    `HIGH_COUNT_USED` Nullable(Int64),
    `LOW_NUMBER_OF_BYTES_USED` Nullable(Int64),
    `CURRENT_NUMBER_OF_BYTES_USED` Nullable(Int64),
    `HIGH_NUMBER_OF_BYTES_USED` Nullable(Int64),
    `WINDOW_START_MICROSECOND` UInt32,
    `WINDOW_END_MICROSECOND` UInt32,
    `WINDOW_ROW` UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/ps/memory_summary_global_by_event_name', '{replica}')
PARTITION BY toYYYYMMDD(WINDOW_START)
ORDER BY (SERVER_UUID, EVENT_NAME, WINDOW_START, WINDOW_START_MICROSECOND, WINDOW_ROW)
TTL WINDOW_START + INTERVAL 720 HOUR;

CREATE TABLE IF NOT EXISTS `ps`.`memory_summary_global_by_event_name` ON CLUSTER `c1` AS `ps`.`memory_summary_global_by_event_name_local`
ENGINE = Distributed(`c1`, `ps`, `memory_summary_global_by_event_name_local`, cityHash64(SERVER_UUID));

CREATE TABLE IF NOT EXISTS `ps`.`global_status_local` ON CLUSTER `c1`
(
    `SERVER_UUID` String,
    `SERVER_NAME` Nullable(String),
    `WINDOW_START` DateTime('UTC'),
    `WINDOW_END` DateTime('UTC'),
    `VARIABLE_NAME` String,
    `VARIABLE_VALUE` Nullable(String),
    `WINDOW_START_MICROSECOND` UInt32,
    `WINDOW_END_MICROSECOND` UInt32,
    `WINDOW_ROW` UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/ps/global_status', '{replica}')
PARTITION BY toYYYYMMDD(WINDOW_START)
ORDER BY (SERVER_UUID, VARIABLE_NAME, WINDOW_START, WINDOW_START_MICROSECOND, WINDOW_ROW)
TTL WINDOW_START + INTERVAL 720 HOUR;

CREATE TABLE IF NOT EXISTS `ps`.`global_status` ON CLUSTER `c1` AS `ps`.`global_status_local`
ENGINE = Distributed(`c1`, `ps`, `global_status_local`, cityHash64(SERVER_UUID));

CREATE TABLE IF NOT EXISTS `ps`.`table_io_waits_summary_by_index_usage_local` ON CLUSTER `c1`
(
    `SERVER_UUID` String,
    `SERVER_NAME` Nullable(String),
    `WINDOW_START` DateTime('UTC'),
    `WINDOW_END` DateTime('UTC'),
    `OBJECT_TYPE` Nullable(String),
    `OBJECT_SCHEMA` Nullable(String),
    `OBJECT_NAME` Nullable(String),
    `INDEX_NAME` Nullable(String),
    `COUNT_STAR` Nullable(UInt64),
    `SUM_TIMER_WAIT` Nullable(UInt64),
    `MIN_TIMER_WAIT` Nullable(UInt64),
    `AVG_TIMER_WAIT` Nullable(UInt64),
    `MAX_TIMER_WAIT` Nullable(UInt64),
    `COUNT_READ` Nullable(UInt64),
    `SUM_TIMER_READ` Nullable(UInt64),
    `MIN_TIMER_READ` Nullable(UInt64),
    `AVG_TIMER_READ` Nullable(UInt64),
    `MAX_TIMER_READ` Nullable(UInt64),
    `COUNT_WRITE` Nullable(UInt64),
    `SUM_TIMER_WRITE` Nullable(UInt64),
    `MIN_TIMER_WRITE` Nullable(UInt64),
    `AVG_TIMER_WRITE` Nullable(UInt64),
    `MAX_TIMER_WRITE` Nullable(UInt64),
    `COUNT_FETCH` Nullable(UInt64),
    `SUM_TIMER_FETCH` Nullable(UInt64),
    `MIN_TIMER_FETCH` Nullable(UInt64),
    `AVG_TIMER_FETCH` Nullable(UInt64),
    `MAX_TIMER_FETCH` Nullable(UInt64),
    `COUNT_INSERT` Nullable(UInt64),
    `SUM_TIMER_INSERT` Nullable(UInt64),
    `MIN_TIMER_INSERT` Nullable(UInt64),
    `AVG_TIMER_INSERT` Nullable(UInt64),
    `MAX_TIMER_INSERT` Nullable(UInt64),
    `COUNT_UPDATE` Nullable(UInt64),
    `SUM_TIMER_UPDATE` Nullable(UInt64),
    `MIN_TIMER_UPDATE` Nullable(UInt64),
    `AVG_TIMER_UPDATE` Nullable(UInt64),
    `MAX_TIMER_UPDATE` Nullable(UInt64),
    `COUNT_DELETE` Nullable(UInt64),
    `SUM_TIMER_DELETE` Nullable(UInt64),
    `MIN_TIMER_DELETE` Nullable(UInt64),
    `AVG_TIMER_DELETE` Nullable(UInt64),
    `MAX_TIMER_DELETE` Nullable(UInt64),
    `WINDOW_START_MICROSECOND` UInt32,
    `WINDOW_END_MICROSECOND` UInt32,
    `WINDOW_ROW` UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/ps/table_io_waits_summary_by_index_usage', '{replica}')
PARTITION BY toYYYYMMDD(WINDOW_START)
ORDER BY (SERVER_UUID, WINDOW_START, WINDOW_START_MICROSECOND, WINDOW_ROW)
TTL WINDOW_START + INTERVAL 720 HOUR;

CREATE TABLE IF NOT EXISTS `ps`.`table_io_waits_summary_by_index_usage` ON CLUSTER `c1` AS `ps`.`table_io_waits_summary_by_index_usage_local`
ENGINE = Distributed(`c1`, `ps`, `table_io_waits_summary_by_index_usage_local`, cityHash64(SERVER_UUID));

CREATE TABLE IF NOT EXISTS `ps`.`events_statements_summary_by_account_by_event_name_local` ON CLUSTER `c1`
(
    `SERVER_UUID` String,
    `SERVER_NAME` Nullable(String),
    `WINDOW_START` DateTime('UTC'),
    `WINDOW_END` DateTime('UTC'),
    `USER` Nullable(String),
    `HOST` Nullable(String),
    `EVENT_NAME` String,
    `COUNT_STAR` Nullable(UInt64),
    `SUM_TIMER_WAIT` Nullable(UInt64),
    `MIN_TIMER_WAIT` Nullable(UInt64),
    `AVG_TIMER_WAIT` Nullable(UInt64),
    `MAX_TIMER_WAIT` Nullable(UInt64),
    `SUM_LOCK_TIME` Nullable(UInt64),
    `SUM_ERRORS` Nullable(UInt64),
    `SUM_WARNINGS` Nullable(UInt64),
    `SUM_ROWS_AFFECTED` Nullable(UInt64),
    `SUM_ROWS_SENT` Nullable(UInt64),
    `SUM_ROWS_EXAMINED` Nullable(UInt64),
    `SUM_CREATED_TMP_DISK_TABLES` Nullable(UInt64),
    `SUM_CREATED_TMP_TABLES` Nullable(UInt64),
    `SUM_SELECT_FULL_JOIN` Nullable(UInt64),
    `SUM_SELECT_FULL_RANGE_JOIN` Nullable(UInt64),
    `SUM_SELECT_RANGE` Nullable(UInt64),
    `SUM_SELECT_RANGE_CHECK` Nullable(UInt64),
    `SUM_SELECT_SCAN` Nullable(UInt64),
    `SUM_SORT_MERGE_PASSES` Nullable(UInt64),
    `SUM_SORT_RANGE` Nullable(UInt64),
    `SUM_SORT_ROWS` Nullable(UInt64),
    `SUM_SORT_SCAN` Nullable(UInt64),
    `SUM_NO_INDEX_USED` Nullable(UInt64),
    `SUM_NO_GOOD_INDEX_USED` Nullable(UInt64),
    `SUM_CPU_TIME` Nullable(UInt64),
    `MAX_CONTROLLED_MEMORY` Nullable(UInt64),
    `MAX_TOTAL_MEMORY` Nullable(UInt64),
    `COUNT_SECONDARY` Nullable(UInt64),
    `WINDOW_START_MICROSECOND` UInt32,
    `WINDOW_END_MICROSECOND` UInt32,
    `WINDOW_ROW` UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/ps/events_statements_summary_by_account_by_event_name', '{replica}')
PARTITION BY toYYYYMMDD(WINDOW_START)
ORDER BY (SERVER_UUID, EVENT_NAME, WINDOW_START, WINDOW_START_MICROSECOND, WINDOW_ROW)
TTL WINDOW_START + INTERVAL 720 HOUR;

CREATE TABLE IF NOT EXISTS `ps`.`events_statements_summary_by_account_by_event_name` ON CLUSTER `c1` AS `ps`.`events_statements_summary_by_account_by_event_name_local`
ENGINE = Distributed(`c1`, `ps`, `events_statements_summary_by_account_by_event_name_local`, cityHash64(SERVER_UUID));

CREATE TABLE IF NOT EXISTS `ps`.`query_profiles_summary_by_digest_local` ON CLUSTER `c1`
(
    `SERVER_UUID` String,
    `SERVER_NAME` Nullable(String),
    `WINDOW_START` DateTime('UTC'),
    `WINDOW_END` DateTime('UTC'),
    `SCHEMA_NAME` Nullable(String),
    `DIGEST` String,
    `DIGEST_TEXT` Nullable(String),
    `COUNT_STAR` Nullable(UInt64),
    `COUNT_SAMPLED` Nullable(UInt64),
    `SAMPLES` Nullable(UInt64),
    `COUNT_PLANNED` Nullable(UInt64),
    `PLANNED_SAMPLES` Nullable(UInt64),
    `PLAN_HASH` Nullable(String),
    `durationTotal` Nullable(Decimal(18, 6)),
    `MAX_DURATION` Nullable(Decimal(18, 6)),
    `SLOWEST_QUERY_ID` Nullable(Int64),
    `SLOWEST_SEEN` Nullable(DateTime('UTC')),
    `WALL_CPU` Nullable(Decimal(18, 6)),
    `WALL_WAITING` Nullable(Decimal(18, 6)),
    `WALL_IDLE` Nullable(Decimal(18, 6)),
    `CORES_USED` Nullable(Float64),
    `CPU_QUEUED` Nullable(Decimal(18, 6)),
    `SAMPLED_TIME` Nullable(Decimal(18, 6)),
    `FIRST_SEEN` Nullable(DateTime('UTC')),
    `LAST_SEEN` Nullable(DateTime('UTC')),
    `profIdle` Nullable(Decimal(18, 6)),
    `profCpu` Nullable(Decimal(18, 6)),
    `profPersistentReadCache` Nullable(Decimal(18, 6)),
    `profPersistentWriteCache` Nullable(Decimal(18, 6)),
    `profPersistentReadS3` Nullable(Decimal(18, 6)),
    `profPersistentWriteS3` Nullable(Decimal(18, 6)),
    `profIntDataReadLocalSSD` Nullable(Decimal(18, 6)),
    `profIntDataWriteLocalSSD` Nullable(Decimal(18, 6)),
    `profIntDataReadS3` Nullable(Decimal(18, 6)),
    `profIntDataWriteS3` Nullable(Decimal(18, 6)),
    `profRemoteExtRead` Nullable(Decimal(18, 6)),
    `profRemoteExtWrite` Nullable(Decimal(18, 6)),
    `profResWriteS3` Nullable(Decimal(18, 6)),
    `profFsMeta` Nullable(Decimal(18, 6)),
    `profDataExchangeNet` Nullable(Decimal(18, 6)),
    `profDataExchangeMsg` Nullable(Decimal(18, 6)),
    `profControlPlaneMsg` Nullable(Decimal(18, 6)),
    `profOs` Nullable(Decimal(18, 6)),
    `profMutex` Nullable(Decimal(18, 6)),
    `profSetup` Nullable(Decimal(18, 6)),
    `profSetupMesh` Nullable(Decimal(18, 6)),
    `profTeardown` Nullable(Decimal(18, 6)),
    `profScanRso` Nullable(Decimal(18, 6)),
    `profXtScanRso` Nullable(Decimal(18, 6)),
    `profProjRso` Nullable(Decimal(18, 6)),
    `profSortRso` Nullable(Decimal(18, 6)),
    `profFilterRso` Nullable(Decimal(18, 6)),
    `profResRso` Nullable(Decimal(18, 6)),
    `profDmlRso` Nullable(Decimal(18, 6)),
    `profHjRso` Nullable(Decimal(18, 6)),
    `profBufRso` Nullable(Decimal(18, 6)),
    `profFlatRso` Nullable(Decimal(18, 6)),
    `profBloomRso` Nullable(Decimal(18, 6)),
    `profAggRso` Nullable(Decimal(18, 6)),
    `profBandRso` Nullable(Decimal(18, 6)),
    `profPercentileRso` Nullable(Decimal(18, 6)),
    `profUdtfRso` Nullable(Decimal(18, 6)),
    `profOtherRso` Nullable(Decimal(18, 6)),
    `WINDOW_START_MICROSECOND` UInt32,
    `WINDOW_END_MICROSECOND` UInt32,
    `SLOWEST_SEEN_MICROSECOND` Nullable(UInt32),
    `FIRST_SEEN_MICROSECOND` Nullable(UInt32),
    `LAST_SEEN_MICROSECOND` Nullable(UInt32),
    `WINDOW_ROW` UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/ps/query_profiles_summary_by_digest', '{replica}')
PARTITION BY toYYYYMMDD(WINDOW_START)
ORDER BY (SERVER_UUID, DIGEST, WINDOW_START, WINDOW_START_MICROSECOND, WINDOW_ROW)
TTL WINDOW_START + INTERVAL 720 HOUR;

CREATE TABLE IF NOT EXISTS `ps`.`query_profiles_summary_by_digest` ON CLUSTER `c1` AS `ps`.`query_profiles_summary_by_digest_local`
ENGINE = Distributed(`c1`, `ps`, `query_profiles_summary_by_digest_local`, cityHash64(SERVER_UUID));

CREATE TABLE IF NOT EXISTS `ps`.`query_plans_local` ON CLUSTER `c1`
(
    `SERVER_UUID` String,
    `SERVER_NAME` Nullable(String),
    `WINDOW_START` DateTime('UTC'),
    `WINDOW_END` DateTime('UTC'),
    `SCHEMA_NAME` Nullable(String),
    `DIGEST` String,
    `PLAN_HASH` Nullable(String),
    `DIGEST_TEXT` Nullable(String),
    `FIRST_SEEN` Nullable(DateTime('UTC')),
    `LAST_SEEN` Nullable(DateTime('UTC')),
    `COUNT_STAR` Nullable(UInt64),
    `COUNT_KEPT` Nullable(UInt64),
    `SUM_ERRORS` Nullable(UInt64),
    `SUM_TIMER_WAIT` Nullable(UInt64),
    `AVG_TIMER_WAIT` Nullable(UInt64),
    `MAX_TIMER_WAIT` Nullable(UInt64),
    `QUANTILE_95` Nullable(UInt64),
    `QUANTILE_99` Nullable(UInt64),
    `QUANTILE_999` Nullable(UInt64),
    `SUM_ROWS_SENT` Nullable(UInt64),
    `SUM_ROWS_EXAMINED` Nullable(UInt64),
    `SUM_ROWS_AFFECTED` Nullable(UInt64),
    `EXAMPLE_QUERY_ID` Nullable(UInt64),
    `EXAMPLE_TEXT` Nullable(String),
    `EXAMPLE_PLAN` Nullable(String),
    `HISTOGRAM` Nullable(String),
    `WINDOW_START_MICROSECOND` UInt32,
    `WINDOW_END_MICROSECOND` UInt32,
    `FIRST_SEEN_MICROSECOND` Nullable(UInt32),
    `LAST_SEEN_MICROSECOND` Nullable(UInt32),
    `WINDOW_ROW` UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/ps/query_plans', '{replica}')
PARTITION BY toYYYYMMDD(WINDOW_START)
ORDER BY (SERVER_UUID, DIGEST, WINDOW_START, WINDOW_START_MICROSECOND, WINDOW_ROW)
TTL WINDOW_START + INTERVAL 720 HOUR;

CREATE TABLE IF NOT EXISTS `ps`.`query_plans` ON CLUSTER `c1` AS `ps`.`query_plans_local`
ENGINE = Distributed(`c1`, `ps`, `query_plans_local`, cityHash64(SERVER_UUID));

CREATE TABLE IF NOT EXISTS `ps`.`events_statements_summary_by_digest_local` ON CLUSTER `c1`
(
    `SERVER_UUID` String,
    `SERVER_NAME` Nullable(String),
    `WINDOW_START` DateTime('UTC'),
    `WINDOW_END` DateTime('UTC'),
    `SCHEMA_NAME` Nullable(String),
    `DIGEST` String,
    `DIGEST_TEXT` Nullable(String),
    `COUNT_STAR` Nullable(UInt64),
    `SUM_TIMER_WAIT` Nullable(UInt64),
    `MIN_TIMER_WAIT` Nullable(UInt64),
    `AVG_TIMER_WAIT` Nullable(UInt64),
    `MAX_TIMER_WAIT` Nullable(UInt64),
    `SUM_LOCK_TIME` Nullable(UInt64),
    `SUM_ERRORS` Nullable(UInt64),
    `SUM_WARNINGS` Nullable(UInt64),
    `SUM_ROWS_AFFECTED` Nullable(UInt64),
    `SUM_ROWS_SENT` Nullable(UInt64),
    `SUM_ROWS_EXAMINED` Nullable(UInt64),
    `SUM_CREATED_TMP_DISK_TABLES` Nullable(UInt64),
    `SUM_CREATED_TMP_TABLES` Nullable(UInt64),
    `SUM_SELECT_FULL_JOIN` Nullable(UInt64),
    `SUM_SELECT_FULL_RANGE_JOIN` Nullable(UInt64),
    `SUM_SELECT_RANGE` Nullable(UInt64),
    `SUM_SELECT_RANGE_CHECK` Nullable(UInt64),
    `SUM_SELECT_SCAN` Nullable(UInt64),
    `SUM_SORT_MERGE_PASSES` Nullable(UInt64),
    `SUM_SORT_RANGE` Nullable(UInt64),
    `SUM_SORT_ROWS` Nullable(UInt64),
    `SUM_SORT_SCAN` Nullable(UInt64),
    `SUM_NO_INDEX_USED` Nullable(UInt64),
    `SUM_NO_GOOD_INDEX_USED` Nullable(UInt64),
    `SUM_CPU_TIME` Nullable(UInt64),
    `MAX_CONTROLLED_MEMORY` Nullable(UInt64),
    `MAX_TOTAL_MEMORY` Nullable(UInt64),
    `COUNT_SECONDARY` Nullable(UInt64),
    `FIRST_SEEN` Nullable(DateTime('UTC')),
    `LAST_SEEN` Nullable(DateTime('UTC')),
    `QUANTILE_95` Nullable(UInt64),
    `QUANTILE_99` Nullable(UInt64),
    `QUANTILE_999` Nullable(UInt64),
    `QUERY_SAMPLE_TEXT` Nullable(String),
    `QUERY_SAMPLE_SEEN` Nullable(DateTime('UTC')),
    `QUERY_SAMPLE_TIMER_WAIT` Nullable(UInt64),
    `HISTOGRAM` Nullable(String),
    `WINDOW_START_MICROSECOND` UInt32,
    `WINDOW_END_MICROSECOND` UInt32,
    `FIRST_SEEN_MICROSECOND` Nullable(UInt32),
    `LAST_SEEN_MICROSECOND` Nullable(UInt32),
    `QUERY_SAMPLE_SEEN_MICROSECOND` Nullable(UInt32),
    `WINDOW_ROW` UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/ps/events_statements_summary_by_digest', '{replica}')
PARTITION BY toYYYYMMDD(WINDOW_START)
ORDER BY (SERVER_UUID, DIGEST, WINDOW_START, WINDOW_START_MICROSECOND, WINDOW_ROW)
TTL WINDOW_START + INTERVAL 720 HOUR;

CREATE TABLE IF NOT EXISTS `ps`.`events_statements_summary_by_digest` ON CLUSTER `c1` AS `ps`.`events_statements_summary_by_digest_local`
ENGINE = Distributed(`c1`, `ps`, `events_statements_summary_by_digest_local`, cityHash64(SERVER_UUID));

CREATE TABLE IF NOT EXISTS `ps`.`query_profiles_local` ON CLUSTER `c1`
(
    `SERVER_UUID` String,
    `SERVER_NAME` Nullable(String),
    `WINDOW_START` DateTime('UTC'),
    `WINDOW_END` DateTime('UTC'),
    `WEIGHT` Nullable(UInt64),
    `THREAD_ID` Nullable(UInt64),
    `EVENT_ID` Nullable(UInt64),
    `DIGEST` String,
    `DIGEST_TEXT` Nullable(String),
    `SQL_TEXT` Nullable(String),
    `WALL_CPU` Nullable(Decimal(18, 6)),
    `WALL_WAITING` Nullable(Decimal(18, 6)),
    `WALL_IDLE` Nullable(Decimal(18, 6)),
    `CORES_USED` Nullable(Float64),
    `CPU_QUEUED` Nullable(Decimal(18, 6)),
    `PLAN_HASH` Nullable(String),
    `PLAN_KEPT` Nullable(String),
    `PLAN_EVERY` Nullable(UInt64),
    `queryId` Nullable(Int64),
    `warehouseId` Nullable(Int64),
    `databaseId` Nullable(String),
    `createdTime` Nullable(DateTime('UTC')),
    `endTime` Nullable(DateTime('UTC')),
    `durationTotal` Nullable(Int64),
    `durationExec` Nullable(Int64),
    `durationControlPlane` Nullable(Int64),
    `durationCompiling` Nullable(Int64),
    `execTime` Nullable(Int64),
    `scheduleTime` Nullable(Int64),
    `serverCount` Nullable(Int64),
    `warehouseSize` Nullable(Int64),
    `perServerCores` Nullable(Int64),
    `persistentReadBytesS3` Nullable(Int64),
    `persistentReadRequestsS3` Nullable(Int64),
    `persistentReadBytesCache` Nullable(Int64),
    `persistentReadRequestsCache` Nullable(Int64),
    `persistentWriteBytesCache` Nullable(Int64),
    `persistentWriteRequestsCache` Nullable(Int64),
    `persistentWriteBytesS3` Nullable(Int64),
    `persistentWriteRequestsS3` Nullable(Int64),
    `intDataWriteBytesLocalSSD` Nullable(Int64),
    `intDataWriteRequestsLocalSSD` Nullable(Int64),
    `intDataReadBytesLocalSSD` Nullable(Int64),
    `intDataReadRequestsLocalSSD` Nullable(Int64),
    `intDataWriteBytesS3` Nullable(Int64),
    `intDataWriteRequestsS3` Nullable(Int64),
    `intDataReadBytesS3` Nullable(Int64),
    `intDataReadRequestsS3` Nullable(Int64),
    `intDataWriteBytesUncompressed` Nullable(Int64),
    `readBytesRemoteExternal` Nullable(Int64),
    `readRequestsRemoteExternal` Nullable(Int64),
    `intDataNetReceivedBytes` Nullable(Int64),
    `intDataNetSentBytes` Nullable(Int64),
    `intDataNetSentRequests` Nullable(Int64),
    `intDataNetSentBytesUncompressed` Nullable(Int64),
    `producedRows` Nullable(Int64),
    `returnedRows` Nullable(Int64),
    `fileStolenCount` Nullable(Int64),
    `remoteSeqScanFileOps` Nullable(Int64),
    `localSeqScanFileOps` Nullable(Int64),
    `localWriteFileOps` Nullable(Int64),
    `remoteSkipScanFileOps` Nullable(Int64),
    `remoteWriteFileOps` Nullable(Int64),
    `filesCreated` Nullable(Int64),
    `scanAssignedBytes` Nullable(Int64),
    `scanAssignedFiles` Nullable(Int64),
    `scanBytes` Nullable(Int64),
    `scanFiles` Nullable(Int64),
    `scanOriginalFiles` Nullable(Int64),
    `userCpuTime` Nullable(Int64),
    `systemCpuTime` Nullable(Int64),
    `memoryUsed` Nullable(Int64),
    `profIdle` Nullable(Int64),
    `profCpu` Nullable(Int64),
    `profPersistentReadCache` Nullable(Int64),
    `profPersistentWriteCache` Nullable(Int64),
    `profPersistentReadS3` Nullable(Int64),
    `profPersistentWriteS3` Nullable(Int64),
    `profIntDataReadLocalSSD` Nullable(Int64),
    `profIntDataWriteLocalSSD` Nullable(Int64),
    `profIntDataReadS3` Nullable(Int64),
    `profIntDataWriteS3` Nullable(Int64),
    `profRemoteExtRead` Nullable(Int64),
    `profRemoteExtWrite` Nullable(Int64),
    `profResWriteS3` Nullable(Int64),
    `profFsMeta` Nullable(Int64),
    `profDataExchangeNet` Nullable(Int64),
    `profDataExchangeMsg` Nullable(Int64),
    `profControlPlaneMsg` Nullable(Int64),
    `profOs` Nullable(Int64),
    `profMutex` Nullable(Int64),
    `profSetup` Nullable(Int64),
    `profSetupMesh` Nullable(Int64),
    `profTeardown` Nullable(Int64),
    `profScanRso` Nullable(Int64),
    `profXtScanRso` Nullable(Int64),
    `profProjRso` Nullable(Int64),
    `profSortRso` Nullable(Int64),
    `profFilterRso` Nullable(Int64),
    `profResRso` Nullable(Int64),
    `profDmlRso` Nullable(Int64),
    `profHjRso` Nullable(Int64),
    `profBufRso` Nullable(Int64),
    `profFlatRso` Nullable(Int64),
    `profBloomRso` Nullable(Int64),
    `profAggRso` Nullable(Int64),
    `profBandRso` Nullable(Int64),
    `profPercentileRso` Nullable(Int64),
    `profUdtfRso` Nullable(Int64),
    `profOtherRso` Nullable(Int64),
    `WINDOW_START_MICROSECOND` UInt32,
    `WINDOW_END_MICROSECOND` UInt32,
    `createdTime_MICROSECOND` Nullable(UInt32),
    `endTime_MICROSECOND` Nullable(UInt32),
    `WINDOW_ROW` UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/ps/query_profiles', '{replica}')
PARTITION BY toYYYYMMDD(WINDOW_START)
ORDER BY (SERVER_UUID, DIGEST, WINDOW_START, WINDOW_START_MICROSECOND, WINDOW_ROW)
TTL WINDOW_START + INTERVAL 720 HOUR;

CREATE TABLE IF NOT EXISTS `ps`.`query_profiles` ON CLUSTER `c1` AS `ps`.`query_profiles_local`
ENGINE = Distributed(`c1`, `ps`, `query_profiles_local`, cityHash64(SERVER_UUID));

CREATE TABLE IF NOT EXISTS `ps`.`query_operators_local` ON CLUSTER `c1`
(
    `SERVER_UUID` String,
    `SERVER_NAME` Nullable(String),
    `WINDOW_START` DateTime('UTC'),
    `WINDOW_END` DateTime('UTC'),
    `WEIGHT` Nullable(UInt64),
    `THREAD_ID` Nullable(UInt64),
    `EVENT_ID` Nullable(UInt64),
    `QUERY_ID` Nullable(Int64),
    `NODE_ID` Nullable(Int64),
    `PARENT_ID` Nullable(Int64),
    `OPERATOR` Nullable(String),
    `COUNTS_AS` Nullable(String),
    `OBJECT_NAME` Nullable(String),
    `INDEX_NAME` Nullable(String),
    `LOOPS` Nullable(UInt64),
    `ROWS_OUT` Nullable(UInt64),
    `SELF_TIME` Nullable(Decimal(18, 6)),
    `SHARE` Nullable(Float64),
    `WALL_TIME` Nullable(Decimal(18, 6)),
    `WALL_SHARE` Nullable(Float64),
    `MEMORY` Nullable(Int64),
    `MEMORY_HIGH` Nullable(Int64),
    `PLAN_KEPT` Nullable(String),
    `PLAN_EVERY` Nullable(UInt64),
    `WINDOW_START_MICROSECOND` UInt32,
    `WINDOW_END_MICROSECOND` UInt32,
    `WINDOW_ROW` UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/ps/query_operators', '{replica}')
PARTITION BY toYYYYMMDD(WINDOW_START)
ORDER BY (SERVER_UUID, WINDOW_START, WINDOW_START_MICROSECOND, WINDOW_ROW)
TTL WINDOW_START + INTERVAL 720 HOUR;

CREATE TABLE IF NOT EXISTS `ps`.`query_operators` ON CLUSTER `c1` AS `ps`.`query_operators_local`
ENGINE = Distributed(`c1`, `ps`, `query_operators_local`, cityHash64(SERVER_UUID));

CREATE TABLE IF NOT EXISTS `ps`.`events_statements_history_local` ON CLUSTER `c1`
(
    `SERVER_UUID` String,
    `SERVER_NAME` Nullable(String),
    `WINDOW_START` DateTime('UTC'),
    `WINDOW_END` DateTime('UTC'),
    `WEIGHT` Nullable(UInt64),
    `THREAD_ID` Nullable(UInt64),
    `EVENT_ID` Nullable(UInt64),
    `END_EVENT_ID` Nullable(UInt64),
    `EVENT_NAME` Nullable(String),
    `SOURCE` Nullable(String),
    `TIMER_START` Nullable(UInt64),
    `TIMER_END` Nullable(UInt64),
    `TIMER_WAIT` Nullable(UInt64),
    `LOCK_TIME` Nullable(UInt64),
    `SQL_TEXT` Nullable(String),
    `DIGEST` String,
    `DIGEST_TEXT` Nullable(String),
    `CURRENT_SCHEMA` Nullable(String),
    `OBJECT_TYPE` Nullable(String),
    `OBJECT_SCHEMA` Nullable(String),
    `OBJECT_NAME` Nullable(String),
    `OBJECT_INSTANCE_BEGIN` Nullable(UInt64),
    `MYSQL_ERRNO` Nullable(Int64),
    `RETURNED_SQLSTATE` Nullable(String),
    `MESSAGE_TEXT` Nullable(String),
    `ERRORS` Nullable(UInt64),
    `WARNINGS` Nullable(UInt64),
    `ROWS_AFFECTED` Nullable(UInt64),
    `ROWS_SENT` Nullable(UInt64),
    `ROWS_EXAMINED` Nullable(UInt64),
    `CREATED_TMP_DISK_TABLES` Nullable(UInt64),
    `CREATED_TMP_TABLES` Nullable(UInt64),
    `SELECT_FULL_JOIN` Nullable(UInt64),
    `SELECT_FULL_RANGE_JOIN` Nullable(UInt64),
    `SELECT_RANGE` Nullable(UInt64),
    `SELECT_RANGE_CHECK` Nullable(UInt64),
    `SELECT_SCAN` Nullable(UInt64),
    `SORT_MERGE_PASSES` Nullable(UInt64),
    `SORT_RANGE` Nullable(UInt64),
    `SORT_ROWS` Nullable(UInt64),
    `SORT_SCAN` Nullable(UInt64),
    `NO_INDEX_USED` Nullable(UInt64),
    `NO_GOOD_INDEX_USED` Nullable(UInt64),
    `NESTING_EVENT_ID` Nullable(UInt64),
    `NESTING_EVENT_TYPE` Nullable(String),
    `NESTING_EVENT_LEVEL` Nullable(Int64),
    `STATEMENT_ID` Nullable(UInt64),
    `CPU_TIME` Nullable(UInt64),
    `MAX_CONTROLLED_MEMORY` Nullable(UInt64),
    `MAX_TOTAL_MEMORY` Nullable(UInt64),
    `EXECUTION_ENGINE` Nullable(String),
    `WINDOW_START_MICROSECOND` UInt32,
    `WINDOW_END_MICROSECOND` UInt32,
    `WINDOW_ROW` UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/ps/events_statements_history', '{replica}')
PARTITION BY toYYYYMMDD(WINDOW_START)
ORDER BY (SERVER_UUID, DIGEST, WINDOW_START, WINDOW_START_MICROSECOND, WINDOW_ROW)
TTL WINDOW_START + INTERVAL 720 HOUR;

CREATE TABLE IF NOT EXISTS `ps`.`events_statements_history` ON CLUSTER `c1` AS `ps`.`events_statements_history_local`
ENGINE = Distributed(`c1`, `ps`, `events_statements_history_local`, cityHash64(SERVER_UUID));

CREATE TABLE IF NOT EXISTS `ps`.`active_session_history_local` ON CLUSTER `c1`
(
    `SERVER_UUID` String,
    `SERVER_NAME` Nullable(String),
    `WINDOW_START` DateTime('UTC'),
    `WINDOW_END` DateTime('UTC'),
    `SAMPLE_ID` Nullable(UInt64),
    `SAMPLE_TIME` Nullable(DateTime('UTC')),
    `THREAD_ID` Nullable(UInt64),
    `QUERY_THREAD_ID` Nullable(UInt64),
    `PROCESSLIST_ID` Nullable(UInt64),
    `USER` Nullable(String),
    `HOST` Nullable(String),
    `DB` Nullable(String),
    `PROGRAM_NAME` Nullable(String),
    `EVENT_NAME` Nullable(String),
    `QUERY_ID` Nullable(UInt64),
    `EVENT_ID` Nullable(UInt64),
    `DIGEST` String,
    `DIGEST_TEXT` Nullable(String),
    `PLAN_HASH` Nullable(String),
    `ELAPSED` Nullable(Decimal(18, 6)),
    `STAGE` Nullable(String),
    `STATE` Nullable(String),
    `RESOURCE` Nullable(String),
    `OPERATOR` Nullable(String),
    `NODE_ID` Nullable(Int64),
    `WAIT_EVENT_NAME` Nullable(String),
    `OBJECT_TYPE` Nullable(String),
    `OBJECT_SCHEMA` Nullable(String),
    `OBJECT_NAME` Nullable(String),
    `BLOCKING_THREAD_ID` Nullable(UInt64),
    `BLOCKING_PROCESSLIST_ID` Nullable(UInt64),
    `BLOCKING_THREADS` Nullable(Int64),
    `BLOCKING_STATE` Nullable(String),
    `BLOCKING_DIGEST` Nullable(String),
    `BLOCKING_DIGEST_TEXT` Nullable(String),
    `TRANSACTION_EVENT_ID` Nullable(UInt64),
    `TRANSACTION_AGE` Nullable(Decimal(18, 6)),
    `MEMORY` Nullable(UInt64),
    `WINDOW_START_MICROSECOND` UInt32,
    `WINDOW_END_MICROSECOND` UInt32,
    `SAMPLE_TIME_MICROSECOND` Nullable(UInt32),
    `WINDOW_ROW` UInt64
)
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/ps/active_session_history', '{replica}')
PARTITION BY toYYYYMMDD(WINDOW_START)
ORDER BY (SERVER_UUID, DIGEST, WINDOW_START, WINDOW_START_MICROSECOND, WINDOW_ROW)
TTL WINDOW_START + INTERVAL 720 HOUR;

CREATE TABLE IF NOT EXISTS `ps`.`active_session_history` ON CLUSTER `c1` AS `ps`.`active_session_history_local`
ENGINE = Distributed(`c1`, `ps`, `active_session_history_local`, cityHash64(SERVER_UUID));
