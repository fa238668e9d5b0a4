package recorda

import (
	"context"
	"errors"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

func TestReadsAreRepeated(t *testing.T) {
	t.Parallel()
	script := &scripted{failing: []error{unavailable, refusal(ErrShuttingDown)}}
	memory, err := serve(t, script).Agent(Scope{UserID: "ana"}).Get(t.Context(), "lt_1")
	if err != nil || memory.ID != "lt_1" || len(script.requests()) != 3 {
		t.Errorf("%v, %v, %d calls", memory, err, len(script.requests()))
	}
}

func TestNothingIsTriedMoreOftenThanTold(t *testing.T) {
	t.Parallel()
	for _, tries := range []int{1, 2} {
		script := &scripted{failing: []error{unavailable, unavailable, unavailable}}
		_, err := serve(t, script, WithTries(tries)).Agent(Scope{UserID: "ana"}).Get(t.Context(), "lt_1")
		if !errors.Is(err, ErrBackendUnavailable) || len(script.requests()) != tries {
			t.Errorf("%v, %d calls where %d may be", err, len(script.requests()), tries)
		}
	}
}

func TestWritesAreRepeatedUnderOneRequestID(t *testing.T) {
	t.Parallel()
	for _, given := range []string{"", "mine"} {
		script := &scripted{failing: []error{unavailable, unavailable}}
		request := &recordav1.AddMemoryRequest{RequestId: given, Memory: &recordav1.Memory{}}
		if _, err := serve(t, script).Memory().AddMemory(t.Context(), request); err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, asked := range script.requests() {
			ids = append(ids, asked.(*recordav1.AddMemoryRequest).GetRequestId())
		}
		if len(ids) != 3 || ids[0] == "" || ids[0] != ids[1] || ids[1] != ids[2] || given != "" && ids[0] != given {
			t.Errorf("given %q, sent %q", given, ids)
		}
		if request.GetRequestId() != given {
			t.Errorf("the caller's request was changed: %q", request.GetRequestId())
		}
	}
}

func TestAWriteThatIsTriedOnceGetsNoRequestID(t *testing.T) {
	t.Parallel()
	script := &scripted{failing: []error{unavailable}}
	_, err := serve(t, script, WithTries(1)).Agent(Scope{UserID: "ana"}).Add(t.Context(), "x", nil)
	if !errors.Is(err, ErrBackendUnavailable) || script.requests()[0].(*recordav1.AddMemoryRequest).GetRequestId() != "" {
		t.Errorf("%v, %v", err, script.requests())
	}
}

func TestAWriteWithoutRequestIDIsRepeatedOnlyWhereNothingWasDone(t *testing.T) {
	t.Parallel()
	script := &scripted{failing: []error{unavailable}}
	if _, err := serve(t, script).Agent(Scope{UserID: "ana"}).EndTask(t.Context()); !errors.Is(err, ErrBackendUnavailable) {
		t.Errorf("%v", err)
	}
	for _, reason := range []Reason{ErrOverloaded, ErrRateLimited} {
		script = &scripted{failing: []error{refusal(reason, retryAfter(time.Millisecond))}}
		if _, err := serve(t, script).Agent(Scope{UserID: "ana"}).EndTask(t.Context()); err != nil || len(script.requests()) != 2 {
			t.Errorf("%s: %v, %d calls", reason, err, len(script.requests()))
		}
	}
}

func TestOtherErrorsAreNotRepeated(t *testing.T) {
	t.Parallel()
	for _, cause := range []error{refusal(ErrMemoryNotFound), refusal(ErrDiskFull), status.Error(codes.Internal, "x")} {
		script := &scripted{failing: []error{cause}}
		if _, err := serve(t, script).Agent(Scope{UserID: "ana"}).Get(t.Context(), "lt_1"); err == nil || len(script.requests()) != 1 {
			t.Errorf("%v: %v, %d calls", cause, err, len(script.requests()))
		}
	}
}

func TestAWaitThatPassesTheDeadlineIsNotBegun(t *testing.T) {
	t.Parallel()
	script := &scripted{failing: []error{refusal(ErrOverloaded, retryAfter(time.Hour))}}
	_, err := serve(t, script).Agent(Scope{UserID: "ana"}).Get(t.Context(), "lt_1")
	var failed *Error
	if !errors.As(err, &failed) || failed.Reason != ErrOverloaded || failed.RetryAfter != time.Hour || len(script.requests()) != 1 {
		t.Errorf("%v, %d calls", err, len(script.requests()))
	}
}

func TestAWaitEndsWithItsCaller(t *testing.T) {
	t.Parallel()
	script := &scripted{failing: []error{refusal(ErrOverloaded, retryAfter(time.Hour))}}
	client := serve(t, script, WithTimeout(2*time.Hour))
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	_, err := client.Agent(Scope{UserID: "ana"}).Get(ctx, "lt_1")
	if !errors.Is(err, ErrCancelled) || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestWaitsGrowAndAreLeftToChance(t *testing.T) {
	t.Parallel()
	for range 100 {
		for tried, most := range map[int]time.Duration{1: 100 * time.Millisecond, 2: 400 * time.Millisecond, 3: 1600 * time.Millisecond} {
			if got := retryWait(tried, &Error{RetryAfter: time.Second}) - time.Second; got > most || got < most/2 {
				t.Errorf("%v after try %d", got, tried)
			}
		}
	}
}

func resultEvent(id string) *recordav1.StreamRetrieveMemoriesResponse {
	found := &recordav1.RetrievedMemory{Memory: &recordav1.Memory{Id: id}}
	return &recordav1.StreamRetrieveMemoriesResponse{Event: &recordav1.StreamRetrieveMemoriesResponse_Result{Result: found}}
}

func TestStreamsAreRepeatedBeforeTheyBegin(t *testing.T) {
	t.Parallel()
	done := &recordav1.RetrievalDone{TargetMs: 40}
	script := &scripted{
		failing: []error{unavailable, nil},
		events: []*recordav1.StreamRetrieveMemoriesResponse{
			resultEvent("lt_1"), {Event: &recordav1.StreamRetrieveMemoriesResponse_Done{Done: done}},
		},
	}
	report := &SearchReport{}
	var ids []string
	for hit, err := range serve(t, script).Agent(Scope{UserID: "ana"}).Stream(t.Context(), "x", &StreamOptions{Report: report}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, hit.Memory.ID)
	}
	if len(ids) != 1 || len(script.requests()) != 2 || report.Target != 40*time.Millisecond {
		t.Errorf("%v, %d calls, %v", ids, len(script.requests()), report)
	}
}

func TestStreamsAreNotRepeatedOnceTheyHaveBegun(t *testing.T) {
	t.Parallel()
	script := &scripted{failing: []error{unavailable}, events: []*recordav1.StreamRetrieveMemoriesResponse{resultEvent("lt_1")}}
	var hits int
	var last error
	for hit, err := range serve(t, script).Agent(Scope{UserID: "ana"}).Stream(t.Context(), "x", nil) {
		last = err
		if hit != nil {
			hits++
		}
	}
	if hits != 1 || !errors.Is(last, ErrBackendUnavailable) || len(script.requests()) != 1 {
		t.Errorf("%d hits, %v, %d calls", hits, last, len(script.requests()))
	}
}

func TestLeavingAStreamCancelsTheCall(t *testing.T) {
	t.Parallel()
	script := &scripted{open: true, left: make(chan struct{}), events: []*recordav1.StreamRetrieveMemoriesResponse{resultEvent("lt_1")}}
	for _, err := range serve(t, script).Agent(Scope{UserID: "ana"}).Stream(t.Context(), "x", nil) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	<-script.left
}

func TestPagesAreFetchedAsTheyAreNeeded(t *testing.T) {
	t.Parallel()
	script := &scripted{}
	ana := serve(t, script).Agent(Scope{UserID: "ana"})
	count := 0
	for _, err := range ana.List(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if count++; count == 2 {
			break
		}
	}
	if len(script.requests()) != 1 {
		t.Errorf("%d pages for %d memories", len(script.requests()), count)
	}
	count = 0
	for range ana.List(t.Context(), nil) {
		count++
	}
	if count != 4 {
		t.Errorf("%d memories of two pages", count)
	}
}

func TestAnUpdateNamesWhatItChanges(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		id    string
		patch Patch
		want  []string
	}{
		{"lt_1", Patch{Text: Ptr("x"), Clear: []string{"speaker", "metadata"}}, []string{"text.content", "text.speaker", "metadata"}},
		{"st_1", Patch{Text: Ptr("x"), Role: RoleTool}, []string{"message.content", "message.role"}},
		{"pe_1", Patch{Value: Null}, []string{"trait.value"}},
		{"ep_1", Patch{Text: Ptr("x"), Outcome: OutcomePartial, EndTime: time.Unix(1, 0)}, []string{"episode.task", "episode.end_time", "episode.outcome"}},
		{"en_1", Patch{Aliases: []string{}, Pinned: Ptr(false)}, []string{"entity.aliases", "pinned"}},
		// What the type does not have goes out under the name of one that does.
		{"lt_1", Patch{Outcome: OutcomeFailure}, []string{"episode.outcome"}},
	} {
		script := &scripted{}
		if _, err := serve(t, script).Agent(Scope{UserID: "ana"}).Update(t.Context(), ID(one.id), one.patch, nil); err != nil {
			t.Fatal(err)
		}
		got := script.requests()[0].(*recordav1.UpdateMemoryRequest).GetUpdateMask().GetPaths()
		if len(got) != len(one.want) {
			t.Fatalf("%s: %v, want %v", one.id, got, one.want)
		}
		for at := range got {
			if got[at] != one.want[at] {
				t.Errorf("%s: %v, want %v", one.id, got, one.want)
			}
		}
	}
}

