package recorda

import (
	"time"
)

// Scope is the user, agent, session, namespace and task that memories belong to. Each identifier is at most 256 bytes, without control
// characters, and compares byte for byte.
type Scope struct {
	// The user that the memories are about. Required.
	UserID string
	// The agent that writes and reads. Working, persona and episodic memory need it; elsewhere it records who wrote.
	AgentID string
	// The session. Short-term memory and conversations need it; elsewhere it records where a memory came from.
	SessionID string
	// Divides a user's memories, for example by project. Reads without one see all of the user's.
	Namespace string
	// The task of working memory.
	TaskID string
}

// Memory is one memory. What its type has besides is in the one field of Working to Document that is not nil.
type Memory struct {
	// For example `lt_019ab3f2c0de7000a1b2c3d4e5f60718`.
	ID   string
	Type MemoryType
	// The scope that it belongs to.
	Scope Scope
	// The content as text; of an entry or a trait its value, of an episode its task, of a document its data, as JSON.
	Text string
	// The caller's own fields; nil where there are none.
	Metadata map[string]any
	// Who or what it came from; empty where nobody said. Never changes.
	Source Source
	// When the server took it.
	CreateTime time.Time
	// When it last changed.
	UpdateTime time.Time
	// When it goes by itself; zero if never.
	ExpireTime time.Time
	// Changes with every update.
	Etag string
	// Bytes of content and metadata, uncompressed: what quotas count.
	SizeBytes int64
	// Bytes of the content as stored.
	StoredBytes int64
	// Whether it is stored compressed.
	IsCompressed bool
	// How much it matters, 0 to 1.
	Importance float64
	// Whether it is pinned: never archived, pruned nor merged away until it is unpinned.
	Pinned bool
	// How often it was read by id or found, some seconds late.
	AccessCount int64
	// When it last was; zero if never.
	LastAccessTime time.Time

	// Of TypeWorking.
	Working *WorkingEntry
	// Of TypeShortTerm.
	Message *SessionMessage
	// Of TypeLongTerm.
	LongTerm *LongTermText
	// Of TypePersona.
	Trait *Trait
	// Of TypeEpisodic.
	Episode *Episode
	// Of TypeEntity: somebody or something.
	Entity *Entity
	// Of TypeEntity: how one entity stands to another.
	Relationship *Relationship
	// Of TypeStructured.
	Document *Document
}

// WorkingEntry is an entry of the task in hand.
type WorkingEntry struct {
	Key string
	// As encoding/json reads JSON into an any.
	Value any
}

// SessionMessage is a message of a session; Memory.Text is what was said.
type SessionMessage struct {
	Role Role
	// When it was said.
	Time time.Time
}

// LongTermText is what is known of a text that is kept until deleted; Memory.Text is the text.
type LongTermText struct {
	// Who said it; empty where nobody is named.
	Speaker string
	// When it happened or was said; zero where that is not known.
	EventTime time.Time
	// Its place in its session; nil where that is not known.
	Turn *int
}

// Trait is a lasting trait of the user, as one agent knows it.
type Trait struct {
	Key string
	// As encoding/json reads JSON into an any.
	Value any
	// Earlier values, newest first.
	Versions []TraitVersion
}

// TraitVersion is a value that a trait had.
type TraitVersion struct {
	Value    any
	FromTime time.Time
	ToTime   time.Time
}

// Episode is a task, its steps and what came of it.
type Episode struct {
	Task  string
	Steps []EpisodeStep
	// OutcomeNone while it runs.
	Outcome Outcome
	// What came of it, in words.
	OutcomeNote string
	StartTime   time.Time
	// Zero while it runs.
	EndTime time.Time
}

// EpisodeStep is a step of an episode: texts of at most 4 KB.
type EpisodeStep struct {
	// What was done, in words.
	Action string
	// The tool that was used, at most 256 bytes.
	Tool string
	// What went in, shortened or hashed.
	InputDigest string
	// What came out, shortened or hashed.
	OutputDigest string
	// How it went; as it is sent, empty: StepOK.
	Status StepStatus
	// What failed.
	Error string
	// How long it took; 0 where nobody said.
	Duration time.Duration
	// When; as it is sent, zero: now.
	Time time.Time
}

// Stated is what is said of an entity or a relationship.
type Stated struct {
	// What is known of it.
	Attributes map[string]any
	// From when it is so in the world; zero: always was.
	ValidFrom time.Time
	// Until when, that moment excluded; zero: still is.
	ValidTo time.Time
	// The ids of the memories that say so.
	Evidence []string
	// What was said before, newest first.
	Versions []EntityVersion
}

// Entity is somebody or something.
type Entity struct {
	Name string
	// For example `person`.
	Type string
	// Other names it is found by.
	Aliases []string
	Stated
}

// Relationship is how one entity stands to another.
type Relationship struct {
	// The id of the entity it starts from.
	FromID string
	// The id of the entity it leads to.
	ToID string
	// For example `works_at`.
	Type string
	Stated
}

// EntityVersion is what an entity or a relationship was said to be before.
type EntityVersion struct {
	Attributes map[string]any
	ValidFrom  time.Time
	ValidTo    time.Time
	// From when the store said so.
	FromTime time.Time
	// When it was told otherwise.
	ToTime time.Time
}

// Document is a JSON document of a collection.
type Document struct {
	Collection string
	// Empty where it has none.
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
