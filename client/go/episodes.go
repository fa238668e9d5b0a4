package recorda

import (
	"context"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/fieldmaskpb"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// Episodes are tasks that an agent worked on, each with at most 50 steps and its outcome. At most 1,000 and 50 MB per user and agent.
type Episodes struct{ handle }

// EpisodeOptions are the options of [Episodes.Start].
type EpisodeOptions struct {
	AddOptions
	// The time at which it began; zero: now.
	StartTime time.Time
	// Steps that were done already, at most 50.
	Steps []EpisodeStep
	// What to do when the quota is full; empty: PruneOff, which fails with ErrQuotaExceeded.
	AutoPrune AutoPrune
}

// Start starts an episode for a task, whose description is not empty and at most 8 KB. ErrQuotaExceeded unless AutoPrune makes room.
func (e *Episodes) Start(ctx context.Context, task string, options *EpisodeOptions) (*Added, error) {
	given := or(options)
	payload := &recordav1.Memory_Episode{Episode: &recordav1.Episode{
		Task: task, StartTime: wireTime(given.StartTime), Steps: each(given.Steps, EpisodeStep.wire),
	}}
	return e.add(ctx, &recordav1.Memory{Payload: payload}, given.AddOptions, given.AutoPrune)
}

// Step appends a step; concurrent steps are all appended, in order of arrival. For that, pass the [ID], since an episode that was read must
// be unchanged. ErrEpisodeEnded, and ErrQuotaExceeded at the 51st step.
func (e *Episodes) Step(ctx context.Context, target Target, step EpisodeStep, options *WriteOptions) (*Memory, error) {
	id, etag := target.target()
	answer, err := e.memory.AppendEpisodeStep(ctx, &recordav1.AppendEpisodeStepRequest{
		Scope: e.scope.wire(), Id: id, Etag: etag, Step: step.wire(), RequestId: or(options).RequestID,
	})
	return memoryOf(answer.GetMemory()), err
}

// EndOptions are the options of [Episodes.End].
type EndOptions struct {
	// As in WriteOptions.
	RequestID string
	// A description of the outcome. At most 8 KB.
	Note string
	// The time at which it ended; zero: now.
	EndTime time.Time
}

// End ends an episode, which then accepts no more steps.
func (e *Episodes) End(ctx context.Context, target Target, outcome Outcome, options *EndOptions) (*Memory, error) {
	id, etag := target.target()
	given := or(options)
	mask := []string{"episode.outcome"}
	if given.Note != "" {
		mask = append(mask, "episode.outcome_note")
	}
	if !given.EndTime.IsZero() {
		mask = append(mask, "episode.end_time")
	}
	payload := &recordav1.Memory_Episode{Episode: &recordav1.Episode{
		Outcome:     wire[recordav1.EpisodeOutcome](outcomes, outcome),
		OutcomeNote: given.Note,
		EndTime:     wireTime(given.EndTime),
	}}
	return e.update(ctx, &recordav1.UpdateMemoryRequest{
		Memory:     &recordav1.Memory{Id: id, Etag: etag, Payload: payload},
		UpdateMask: &fieldmaskpb.FieldMask{Paths: mask},
		RequestId:  given.RequestID,
	})
}

// FindEpisodesOptions are the options of [Episodes.Find]. Types and OrderBy are ignored.
type FindEpisodesOptions struct {
	RetrieveOptions
	// Only tasks with this outcome.
	Outcome Outcome
}

// Find finds earlier episodes by task and steps: `what happened when we last tried to book?`.
func (e *Episodes) Find(ctx context.Context, query string, options *FindEpisodesOptions) (*Found, error) {
	given := or(options)
	var conditions []string
	if given.Outcome != "" {
		conditions = append(conditions, "outcome == "+strconv.Quote(string(given.Outcome)))
	}
	if given.Filter != "" {
		conditions = append(conditions, "("+given.Filter+")")
	}
	given.Types, given.OrderBy = []MemoryType{TypeEpisodic}, OrderGrouped
	given.Filter = strings.Join(conditions, " && ")
	return e.retrieve(ctx, given.wire(e.scope, query))
}
