package recorda

import (
	"context"
	"os"
	"strconv"
	"testing"

	"google.golang.org/grpc/metadata"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// sent returns the revision that goes with the next call for a user; "" if there is none.
func (u *userRevisions) sent(user string) string {
	headers, _ := metadata.FromOutgoingContext(u.with(context.Background(), user))
	if told := headers.Get(userRevisionHeader); len(told) > 0 {
		return told[0]
	}
	return ""
}

func told(revision string) metadata.MD { return metadata.Pairs(userRevisionHeader, revision) }

func TestRevisionsNeverGoBack(t *testing.T) {
	t.Parallel()
	var seen userRevisions
	for _, one := range [][2]string{{"9", "9"}, {"10", "10"}, {"9", "10"}, {"none", "10"}, {"12", "12"}, {"11", "12"}} {
		seen.see("ana", told(one[0]))
		if got := seen.sent("ana"); got != one[1] {
			t.Errorf("told %s: %q, not %s", one[0], got, one[1])
		}
	}
	seen.see("ana", metadata.MD{})
	seen.see("", told("13"))
	if got := seen.sent("ana"); got != "12" {
		t.Errorf("%q", got)
	}
	if got := seen.sent("") + seen.sent("ben"); got != "" {
		t.Errorf("%q", got)
	}
}

func TestRevisionsAreThoseOfTheUsersWhoCalledLast(t *testing.T) {
	t.Parallel()
	var seen userRevisions
	for n := range seenUsers {
		seen.see(strconv.Itoa(n), told("1"))
	}
	seen.see("0", told("1"))
	seen.see("another", told("1"))
	if got := seen.sent("0") + seen.sent("1") + seen.sent("2") + seen.sent("another"); got != "111" || seen.sent("1") != "" {
		t.Errorf("%q, %q", got, seen.sent("1"))
	}
}

func TestTheRevisionOfAUserIsSentBack(t *testing.T) {
	t.Parallel()
	script := &scripted{revisions: []string{"7", "8", "9"}, failing: []error{nil, unavailable}}
	client := serve(t, script)
	ana, ben := client.Agent(Scope{UserID: "ana"}), client.Agent(Scope{UserID: "ben"})
	asked := func(want string) {
		t.Helper()
		if got := script.sentRevision(); got != want {
			t.Errorf("sent %q, not %q", got, want)
		}
	}
	get := func(agent *Agent) {
		t.Helper()
		if _, err := agent.Get(t.Context(), "lt_1"); err != nil {
			t.Fatal(err)
		}
	}
	get(ana)
	asked("")
	// A failed attempt tells it, too.
	get(ana)
	asked("8")
	for _, err := range ana.Stream(t.Context(), "x", nil) {
		if err != nil {
			t.Fatal(err)
		}
	}
	asked("9")
	get(ben)
	asked("")
	if _, err := client.Memory().GetMemory(t.Context(), &recordav1.GetMemoryRequest{}); err != nil {
		t.Fatal(err)
	}
	asked("")
}

func TestTheRevisionThatAStreamTellsIsSentBack(t *testing.T) {
	t.Parallel()
	script := &scripted{revisions: []string{"7"}}
	ana := serve(t, script).Agent(Scope{UserID: "ana"})
	for _, err := range ana.Stream(t.Context(), "x", nil) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := ana.Get(t.Context(), "lt_1"); err != nil || script.sentRevision() != "7" {
		t.Errorf("%v, sent %q", err, script.sentRevision())
	}
}

// The server that RECORDA_TEST_STANDBY names reads from a standby for callers that send back the revision they were told. The test that starts
// it sees that it asked the standby.
func TestAReadIsAnsweredByAServerOverAStandby(t *testing.T) {
	address := os.Getenv("RECORDA_TEST_STANDBY")
	if address == "" {
		t.Skip("RECORDA_TEST_STANDBY names no server: `npm run test:backends` starts one.")
	}
	client, err := Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	agent := client.Agent(Scope{UserID: "ana", AgentID: "guide", SessionID: "monday"})
	added, err := agent.Add(t.Context(), "likes skiing", nil)
	if err != nil {
		t.Fatal(err)
	}
	read, err := agent.Get(t.Context(), added.Memory.ID)
	if err != nil || read.ID != added.Memory.ID {
		t.Errorf("%v, %v", read, err)
	}
}
