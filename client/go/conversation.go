package recorda

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"time"

	"google.golang.org/grpc"

	recordav1 "github.com/recorda/recorda/client/go/recorda/v1"
)

// Conversation is one conversation: what is said goes in, prompts come out. It is made by [Client.Conversation] and holds nothing.
type Conversation struct{ handle }

// Conversation is the handle of a session; its scope needs a SessionID.
func (c *Client) Conversation(scope Scope) *Conversation {
	return &Conversation{handle{c.memory, c.context, scope}}
}

// Scope is whose it is.
func (c *Conversation) Scope() Scope { return c.scope }

// Turn is one message.
type Turn struct {
	// Empty: the user.
	Role Role
	// What is said, at most 1 MiB.
	Content string
	// The speaker's name, at most 256 bytes; makes the turn easier to find.
	Speaker string
	// When it was said; zero: now.
	Time time.Time
	// Tools that the assistant calls.
	ToolCalls []ToolCall
	// The call that a tool's turn answers.
	ToolCallID string
}

// ToolCall is a tool that the assistant calls.
type ToolCall struct {
	// As the provider gave it.
	ID string
	// The tool's name.
	Name string
	// A JSON object, at most 64 KB; empty is `{}`.
	ArgumentsJSON string
}

func (t ToolCall) wire() *recordav1.ToolCall {
	return &recordav1.ToolCall{Id: t.ID, Name: t.Name, ArgumentsJson: t.ArgumentsJSON}
}

func (t Turn) wire() *recordav1.Turn {
	return &recordav1.Turn{
		Role:       wire[recordav1.Role](roles, t.Role),
		Content:    t.Content,
		Speaker:    t.Speaker,
		Time:       wireTime(t.Time),
		ToolCalls:  each(t.ToolCalls, ToolCall.wire),
		ToolCallId: t.ToolCallID,
	}
}

// AppendOptions are those of [Conversation.Append].
type AppendOptions struct {
	// As in WriteOptions.
	RequestID string
	// Turns are found from nowhere, and gone once they leave the window; nil: as it was.
	RecallOff *bool
	// How the window is cut from now on; empty: as it was.
	WindowPolicy WindowPolicy
}

// Append keeps what was said, in order, 1 to 100 turns; durable when it returns. The answer says what was understood of it.
func (c *Conversation) Append(ctx context.Context, turns []Turn, options *AppendOptions) (*recordav1.AppendTurnsResponse, error) {
	given := or(options)
	return c.context.AppendTurns(ctx, &recordav1.AppendTurnsRequest{
		Scope:        c.scope.wire(),
		Turns:        each(turns, Turn.wire),
		RecallOff:    given.RecallOff,
		RequestId:    given.RequestID,
		WindowPolicy: wire[recordav1.WindowPolicy](windowPolicies, given.WindowPolicy),
	})
}

// PromptOptions are those of [Conversation.Prompt].
type PromptOptions struct {
	// The model, by which tokens are counted; empty: o200k_base.
	Model string
	// Empty: ProviderOpenAIChat.
	Provider Provider
	// The most that it may take, 100 to 4,000; 0: 4,000.
	MaxTokens int
	// The most of them that recalled turns may take; nil: 350 less those of facts, or under MaxTokens as many as their chance to help is worth.
	MaxRecallTokens *int
	// Results of tools that the model has not seen.
	ToolResults []ToolResult
	// Descriptions of tools, left out when the model need not see them again.
	Tools []ToolText
	// Examples, left out likewise.
	Examples []string
	// Instructions on the format, left out likewise.
	FormatInstructions string
	// Facts right after the system prompt; otherwise what stays as it is comes first, so that the provider caches it.
	FactsFirst bool
	// Asks again after an answer that failed.
	IsRetry bool
	// The blocks say of everything what it costs, what it is worth, and why it came.
	Explain bool
	// The model may ask in passing whether one fact still holds that goes stale soon; ConfirmFactId says which.
	AsksToConfirm bool
}

// ToolResult is the result of a tool that the model has not seen.
type ToolResult struct {
	Call ToolCall
	// What the tool gave, at most 1 MiB.
	Content string
}

// ToolText is a description of a tool.
type ToolText struct {
	Name string
	Text string
}

// Prompt is a prompt and what it is made of.
type Prompt struct {
	// JSON, to be merged into the request to the provider; nil of ProviderPlain.
	Body json.RawMessage
	// The text of ProviderPlain.
	Text string
	// Blocks, tokens, cost, and what was left out.
	*recordav1.AssembleContextResponse
}

