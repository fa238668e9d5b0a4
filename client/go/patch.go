package recorda

import (
	"context"
	"strings"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// Patch has the changes of [Agent.Update]: nil fields stay unchanged.
type Patch struct {
	// The new content of a message or a text, or the new task of an episode.
	Text *string
	// The new value of a working entry or a trait, whatever encoding/json can write; Null makes it null.
	Value any
	// The role of a message's speaker.
	Role Role
	// The time at which a message was said.
	Time time.Time
	// The person who said a text.
	Speaker *string
	// The time at which what a text tells happened or was said.
	EventTime time.Time
	// A text's position in its session.
	Turn *int
	// The outcome of a task.
	Outcome Outcome
	// A description of a task's outcome.
	OutcomeNote *string
	// The time at which a task ended.
	EndTime time.Time
	// An entity's name.
	Name *string
	// An entity's other names. Replaced as a whole; empty and not nil: none.
	Aliases []string
	// The attributes of an entity or a relationship. Replaced as a whole.
	Attributes map[string]any
	// The time from which it is valid in the world.
	ValidFrom time.Time
	// The time until which it is valid.
	ValidTo time.Time
	// The ids of the memories that support it. Replaced as a whole; empty and not nil: none.
	Evidence []string
	// The data of a document: what encoding/json writes as an object. Replaced as a whole.
	Data any
	// The importance, 0 to 1.
	Importance *float64
	// Whether it is pinned.
	Pinned *bool
	// The caller's own fields. Replaced as a whole.
	Metadata map[string]any
	// The fields to clear, as the contract spells them: speaker, event_time, turn, outcome, end_time, valid_from, valid_to, importance,
	// metadata.
	Clear []string
}

// Update changes what the patch names and nothing else. ErrMemoryNotFound, ErrEtagMismatch, ErrQuotaExceeded.
func (a *Agent) Update(ctx context.Context, target Target, patch Patch, options *WriteOptions) (*Memory, error) {
	id, etag := target.target()
	memory := &recordav1.Memory{Id: id, Etag: etag}
	made := patching{memory: memory, payload: payloadOf(memory, id)}
	if err := made.take(patch); err != nil {
		return nil, err
	}
	return a.update(ctx, &recordav1.UpdateMemoryRequest{
		Memory: memory, UpdateMask: &fieldmaskpb.FieldMask{Paths: made.mask}, RequestId: or(options).RequestID,
	})
}

// payloadOf gives a memory the empty payload that the prefix of its id implies; the server refuses ids of an unknown form.
func payloadOf(memory *recordav1.Memory, id string) protoreflect.FieldDescriptor {
	prefix, _, _ := strings.Cut(id, "_")
	name, known := payloads[prefix]
	if !known {
		name = "text"
	}
	field := memory.ProtoReflect().Descriptor().Fields().ByName(name)
	memory.ProtoReflect().Mutable(field)
	return field
}

var payloads = map[string]protoreflect.Name{
	"wm": "working", "st": "message", "lt": "text", "pe": "trait", "ep": "episode", "en": "entity", "re": "relationship", "sd": "document",
}

// patching fills a memory and the mask that names the fields that change.
type patching struct {
	memory  *recordav1.Memory
	payload protoreflect.FieldDescriptor
	mask    []string
}

func (p *patching) take(patch Patch) error {
	if err := p.takeObjects(patch); err != nil {
		return err
	}
	p.takeTexts(patch)
	p.takeTimes(patch)
	if patch.Role != "" {
		p.set("role", enumValue(wire[recordav1.Role](roles, patch.Role)))
	}
	if patch.Outcome != "" {
		p.set("outcome", enumValue(wire[recordav1.EpisodeOutcome](outcomes, patch.Outcome)))
	}
	if patch.Turn != nil {
		p.set("turn", protoreflect.ValueOfInt32(int32(*patch.Turn)))
	}
	p.list("aliases", patch.Aliases)
	p.list("evidence", patch.Evidence)
	if patch.Importance != nil {
		p.memory.Importance = patch.Importance
		p.mask = append(p.mask, "importance")
	}
	if patch.Pinned != nil {
		p.memory.Pinned = *patch.Pinned
		p.mask = append(p.mask, "pinned")
	}
	for _, field := range patch.Clear {
		if field == "importance" || field == "metadata" {
			p.mask = append(p.mask, field)
		} else {
			p.mask = append(p.mask, p.path(protoreflect.Name(field)))
		}
	}
	return nil
}

func enumValue[E ~int32](value E) protoreflect.Value {
	return protoreflect.ValueOfEnum(protoreflect.EnumNumber(value))
}

func (p *patching) takeTexts(patch Patch) {
	content := protoreflect.Name("content")
	if p.payload.Name() == "episode" {
		content = "task"
	}
	for _, text := range []struct {
		field protoreflect.Name
		given *string
	}{{content, patch.Text}, {"speaker", patch.Speaker}, {"outcome_note", patch.OutcomeNote}, {"name", patch.Name}} {
		if text.given != nil {
			p.set(text.field, protoreflect.ValueOfString(*text.given))
		}
	}
}

func (p *patching) takeTimes(patch Patch) {
	for _, moment := range []struct {
		field protoreflect.Name
		given time.Time
	}{
		{"time", patch.Time}, {"event_time", patch.EventTime}, {"end_time", patch.EndTime},
		{"valid_from", patch.ValidFrom}, {"valid_to", patch.ValidTo},
	} {
		if !moment.given.IsZero() {
			p.set(moment.field, protoreflect.ValueOfMessage(wireTime(moment.given).ProtoReflect()))
		}
	}
}

func (p *patching) takeObjects(patch Patch) error {
	if patch.Value != nil {
		value, err := jsonValue("memory.value", patch.Value)
		if err != nil {
			return err
		}
		p.set("value", protoreflect.ValueOfMessage(value.ProtoReflect()))
	}
	for _, object := range []struct {
		field protoreflect.Name
		given any
	}{{"attributes", patch.Attributes}, {"data", patch.Data}} {
		written, err := jsonObject("memory."+string(object.field), object.given)
		if err != nil {
			return err
		}
		if written != nil {
			p.set(object.field, protoreflect.ValueOfMessage(written.ProtoReflect()))
		}
	}
	metadata, err := jsonObject("memory.metadata", patch.Metadata)
	if err != nil {
		return err
	}
	if metadata != nil {
		p.memory.Metadata = metadata
		p.mask = append(p.mask, "metadata")
	}
	return nil
}

// set changes a field of the payload. A field that the type lacks is sent under the name of a type that has it: the server refuses it and
// says so.
func (p *patching) set(field protoreflect.Name, value protoreflect.Value) {
	p.mask = append(p.mask, p.path(field))
	if descriptor := p.payload.Message().Fields().ByName(field); descriptor != nil {
		p.memory.ProtoReflect().Mutable(p.payload).Message().Set(descriptor, value)
	}
}

func (p *patching) list(field protoreflect.Name, given []string) {
	if given == nil {
		return
	}
	p.mask = append(p.mask, p.path(field))
	descriptor := p.payload.Message().Fields().ByName(field)
	if descriptor == nil {
		return
	}
	list := p.memory.ProtoReflect().Mutable(p.payload).Message().Mutable(descriptor).List()
	for _, element := range given {
		list.Append(protoreflect.ValueOfString(element))
	}
}

// path returns the path of a payload's field in a memory.
func (p *patching) path(field protoreflect.Name) string {
	if p.payload.Message().Fields().ByName(field) != nil {
		return string(p.payload.Name()) + "." + string(field)
	}
	others := p.payload.ContainingOneof().Fields()
	for at := range others.Len() {
		if others.Get(at).Message().Fields().ByName(field) != nil {
			return string(others.Get(at).Name()) + "." + string(field)
		}
	}
	return string(field)
}
