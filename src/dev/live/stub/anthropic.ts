import { type Answer, type Body, type ModelInterface, textIn } from './interface.ts'

const head = (body: Body, { tokens }: Answer, id: string) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model: body.model,
  stop_sequence: null,
  usage: { input_tokens: tokens, output_tokens: 1 },
})

function blockOf(answer: Answer, id: string): Body {
  if ('text' in answer) return { type: 'text', text: answer.text }
  return { type: 'tool_use', id: `toolu_${id}`, name: answer.tool.name, input: answer.args }
}

const reasonOf = (answer: Answer) => ('text' in answer ? 'end_turn' : 'tool_use')

/** Messages of Anthropic, which Claude Code asks. */
export const anthropic: ModelInterface = {
  path: /\/v1\/messages(?:\?|$)/u,
  turns: (body) =>
    (body.messages ?? []).map(({ role, content }: Body) => ({
      by: role === 'assistant' ? 'model' : 'user',
      text: textIn(content),
    })),
  tools: (body) =>
    (body.tools ?? []).map(({ name, input_schema: schema }: Body) => ({
      name,
      fields: schema?.properties ?? {},
    })),
  isStreamed: (body) => body.stream === true,
  whole: (body, answer, id) => ({
    ...head(body, answer, id),
    content: [blockOf(answer, id)],
    stop_reason: reasonOf(answer),
  }),
  stream(body, answer, id) {
    const block = blockOf(answer, id)
    const isText = block.type === 'text'
    const events = [
      { type: 'message_start', message: { ...head(body, answer, id), content: [], stop_reason: null } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: isText ? { ...block, text: '' } : { ...block, input: {} },
      },
      {
        type: 'content_block_delta',
        index: 0,
        delta: isText
          ? { type: 'text_delta', text: block.text }
          : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        usage: { output_tokens: 1 },
        delta: { stop_reason: reasonOf(answer), stop_sequence: null },
      },
      { type: 'message_stop' },
    ]
    return events.map((data) => ({ name: data.type, data }))
  },
}
