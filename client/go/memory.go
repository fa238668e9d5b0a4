package recorda

import (
	"time"
)

// Scope is the user, agent, session, namespace and task that memories belong to. Each identifier is at most 256 bytes without control
// characters, and is compared byte for byte.
type Scope struct {
	// The user to whom the memories belong. Required.
	UserID string
	// The agent that writes and reads. Required for working, persona and episodic memory; for other types it records which agent wrote.
	AgentID string
	// The session. Required for short-term memory and conversations; for other types it records the session that a memory came from.
	SessionID string
	// Divides a user's memories, for example by project. Reads without a namespace see all of the user's memories.
	Namespace string
	// The task of working memory.
	TaskID string
}

// Memory is one memory. The fields of its type are in that one of Working to Document that is not nil.
type Memory struct {
	// For example `lt_019ab3f2c0de7000a1b2c3d4e5f60718`.
	ID   string
	Type MemoryType
	// The scope that it belongs to.
	Scope Scope
	// The content as text; for an entry or a trait its value, for an episode its task, for a document its data, as JSON.
	Text string
	// The caller's own fields; nil if there are none.
	Metadata map[string]any
	// The origin of the memory; empty if not specified. It never changes.
	Source Source
	// The time at which the server added it.
	CreateTime time.Time
	// The time at which it last changed.
	UpdateTime time.Time
	// The time at which it expires; zero if it never does.
	ExpireTime time.Time
	// A tag that changes with every update.
	Etag string
	// The bytes of content and metadata, uncompressed, which quotas count.
	SizeBytes int64
	// The bytes of the content as stored.
	StoredBytes int64
	// Whether it is stored compressed.
	IsCompressed bool
	// The importance, 0 to 1.
	Importance float64
	// Whether it is pinned: never archived, pruned or merged as a duplicate until it is unpinned.
	Pinned bool
	// The number of times that it was read by id or found, counted with a delay of some seconds.
	AccessCount int64
	// The time at which it was last read by id or found; zero if never.
	LastAccessTime time.Time

	// Set for TypeWorking.
	Working *WorkingEntry
	// Set for TypeShortTerm.
	Message *SessionMessage
	// Set for TypeLongTerm.
	LongTerm *LongTermText
	// Set for TypePersona.
	Trait *Trait
	// Set for TypeEpisodic.
	Episode *Episode
	// Set for TypeEntity, if it is a person, place or thing.
	Entity *Entity
	// Set for TypeEntity, if it is a relationship between two of these.
	Relationship *Relationship
	// Set for TypeStructured.
	Document *Document
}

// WorkingEntry is an entry of the current task.
type WorkingEntry struct {
	Key string
	// As encoding/json reads JSON into an any.
	Value any
}

// SessionMessage is a message of a session; Memory.Text is what was said.
type SessionMessage struct {
	Role Role
	// The time at which it was said.
	Time time.Time
}

// LongTermText describes a text that is kept until it is deleted; Memory.Text is the text.
type LongTermText struct {
	// The person who said it; empty if unknown.
	Speaker string
	// The time at which it happened or was said; zero if unknown.
	EventTime time.Time
	// The position in its session; nil if unknown.
	Turn *int
}

// Trait is a lasting trait of the user, as one agent knows it.
type Trait struct {
	Key string
	// As encoding/json reads JSON into an any.
	Value any
	// The earlier values, newest first.
	Versions []TraitVersion
}

// TraitVersion is an earlier value of a trait.
type TraitVersion struct {
	Value    any
	FromTime time.Time
	ToTime   time.Time
}

// Episode is a task with its steps and its outcome.
type Episode struct {
	Task  string
	Steps []EpisodeStep
	// OutcomeNone while it is running.
	Outcome Outcome
	// A description of the outcome.
	OutcomeNote string
	StartTime   time.Time
	// Zero while it is running.
	EndTime time.Time
}

// EpisodeStep is a step of an episode; its texts have at most 4 KB each.
type EpisodeStep struct {
	// A description of what was done.
	Action string
	// The tool that was used, at most 256 bytes.
	Tool string
	// The input, shortened or hashed.
	InputDigest string
	// The output, shortened or hashed.
	OutputDigest string
	// The status of the step; when it is sent, empty means StepOK.
	Status StepStatus
	// The error of a step that failed.
	Error string
	// The duration; 0 if not specified.
	Duration time.Duration
	// The time of the step; when it is sent, zero means now.
	Time time.Time
}

// Stated has the fields that entities and relationships share.
type Stated struct {
	// The attributes.
	Attributes map[string]any
	// The time from which it is valid in the world; zero: it always was.
	ValidFrom time.Time
	// The time until which it is valid, exclusive; zero: it still is.
	ValidTo time.Time
	// The ids of the memories that support it.
	Evidence []string
	// The earlier states, newest first.
	Versions []EntityVersion
}

// Entity is a person, place or thing.
type Entity struct {
	Name string
	// For example `person`.
	Type string
	// Other names that it is found by.
	Aliases []string
	Stated
}

// Relationship is a relationship between two entities.
type Relationship struct {
	// The id of the entity at its start.
	FromID string
	// The id of the entity at its end.
	ToID string
	// For example `works_at`.
	Type string
	Stated
}

// EntityVersion is an earlier state of an entity or a relationship.
type EntityVersion struct {
	Attributes map[string]any
	ValidFrom  time.Time
	ValidTo    time.Time
	// The time from which the store recorded it.
	FromTime time.Time
	// The time at which it was replaced.
	ToTime time.Time
}

// Document is a JSON document of a collection.
type Document struct {
	Collection string
	// Empty if it has none.
	Key string
	// As encoding/json reads a JSON object.
	Data map[string]any
}

// Decode puts the document into what `into` points to, as encoding/json does.
func (d *Document) Decode(into any) error { return decode(d.Data, into) }

// Target is a memory to change: its [ID], or the memory as it was read; then the call fails with ErrEtagMismatch if it has changed since.
type Target interface {
	target() (id, etag string)
}

// ID is the id of a memory.
type ID string

func (id ID) target() (string, string) { return string(id), "" }

func (m *Memory) target() (string, string) { return m.ID, m.Etag }
