package perfschema

import "github.com/perfschema/perfschema/record"

// The names of package record, until all have been renamed.
type AccountInfo = record.AccountInfo
type AccountStatements = record.AccountStatements
type DigestSummary = record.DigestSummary
type ErrorStat = record.ErrorStat
type KnownError = record.KnownError
type EventType = record.EventType
type Source = record.Source
type Event = record.Event
type StageEvent = record.StageEvent
type WaitEvent = record.WaitEvent

const EventNone = record.EventNone
const EventTransaction = record.EventTransaction
const EventStatement = record.EventStatement
const EventStage = record.EventStage
const EventWait = record.EventWait

type Histogram = record.Histogram

var BucketBounds = record.BucketBounds

const HistogramBuckets = record.HistogramBuckets

type IOStat = record.IOStat
type InstanceInfo = record.InstanceInfo
type FileInfo = record.FileInfo
type MutexInfo = record.MutexInfo
type RWLockInfo = record.RWLockInfo
type SocketInfo = record.SocketInfo
type PoolInfo = record.PoolInfo
type MetadataLockInfo = record.MetadataLockInfo
type MetadataLockDuration = record.MetadataLockDuration
type MetadataLockStatus = record.MetadataLockStatus

const MetadataStatement = record.MetadataStatement
const MetadataTransaction = record.MetadataTransaction
const MetadataExplicit = record.MetadataExplicit
const MetadataPending = record.MetadataPending
const MetadataGranted = record.MetadataGranted
const MetadataVictim = record.MetadataVictim
const MetadataTimeout = record.MetadataTimeout
const MetadataKilled = record.MetadataKilled

type MemoryStat = record.MemoryStat
type MemoryPart = record.MemoryPart
type MemoryPartKind = record.MemoryPartKind
type ThreadMemory = record.ThreadMemory

const MemoryExact = record.MemoryExact
const MemorySampled = record.MemorySampled
const MemoryOfRuntime = record.MemoryOfRuntime
const MemoryOfSystem = record.MemoryOfSystem
const MemoryUnexplained = record.MemoryUnexplained

type PlanNodeInfo = record.PlanNodeInfo
type ResourceIO = record.ResourceIO
type StageProfile = record.StageProfile
type ProfileStage = record.ProfileStage
type ProfileField = record.ProfileField
type ProfileScope = record.ProfileScope

const ProfileCPUUser = record.ProfileCPUUser
const ProfileCPUSystem = record.ProfileCPUSystem
const ProfileContextVoluntary = record.ProfileContextVoluntary
const ProfileContextInvoluntary = record.ProfileContextInvoluntary
const ProfileBlockOpsIn = record.ProfileBlockOpsIn
const ProfileBlockOpsOut = record.ProfileBlockOpsOut
const ProfileMessagesSent = record.ProfileMessagesSent
const ProfileMessagesReceived = record.ProfileMessagesReceived
const ProfilePageFaultsMajor = record.ProfilePageFaultsMajor
const ProfilePageFaultsMinor = record.ProfilePageFaultsMinor
const ProfileSwaps = record.ProfileSwaps
const ProfileStatement = record.ProfileStatement
const ProfileProcess = record.ProfileProcess

type ProgramInfo = record.ProgramInfo
type ProgramType = record.ProgramType
type PreparedInfo = record.PreparedInfo

const ProgramProcedure = record.ProgramProcedure
const ProgramFunction = record.ProgramFunction
const ProgramTrigger = record.ProgramTrigger
const ProgramEvent = record.ProgramEvent

type StatementEvent = record.StatementEvent
type StatementStat = record.StatementStat
type StatusVariable = record.StatusVariable
type EngineStatusRow = record.EngineStatusRow
type Group = record.Group
type Grouping = record.Grouping
type SummaryReader[S any] = record.SummaryReader[S]

const ByThread = record.ByThread
const ByAccount = record.ByAccount
const ByUser = record.ByUser
const ByHost = record.ByHost
const Global = record.Global
const SinceStart = record.SinceStart

type TableIOStat = record.TableIOStat
type TableLockStat = record.TableLockStat
type IndexInfo = record.IndexInfo
type TableInfo = record.TableInfo
type TableHandleInfo = record.TableHandleInfo
type RowOperations = record.RowOperations
type ThreadInfo = record.ThreadInfo
type TimerStat = record.TimerStat
type TimerInfo = record.TimerInfo
type TransactionEvent = record.TransactionEvent
type TransactionState = record.TransactionState
type TransactionStat = record.TransactionStat

const TransactionActive = record.TransactionActive
const TransactionCommitted = record.TransactionCommitted
const TransactionRolledBack = record.TransactionRolledBack
