import { type Answer, type Body, type ModelInterface, textIn } from './interface.ts'

const usageOf = ({ tokens }: Answer) => ({
  prompt_tokens: tokens,
  completion_tokens: 1,
  total_tokens: tokens + 1,
})
const head = (body: Body, id: string) => ({ id: `chat_${id}`, created: 1, model: body.model })

function messageOf(answer: Answer, id: string): Body {
  if ('text' in answer) return { role: 'assistant', content: answer.text }
  const called = { name: answer.tool.name, arguments: JSON.stringify(answer.args) }
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id: `call_${id}`, type: 'function', function: called }],
  }
}

const reasonOf = (answer: Answer) => ('text' in answer ? 'stop' : 'tool_calls')

/** Chat completions of OpenAI, which Qwen Code and opencode ask. */
export const chat: ModelInterface = {
  path: /\/chat\/completions$/u,
  turns: (body) =>
    (body.messages ?? [])
      .filter(({ role }: Body) => role !== 'system')
      .map(({ role, content }: Body) => ({
        by: role === 'assistant' ? 'model' : 'user',
        text: textIn(content),
      })),
  tools: (body) =>
    (body.tools ?? []).map(({ function: called }: Body) => ({
      name: called.name,
      fields: called.parameters?.properties ?? {},
    })),
  isStreamed: (body) => body.stream === true,
  whole: (body, answer, id) => ({
    ...head(body, id),
    object: 'chat.completion',
    usage: usageOf(answer),
    choices: [{ index: 0, message: messageOf(answer, id), finish_reason: reasonOf(answer) }],
  }),
  stream(body, answer, id) {
    const chunk = (delta: Body, finish_reason: string | null) => ({
      ...head(body, id),
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason }],
    })
    return [
      { data: chunk(messageOf(answer, id), null) },
      { data: { ...chunk({}, reasonOf(answer)), usage: usageOf(answer) } },
      { data: '[DONE]' },
    ]
  },
}
