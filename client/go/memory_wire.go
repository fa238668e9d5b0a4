package recorda

import (
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

func (s Scope) wire() *recordav1.Scope {
	return &recordav1.Scope{UserId: s.UserID, AgentId: s.AgentID, SessionId: s.SessionID, Namespace: s.Namespace, TaskId: s.TaskID}
}

func scopeOf(scope *recordav1.Scope) Scope {
	return Scope{
		UserID: scope.GetUserId(), AgentID: scope.GetAgentId(), SessionID: scope.GetSessionId(),
		Namespace: scope.GetNamespace(), TaskID: scope.GetTaskId(),
	}
}

// memoryOf returns nil if there is none.
func memoryOf(sent *recordav1.Memory) *Memory {
	if sent == nil {
		return nil
	}
	memory := &Memory{
		ID:             sent.GetId(),
		Type:           named[MemoryType](memoryTypes, sent.GetType()),
		Scope:          scopeOf(sent.GetScope()),
		Metadata:       plainObject(sent.GetMetadata()),
		Source:         named[Source](sources, sent.GetSource()),
		CreateTime:     timeOf(sent.GetCreateTime()),
		UpdateTime:     timeOf(sent.GetUpdateTime()),
		ExpireTime:     timeOf(sent.GetExpireTime()),
		Etag:           sent.GetEtag(),
		SizeBytes:      sent.GetSizeBytes(),
		StoredBytes:    sent.GetStoredBytes(),
		IsCompressed:   sent.GetIsCompressed(),
		Importance:     sent.GetImportance(),
		Pinned:         sent.GetPinned(),
		AccessCount:    sent.GetAccessCount(),
		LastAccessTime: timeOf(sent.GetLastAccessTime()),
	}
	memory.fill(sent)
	return memory
}

// fill sets the fields that the memory's type has.
func (m *Memory) fill(sent *recordav1.Memory) {
	switch payload := sent.GetPayload().(type) {
	case *recordav1.Memory_Working:
		m.Working = &WorkingEntry{Key: payload.Working.GetKey(), Value: payload.Working.GetValue().AsInterface()}
		m.Text = saidOf(m.Working.Value)
	case *recordav1.Memory_Message:
		message := payload.Message
		m.Message = &SessionMessage{Role: named[Role](roles, message.GetRole()), Time: timeOf(message.GetTime())}
		m.Text = message.GetContent()
	case *recordav1.Memory_Text:
		text := payload.Text
		m.LongTerm = &LongTermText{Speaker: text.GetSpeaker(), EventTime: timeOf(text.GetEventTime())}
		if text.Turn != nil {
			m.LongTerm.Turn = Ptr(int(text.GetTurn()))
		}
		m.Text = text.GetContent()
	case *recordav1.Memory_Trait:
		m.Trait = &Trait{
			Key:      payload.Trait.GetKey(),
			Value:    payload.Trait.GetValue().AsInterface(),
			Versions: each(payload.Trait.GetVersions(), traitVersionOf),
		}
		m.Text = saidOf(m.Trait.Value)
	case *recordav1.Memory_Episode:
		m.Episode = episodeOf(payload.Episode)
		m.Text = m.Episode.Task
	case *recordav1.Memory_Entity:
		entity := payload.Entity
		m.Entity = &Entity{Name: entity.GetName(), Type: entity.GetType(), Aliases: entity.GetAliases(), Stated: statedOf(entity)}
		m.Text = m.Entity.Name
	case *recordav1.Memory_Relationship:
		joined := payload.Relationship
		m.Relationship = &Relationship{
			FromID: joined.GetFromId(), ToID: joined.GetToId(), Type: joined.GetType(), Stated: statedOf(joined),
		}
		m.Text = m.Relationship.Type
	case *recordav1.Memory_Document:
		document := payload.Document
		m.Document = &Document{Collection: document.GetCollection(), Key: document.GetKey(), Data: plainObject(document.GetData())}
		m.Text = saidOf(m.Document.Data)
	}
}

func traitVersionOf(version *recordav1.TraitVersion) TraitVersion {
	return TraitVersion{
		Value: version.GetValue().AsInterface(), FromTime: timeOf(version.GetFromTime()), ToTime: timeOf(version.GetToTime()),
	}
}

func episodeOf(episode *recordav1.Episode) *Episode {
	return &Episode{
		Task:        episode.GetTask(),
		Steps:       each(episode.GetSteps(), stepOf),
		Outcome:     named[Outcome](outcomes, episode.GetOutcome()),
		OutcomeNote: episode.GetOutcomeNote(),
		StartTime:   timeOf(episode.GetStartTime()),
		EndTime:     timeOf(episode.GetEndTime()),
	}
}

func stepOf(step *recordav1.EpisodeStep) EpisodeStep {
	return EpisodeStep{
		Action:       step.GetAction(),
		Tool:         step.GetTool(),
		InputDigest:  step.GetInputDigest(),
		OutputDigest: step.GetOutputDigest(),
		Status:       named[StepStatus](stepStatuses, step.GetStatus()),
		Error:        step.GetError(),
		Duration:     step.GetDuration().AsDuration(),
		Time:         timeOf(step.GetTime()),
	}
}

func (s EpisodeStep) wire() *recordav1.EpisodeStep {
	step := &recordav1.EpisodeStep{
		Action:       s.Action,
		Tool:         s.Tool,
		InputDigest:  s.InputDigest,
		OutputDigest: s.OutputDigest,
		Status:       wire[recordav1.StepStatus](stepStatuses, s.Status),
		Error:        s.Error,
		Time:         wireTime(s.Time),
	}
	if s.Duration != 0 {
		step.Duration = durationpb.New(s.Duration)
	}
	return step
}

// statedMessage has the fields that the contract's entities and relationships share.
type statedMessage interface {
	GetAttributes() *structpb.Struct
	GetValidFrom() *timestamppb.Timestamp
	GetValidTo() *timestamppb.Timestamp
	GetEvidence() []string
	GetVersions() []*recordav1.EntityVersion
}

func statedOf(message statedMessage) Stated {
	return Stated{
		Attributes: plainObject(message.GetAttributes()),
		ValidFrom:  timeOf(message.GetValidFrom()),
		ValidTo:    timeOf(message.GetValidTo()),
		Evidence:   message.GetEvidence(),
		Versions:   each(message.GetVersions(), entityVersionOf),
	}
}

func entityVersionOf(version *recordav1.EntityVersion) EntityVersion {
	return EntityVersion{
		Attributes: plainObject(version.GetAttributes()),
		ValidFrom:  timeOf(version.GetValidFrom()),
		ValidTo:    timeOf(version.GetValidTo()),
		FromTime:   timeOf(version.GetFromTime()),
		ToTime:     timeOf(version.GetToTime()),
	}
}