// Prompt gives the prompt for what the user says now; without a text, for what they said last. It keeps nothing.
func (c *Conversation) Prompt(ctx context.Context, newTurn string, options *PromptOptions) (*Prompt, error) {
	given := or(options)
	request := &recordav1.AssembleContextRequest{
		Scope:           c.scope.wire(),
		NewTurn:         newTurn,
		Model:           given.Model,
		Format:          formatOf(given.Provider),
		MaxTokens:       optional32(given.MaxTokens),
		MaxRecallTokens: pointer32(given.MaxRecallTokens),
		Extras:          given.extras(),
		IsRetry:         given.IsRetry,
		Explain:         given.Explain,
		AsksToConfirm:   given.AsksToConfirm,
		ToolResults: each(given.ToolResults, func(result ToolResult) *recordav1.ToolResult {
			return &recordav1.ToolResult{Call: result.Call.wire(), Content: result.Content}
		}),
	}
	if given.FactsFirst {
		request.Order = recordav1.BlockOrder_BLOCK_ORDER_FACTS_FIRST
	}
	answer, err := c.context.AssembleContext(ctx, request)
	if err != nil {
		return nil, err
	}
	prompt := &Prompt{AssembleContextResponse: answer}
	if given.Provider == ProviderPlain {
		prompt.Text = answer.GetPayload()
	} else {
		prompt.Body = json.RawMessage(answer.GetPayload())
	}
	return prompt, nil
}

func formatOf(provider Provider) recordav1.PromptFormat {
	if provider == "" {
		provider = ProviderOpenAIChat
	}
	return wire[recordav1.PromptFormat](formats, provider)
}

func (o PromptOptions) extras() []*recordav1.PromptExtra {
	var extras []*recordav1.PromptExtra
	add := func(kind recordav1.BlockKind, name, text string) {
		extras = append(extras, &recordav1.PromptExtra{Kind: kind, Name: name, Text: text})
	}
	for _, tool := range o.Tools {
		add(recordav1.BlockKind_BLOCK_KIND_TOOL_DESCRIPTION, tool.Name, tool.Text)
	}
	for at, example := range o.Examples {
		add(recordav1.BlockKind_BLOCK_KIND_EXAMPLE, fmt.Sprintf("example %d", at+1), example)
	}
	if o.FormatInstructions != "" {
		add(recordav1.BlockKind_BLOCK_KIND_FORMAT, "format", o.FormatInstructions)
	}
	return extras
}

// TailOptions are those of [Conversation.Tail].
type TailOptions struct {
	// As in PromptOptions.
	Model string
	// As in PromptOptions.
	Provider Provider
	// The most that the block may take, 100 to 4,000; 0: 250.
	MaxTokens int
	// As in PromptOptions.
	MaxRecallTokens *int
	// How many of the session's newest turns your history still has; nil: all of them.
	HostTurns *int
	// Where tails stay in your history: the Sources of those that it holds, empty and not nil for none yet. They are not given again. nil: no
	// tail stays.
	Kept []string
}

// Mark is where the provider's cache mark belongs beside a tail.
type Mark string

// On the last message before the block, on the last message of all, nowhere.
const (
	MarkBeforeBlock Mark = "before-block"
	MarkLastMessage Mark = "last-message"
	MarkNone        Mark = "none"
)

// Tail is what a host that keeps its own history is to send with this request. Usually empty.
type Tail struct {
	// To stand right before the last user message, in the provider's form; one message, or none. Of ProviderPlain always none.
	Messages []json.RawMessage
	// The same as text; empty for none.
	Text string
	// What it is made of: `fact:ID`, `recall:SESSION/TURN`.
	Sources []string
	// Where the provider's mark belongs.
	Mark Mark
	// Tokens, cost, and what was left out.
	*recordav1.AssembleContextResponse
}

// Tail gives, for hosts that keep their own history, what memory has for this question that is not in it, as one block for this request
// only. Without a text, for what the user said last.
func (c *Conversation) Tail(ctx context.Context, newTurn string, options *TailOptions) (*Tail, error) {
	given := or(options)
	answer, err := c.context.AssembleContext(ctx, &recordav1.AssembleContextRequest{
		Scope:           c.scope.wire(),
		NewTurn:         newTurn,
		Model:           given.Model,
		Format:          formatOf(given.Provider),
		MaxTokens:       optional32(given.MaxTokens),
		MaxRecallTokens: pointer32(given.MaxRecallTokens),
		Mode:            recordav1.AssembleMode_ASSEMBLE_MODE_TAIL,
		Tail: &recordav1.TailOptions{
			HostTurns: pointer32(given.HostTurns), KeepsBlocks: given.Kept != nil, KeptSources: given.Kept,
		},
	})
	if err != nil {
		return nil, err
	}
	tail := &Tail{Mark: markOf(answer.GetCacheMark()), AssembleContextResponse: answer}
	texts := make([]string, 0, len(answer.GetBlocks()))
	for _, block := range answer.GetBlocks() {
		texts = append(texts, block.GetText())
		tail.Sources = append(tail.Sources, block.GetSources()...)
	}
	tail.Text = strings.Join(texts, "\n\n")
	if given.Provider != ProviderPlain {
		tail.Messages, err = messagesOf(answer.GetPayload())
	}
	return tail, err
}

func markOf(mark recordav1.CacheMark) Mark {
	switch mark {
	case recordav1.CacheMark_CACHE_MARK_BEFORE_BLOCK:
		return MarkBeforeBlock
	case recordav1.CacheMark_CACHE_MARK_LAST_MESSAGE:
		return MarkLastMessage
	default:
		return MarkNone
	}
}

