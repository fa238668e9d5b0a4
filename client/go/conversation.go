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

// Conversation is one conversation: turns are appended, prompts are built. [Client.Conversation] makes it; it holds no resources.
type Conversation struct{ handle }

// Conversation returns the handle of a session; its scope needs a SessionID.
func (c *Client) Conversation(scope Scope) *Conversation {
	return &Conversation{handle{c.memory, c.context, scope}}
}

// Scope is the user, session and agent of the conversation.
func (c *Conversation) Scope() Scope { return c.scope }

// Turn is one message.
type Turn struct {
	// The role of the speaker; empty: the user.
	Role Role
	// The text, at most 1 MiB.
	Content string
	// The speaker's name, at most 256 bytes; makes the turn easier to find.
	Speaker string
	// The time at which it was said; zero: now.
	Time time.Time
	// The tool calls of the assistant.
	ToolCalls []ToolCall
	// The id of the call whose result a tool's turn is.
	ToolCallID string
}

// ToolCall is a call of a tool by the assistant.
type ToolCall struct {
	// The id that the provider gave it.
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

// AppendOptions are the options of [Conversation.Append].
type AppendOptions struct {
	// As in WriteOptions.
	RequestID string
	// Whether the session's turns are kept out of recall and are gone once they leave the window; nil: unchanged.
	RecallOff *bool
	// The policy by which the window is cut from now on; empty: unchanged.
	WindowPolicy WindowPolicy
}

// Append appends 1 to 100 turns in order; they are durable when it returns. The response says what was understood from them.
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

// PromptOptions are the options of [Conversation.Prompt].
type PromptOptions struct {
	// The model, by which tokens are counted; empty: o200k_base.
	Model string
	// The provider; empty: ProviderOpenAIChat.
	Provider Provider
	// The most tokens that it may have, 100 to 4,000; 0: 4,000.
	MaxTokens int
	// The most of these that recalled turns may have; nil: what facts leave of 350, or of 600 for an order or a question that wants
	// several things, or with MaxTokens as many as recall is worth.
	MaxRecallTokens *int
	// Results of tools that the model has not seen yet.
	ToolResults []ToolResult
	// Descriptions of tools, which are left out if the model need not see them again.
	Tools []ToolText
	// Examples, which are left out likewise.
	Examples []string
	// Instructions on the format, which are left out likewise.
	FormatInstructions string
	// Whether facts come right after the system prompt; otherwise unchanging parts come first, so that the provider caches them.
	FactsFirst bool
	// Whether this asks again after an answer that failed.
	IsRetry bool
	// Whether the blocks state the cost, the worth and the reason of everything in them.
	Explain bool
	// Whether the prompt may have the model ask in passing if a fact still holds that becomes stale soon; ConfirmFactId names it.
	AsksToConfirm bool
}

// ToolResult is the result of a tool that the model has not seen yet.
type ToolResult struct {
	Call ToolCall
	// The result, at most 1 MiB.
	Content string
}

// ToolText is a description of a tool.
type ToolText struct {
	Name string
	Text string
}

// Prompt is a prompt with its blocks and costs.
type Prompt struct {
	// JSON to be merged into the request to the provider; nil for ProviderPlain.
	Body json.RawMessage
	// The text, for ProviderPlain.
	Text string
	// Blocks, tokens, cost, and what was left out.
	*recordav1.AssembleContextResponse
}

// Prompt builds the prompt for the user's new message, or without a text for their last one. It stores nothing.
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

// TailOptions are the options of [Conversation.Tail].
type TailOptions struct {
	// As in PromptOptions.
	Model string
	// As in PromptOptions.
	Provider Provider
	// The most tokens that the block may have, 100 to 4,000; 0: 250.
	MaxTokens int
	// As in PromptOptions.
	MaxRecallTokens *int
	// The number of the session's newest turns that your history still has; nil: all of them.
	HostTurns *int
	// The Sources of the tails that your history holds, if you leave tails in it: they are not given again. Empty and not nil: none so far.
	// nil: no tail stays.
	Kept []string
}

// Mark is the position of the provider's cache mark beside a tail.
type Mark string

// On the last message before the block, on the last message of all, or nowhere.
const (
	MarkBeforeBlock Mark = "before-block"
	MarkLastMessage Mark = "last-message"
	MarkNone        Mark = "none"
)

// Tail is the block that a host with its own history sends with this request. It is usually empty.
type Tail struct {
	// At most one message in the provider's format, to be placed right before the last user message. Always empty for ProviderPlain.
	Messages []json.RawMessage
	// The block as text; empty if there is none.
	Text string
	// The sources that it was made of: `fact:ID`, `recall:SESSION/TURN`.
	Sources []string
	// The position of the provider's cache mark.
	Mark Mark
	// Tokens, cost, and what was left out.
	*recordav1.AssembleContextResponse
}

// Tail returns, for hosts that keep their own history, what memory has for this question and is not in that history, as one block for this
// request only. Without a text, for the user's last message.
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

// messagesOf returns the list of messages in a payload, whatever the provider calls it.
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

// Instruct stores the agent's system prompt; from now on every prompt of that agent has it.
func (c *Conversation) Instruct(ctx context.Context, blocks *recordav1.SystemPrompt) (*recordav1.SystemPrompt, error) {
	answer, err := c.context.PutSystemPrompt(ctx, &recordav1.PutSystemPromptRequest{AgentId: c.scope.AgentID, SystemPrompt: blocks})
	return answer.GetSystemPrompt(), err
}

// Output says how an answer of the model turned out.
type Output struct {
	// Whether it could be used.
	IsRight bool
	// Why it could not be parsed.
	ParseError string
	// What else was wrong with it.
	Error string
}

// ReportOutput reports how the model's answer turned out; the next prompt takes it into account.
func (c *Conversation) ReportOutput(ctx context.Context, output Output) error {
	_, err := c.context.ReportOutput(ctx, &recordav1.ReportOutputRequest{
		Scope: c.scope.wire(), IsValid: output.IsRight, FitsStructure: output.IsRight, ParseError: output.ParseError, Error: output.Error,
	})
	return err
}

// Flush seals the window: the next prompt has its summary.
func (c *Conversation) Flush(ctx context.Context) ([]*recordav1.Segment, error) {
	answer, err := c.context.FlushTopic(ctx, &recordav1.FlushTopicRequest{Scope: c.scope.wire()})
	return answer.GetSealed(), err
}

// End seals the window and closes the session; its turns can still be found.
func (c *Conversation) End(ctx context.Context) ([]*recordav1.Segment, error) {
	answer, err := c.context.EndSession(ctx, &recordav1.EndSessionRequest{Scope: c.scope.wire()})
	return answer.GetSealed(), err
}

// KeptTurn is a turn as the server keeps it: the appended turn, its number and its place.
type KeptTurn struct {
	// The turn's number in the session, counted from 1.
	Number int
	// What was said. Tool calls are not kept for turns that left the window.
	Turn
	// Whether the next prompt has it word for word.
	InWindow   bool
	AgentID    string
	CreateTime time.Time
}

// Turns yields the session's turns as far as they are kept, in order or the newest first; pages are fetched as they are needed.
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

// Usage returns the tokens and costs of the session's prompts, compared with the whole history.
func (c *Conversation) Usage(ctx context.Context) (*recordav1.GetTokenUsageResponse, error) {
	return c.context.GetTokenUsage(ctx, &recordav1.GetTokenUsageRequest{Scope: c.scope.wire()})
}

// Watch yields the session's events as they happen, until the context ends or the loop is left.
func (c *Conversation) Watch(ctx context.Context) iter.Seq2[*recordav1.WatchSessionResponse, error] {
	return messages(ctx, func(ctx context.Context) (grpc.ServerStreamingClient[recordav1.WatchSessionResponse], error) {
		return c.context.WatchSession(endless(ctx), &recordav1.WatchSessionRequest{Scope: c.scope.wire()})
	})
}
