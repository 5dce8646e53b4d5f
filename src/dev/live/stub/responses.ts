import { type Answer, type Body, type ModelInterface, type Tool, textIn } from './interface.ts'
import type { Turn } from './script.ts'

const isModels = (item: Body) =>
  item.role === 'assistant' || item.type === 'reasoning' || /_call$/u.test(item.type ?? '')

/** One answer of the model may be several items, one after another. */
function turnsOf(body: Body): readonly Turn[] {
  const items = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : (body.input ?? [])
  const turns = items.map((item: Body) => ({
    by: isModels(item) ? 'model' : 'user',
    text: textIn(item.content ?? item.output),
  }))
  return turns.filter(({ by }: Turn, at: number) => by === 'user' || turns[at - 1]?.by !== 'model')
}

function toolOf({ name, type, parameters }: Body): Tool {
  return {
    name: name ?? type,
    fields: parameters?.properties ?? {},
    ...(type === 'custom' && { takes: 'text' as const }),
  }
}

function itemOf(answer: Answer, id: string): Body {
  if ('text' in answer)
    return {
      type: 'message',
      id: `msg_${id}`,
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: answer.text, annotations: [] }],
    }
  const { name, group, takes } = answer.tool
  const call = { id: `item_${id}`, call_id: `call_${id}`, status: 'completed', name }
  return takes === 'text'
    ? { type: 'custom_tool_call', ...call, input: String(answer.args['input'] ?? '') }
    : {
        type: 'function_call',
        ...call,
        arguments: JSON.stringify(answer.args),
        ...(group !== undefined && { namespace: group }),
      }
}

const wholeOf = (body: Body, answer: Answer, id: string) => ({
  id: `resp_${id}`,
  object: 'response',
  status: 'completed',
  model: body.model,
  output: [itemOf(answer, id)],
  usage: {
    input_tokens: answer.tokens,
    output_tokens: 1,
    total_tokens: answer.tokens + 1,
    input_tokens_details: null,
    output_tokens_details: null,
  },
})

/** Responses of OpenAI, which Codex asks. */
export const responses: ModelInterface = {
  path: /\/responses$/u,
  turns: turnsOf,
  tools: (body) =>
    (body.tools ?? []).flatMap((tool: Body) =>
      tool.type === 'namespace'
        ? tool.tools.map((one: Body) => ({ ...toolOf(one), group: tool.name }))
        : [toolOf(tool)],
    ),
  isStreamed: (body) => body.stream === true,
  whole: wholeOf,
  stream(body, answer, id) {
    const response = wholeOf(body, answer, id)
    const item = response.output[0]
    const events: Body[] = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
    ]
    if ('text' in answer)
      events.push({
        type: 'response.output_text.delta',
        item_id: item.id,
        output_index: 0,
        content_index: 0,
        delta: answer.text,
      })
    events.push(
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response },
    )
    return events.map((data) => ({ name: data.type, data }))
  },
}
