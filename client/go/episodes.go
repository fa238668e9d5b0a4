package recorda

import (
	"context"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/fieldmaskpb"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// Episodes are what an agent did: tasks, each with at most 50 steps and its outcome. At most 1,000 and 50 MB per user and agent.
type Episodes struct{ handle }

// EpisodeOptions are those of [Episodes.Start].
type EpisodeOptions struct {
	AddOptions
	// When it began; zero: now.
	StartTime time.Time
	// Steps that were done before, at most 50.
	Steps []EpisodeStep
	// What to do when the quota is full; empty: PruneOff, that is fail with ErrQuotaExceeded.
	AutoPrune AutoPrune
}

// Start begins an episode: the task in words, not empty, at most 8 KB. ErrQuotaExceeded unless AutoPrune says what may go.
func (e *Episodes) Start(ctx context.Context, task string, options *EpisodeOptions) (*Added, error) {
	given := or(options)
	payload := &recordav1.Memory_Episode{Episode: &recordav1.Episode{
		Task: task, StartTime: wireTime(given.StartTime), Steps: each(given.Steps, EpisodeStep.wire),
	}}
	return e.add(ctx, &recordav1.Memory{Payload: payload}, given.AddOptions, given.AutoPrune)
}

// Step adds a step after those that there are; several at once are all taken, in order of arrival: give the [ID] then, since an episode that
// was read must be as it was. ErrEpisodeEnded, and ErrQuotaExceeded at the 51st.
func (e *Episodes) Step(ctx context.Context, target Target, step EpisodeStep, options *WriteOptions) (*Memory, error) {
	id, etag := target.target()
	answer, err := e.memory.AppendEpisodeStep(ctx, &recordav1.AppendEpisodeStepRequest{
		Scope: e.scope.wire(), Id: id, Etag: etag, Step: step.wire(), RequestId: or(options).RequestID,
	})
	return memoryOf(answer.GetMemory()), err
}

// EndOptions are those of [Episodes.End].
type EndOptions struct {
	// As in WriteOptions.
	RequestID string
	// What came of it, in words. At most 8 KB.
	Note string
	// When it ended; zero: now.
	EndTime time.Time
}

// End ends an episode. One that has ended takes no more steps.
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

// FindEpisodesOptions are those of [Episodes.Find]. Types and OrderBy are not looked at.
type FindEpisodesOptions struct {
	RetrieveOptions
	// Only tasks that ended so.
	Outcome Outcome
}

// Find finds what was done before, by task and steps: `what happened when we last tried to book?`.
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
