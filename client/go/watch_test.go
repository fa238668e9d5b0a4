package recorda

import (
	"context"
	"errors"
	"slices"
	"testing"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

func positionEvent(token string) *recordav1.WatchMemoriesResponse {
	return &recordav1.WatchMemoriesResponse{
		Event: &recordav1.WatchMemoriesResponse_Position{Position: &recordav1.WatchPosition{ResumeToken: token}},
	}
}

func changeEvent(id, token string) *recordav1.WatchMemoriesResponse {
	change := &recordav1.MemoryChange{Id: id, ResumeToken: token, Operation: recordav1.ChangeOperation_CHANGE_OPERATION_ADD}
	return &recordav1.WatchMemoriesResponse{Event: &recordav1.WatchMemoriesResponse_Change{Change: change}}
}

func TestAWatchGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	script := &scripted{
		failing: []error{unavailable, unavailable, nil, refusal(ErrChangesGone)},
		watched: [][]*recordav1.WatchMemoriesResponse{
			{positionEvent("start")},
			{changeEvent("lt_1", "first"), changeEvent("lt_2", "second")},
			// Ends by itself, as a server does that goes down.
			{changeEvent("lt_3", "third"), positionEvent("later")},
			nil,
		},
	}
	var ids []string
	var last error
	for change, err := range serve(t, script).Agent(Scope{UserID: "ana"}).Watch(t.Context(), nil) {
		if last = err; err == nil {
			ids = append(ids, change.ID)
		}
	}
	if !slices.Equal(ids, []string{"lt_1", "lt_2", "lt_3"}) || !errors.Is(last, ErrChangesGone) {
		t.Errorf("%v, %v", ids, last)
	}
	var tokens []string
	for _, asked := range script.requests() {
		tokens = append(tokens, asked.(*recordav1.WatchMemoriesRequest).GetResumeToken())
	}
	if !slices.Equal(tokens, []string{"", "start", "second", "later"}) {
		t.Errorf("asked after %q", tokens)
	}
}

func TestAWatchThatHeardNothingDoesNotBeginAnew(t *testing.T) {
	t.Parallel()
	script := &scripted{failing: []error{unavailable, unavailable, unavailable}, watched: make([][]*recordav1.WatchMemoriesResponse, 4)}
	var last error
	for _, err := range serve(t, script, WithTries(1)).Agent(Scope{UserID: "ana"}).Watch(t.Context(), nil) {
		last = err
	}
	if !errors.Is(last, ErrBackendUnavailable) || len(script.requests()) != 1 {
		t.Errorf("%v, %d calls", last, len(script.requests()))
	}
}

func TestAWatchEndsWithItsContext(t *testing.T) {
	t.Parallel()
	script := &scripted{watched: [][]*recordav1.WatchMemoriesResponse{{changeEvent("lt_1", "first")}, nil, nil}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last error
	for _, err := range serve(t, script).Agent(Scope{UserID: "ana"}).Watch(ctx, nil) {
		cancel()
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("%v", last)
	}
}