func TestAnEntryOfWorkingMemoryIsReadByItsKey(t *testing.T) {
	t.Parallel()
	script := &scripted{}
	if _, err := serve(t, script).Agent(Scope{UserID: "ana", TaskID: "trip"}).Working(t.Context(), "city"); err != nil {
		t.Fatal(err)
	}
	asked := script.requests()[0].(*recordav1.GetMemoryRequest)
	if asked.GetName().GetKey() != "city" || asked.GetName().GetType() != recordav1.MemoryType_MEMORY_TYPE_WORKING || asked.GetScope().GetTaskId() != "trip" {
		t.Errorf("%v", asked)
	}
}

func TestPartsOfAScopeAreReplaced(t *testing.T) {
	t.Parallel()
	ana := serve(t, &scripted{}).Agent(Scope{UserID: "ana", AgentID: "coach", SessionID: "monday"})
	if got := ana.With(Scope{SessionID: "tuesday"}).Scope(); got != (Scope{UserID: "ana", AgentID: "coach", SessionID: "tuesday"}) {
		t.Errorf("%+v", got)
	}
	if got := ana.Scope().SessionID; got != "monday" {
		t.Errorf("the handle itself has changed: %q", got)
	}
}

func TestWhatJSONCannotSayIsRefused(t *testing.T) {
	t.Parallel()
	ana := serve(t, &scripted{}).Agent(Scope{UserID: "ana"})
	if _, err := ana.Set(t.Context(), "key", func() {}, nil); !errors.Is(err, ErrFieldInvalid) {
		t.Errorf("%v", err)
	}
	if _, err := ana.Documents.Put(t.Context(), DocumentKey{Collection: "c"}, []int{1}, nil); !errors.Is(err, ErrFieldInvalid) {
		t.Errorf("%v", err)
	}
	type booking struct {
		Hotel string `json:"hotel"`
	}
	written, err := jsonObject("data", booking{"Miradouro"})
	if err != nil || written.AsMap()["hotel"] != "Miradouro" {
		t.Errorf("%v, %v", written, err)
	}
}