// messagesOf is the list of messages in a payload, whatever the provider calls it.
func messagesOf(payload string) ([]json.RawMessage, error) {
	var lists map[string][]json.RawMessage
	if err := json.Unmarshal([]byte(payload), &lists); err != nil {
		return nil, newError(ErrInternal, fmt.Sprintf("The server sent a tail that is no JSON: %v.", err))
	}
	var messages []json.RawMessage
	for _, list := range lists {
		messages = append(messages, list...)
	}
	return messages, nil
}

// Instruct keeps the agent's system prompt; from now on it is in every prompt of that agent.
func (c *Conversation) Instruct(ctx context.Context, blocks *recordav1.SystemPrompt) (*recordav1.SystemPrompt, error) {
	answer, err := c.context.PutSystemPrompt(ctx, &recordav1.PutSystemPromptRequest{AgentId: c.scope.AgentID, SystemPrompt: blocks})
	return answer.GetSystemPrompt(), err
}

// Output is how an answer of the model went.
type Output struct {
	// Whether it could be used.
	IsRight bool
	// Why it could not be read.
	ParseError string
	// What else was wrong with it.
	Error string
}

// ReportOutput says how the model's answer went: the next prompt goes by it.
func (c *Conversation) ReportOutput(ctx context.Context, output Output) error {
	_, err := c.context.ReportOutput(ctx, &recordav1.ReportOutputRequest{
		Scope: c.scope.wire(), IsValid: output.IsRight, FitsStructure: output.IsRight, ParseError: output.ParseError, Error: output.Error,
	})
	return err
}

// Flush seals what the window holds: the next prompt has its summary.
func (c *Conversation) Flush(ctx context.Context) ([]*recordav1.Segment, error) {
	answer, err := c.context.FlushTopic(ctx, &recordav1.FlushTopicRequest{Scope: c.scope.wire()})
	return answer.GetSealed(), err
}

// End seals and closes it; what was said stays findable.
func (c *Conversation) End(ctx context.Context) ([]*recordav1.Segment, error) {
	answer, err := c.context.EndSession(ctx, &recordav1.EndSessionRequest{Scope: c.scope.wire()})
	return answer.GetSealed(), err
}

// KeptTurn is a turn as the server keeps it: what Append was given, and where it stands.
type KeptTurn struct {
	// Its number in the session, from 1.
	Number int
	// What was said. Of turns that left the window the calls of tools are not kept.
	Turn
	// Whether the next prompt has it word for word.
	InWindow   bool
	AgentID    string
	CreateTime time.Time
}

// Turns gives its turns as far as they are kept, in order or the newest first; pages are fetched as they are needed.
func (c *Conversation) Turns(ctx context.Context, newestFirst bool) iter.Seq2[*KeptTurn, error] {
	orderBy := "turn"
	if newestFirst {
		orderBy = "turn desc"
	}
	return pages(func(pageToken string) ([]*KeptTurn, string, error) {
		answer, err := c.context.ListTurns(ctx, &recordav1.ListTurnsRequest{Scope: c.scope.wire(), PageToken: pageToken, OrderBy: orderBy})
		return each(answer.GetTurns(), keptTurnOf), answer.GetNextPageToken(), err
	})
}

func keptTurnOf(kept *recordav1.SessionTurn) *KeptTurn {
	said := kept.GetSaid()
	turn := Turn{
		Role:       named[Role](roles, said.GetRole()),
		Content:    said.GetContent(),
		Speaker:    said.GetSpeaker(),
		Time:       timeOf(said.GetTime()),
		ToolCallID: said.GetToolCallId(),
		ToolCalls: each(said.GetToolCalls(), func(call *recordav1.ToolCall) ToolCall {
			return ToolCall{ID: call.GetId(), Name: call.GetName(), ArgumentsJSON: call.GetArgumentsJson()}
		}),
	}
	created := timeOf(kept.GetCreateTime())
	if turn.Time.IsZero() {
		turn.Time = created
	}
	return &KeptTurn{Number: int(kept.GetTurn()), Turn: turn, InWindow: kept.GetInWindow(), AgentID: kept.GetAgentId(), CreateTime: created}
}

// Usage tells what its prompts came to, beside what the whole history would have.
func (c *Conversation) Usage(ctx context.Context) (*recordav1.GetTokenUsageResponse, error) {
	return c.context.GetTokenUsage(ctx, &recordav1.GetTokenUsageRequest{Scope: c.scope.wire()})
}

// Watch tells what becomes of it, as it happens, until the context ends or the loop is left.
func (c *Conversation) Watch(ctx context.Context) iter.Seq2[*recordav1.WatchSessionResponse, error] {
	return messages(ctx, func(ctx context.Context) (grpc.ServerStreamingClient[recordav1.WatchSessionResponse], error) {
		return c.context.WatchSession(endless(ctx), &recordav1.WatchSessionRequest{Scope: c.scope.wire()})
	})
}
