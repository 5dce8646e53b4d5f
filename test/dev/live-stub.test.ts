import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scripted } from '../../src/dev/live/stub/script.ts'
import { openStubModel, type StubModel } from '../../src/dev/live/stub/server.ts'

let stub: StubModel
beforeAll(async () => void (stub = await openStubModel()))
afterAll(() => stub.close())

// biome-ignore lint/suspicious/noExplicitAny: answers of four vendors' interfaces
type Any = any

async function ask(path: string, body: unknown): Promise<string> {
  const answer = await fetch(`${stub.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  return answer.text()
}

/** The events of a stream: the name of each, if it has one, and its data. */
function eventsIn(stream: string): readonly { name: string | undefined; data: Any }[] {
  const blocks = stream.split('\n\n').filter((block) => block !== '')
  return blocks.map((block) => {
    const [, name] = /^event: (.+)$/mu.exec(block) ?? []
    const [, data = ''] = /^data: (.+)$/mu.exec(block) ?? []
    return { name, data: data === '[DONE]' ? data : JSON.parse(data) }
  })
}

const schema = { type: 'object', properties: { command: { type: 'string' } } }
const prompt = scripted('s', { shell: 'ls' }, { say: 'Done.' })

describe('the stub model, as each program asks it', () => {
  const anthropic = { model: 'm', stream: true, tools: [{ name: 'Bash', input_schema: schema }] }
  const toMessages = (...messages: readonly unknown[]) =>
    ask('/v1/messages?beta=true', { ...anthropic, messages })

  it('calls the shell over Messages', async () => {
    const events = eventsIn(await toMessages({ role: 'user', content: [{ type: 'text', text: prompt }] }))
    expect(events.map(({ name, data }) => [name, data.type])).toEqual(
      [
        'message_start',
        'content_block_start',
        'content_block_delta',
        'content_block_stop',
        'message_delta',
        'message_stop',
      ].map((type) => [type, type]),
    )
    expect(events[1]?.data.content_block).toMatchObject({ type: 'tool_use', name: 'Bash', input: {} })
    expect(JSON.parse(events[2]?.data.delta.partial_json)).toEqual({ command: 'ls' })
    expect(events[4]?.data.delta.stop_reason).toBe('tool_use')
  })

  it('ends the turn over Messages', async () => {
    const answered = { role: 'assistant', content: [{ type: 'tool_use' }] }
    const result = { role: 'user', content: [{ type: 'tool_result', content: 'a file' }] }
    const events = eventsIn(await toMessages({ role: 'user', content: prompt }, answered, result))
    expect(events[2]?.data.delta).toEqual({ type: 'text_delta', text: 'Done.' })
    expect(events[4]?.data.delta.stop_reason).toBe('end_turn')
  })

  const called = { type: 'function', function: { name: 'run_shell_command', parameters: schema } }
  const toChat = (messages: unknown, stream = true) =>
    ask('/v1/chat/completions', { model: 'm', stream, messages, tools: [called] })

  it('calls the shell over chat completions', async () => {
    const events = eventsIn(await toChat([{ role: 'user', content: prompt }]))
    const [call] = events[0]?.data.choices[0].delta.tool_calls ?? []
    expect(call).toMatchObject({ index: 0, type: 'function', function: { name: 'run_shell_command' } })
    expect(JSON.parse(call.function.arguments)).toEqual({ command: 'ls' })
    expect(events[1]?.data.choices[0].finish_reason).toBe('tool_calls')
    expect(events[1]?.data.usage.total_tokens).toBe(2)
    expect(events[2]?.data).toBe('[DONE]')
  })

  it('answers whole where no stream is asked for', async () => {
    const { choices } = JSON.parse(
      await toChat([{ role: 'user', content: prompt }, { role: 'assistant' }], false),
    )
    expect(choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Done.' } })
  })

  const group = { type: 'namespace', name: 'mcp__watchpost', tools: [{ type: 'function', name: 'send' }] }
  const shell = { type: 'function', name: 'exec_command', parameters: { properties: { cmd: {} } } }
  const toResponses = (...input: readonly unknown[]) =>
    ask('/v1/responses', { model: 'm', stream: true, input, tools: [shell, group] })
  const saying = (text: string) => ({ role: 'user', content: [{ type: 'input_text', text }] })

  it('calls the shell over Responses', async () => {
    const events = eventsIn(await toResponses(saying(prompt)))
    expect(events.map(({ name }) => name)).toEqual([
      'response.created',
      'response.output_item.added',
      'response.output_item.done',
      'response.completed',
    ])
    expect(events[2]?.data.item).toMatchObject({ type: 'function_call', name: 'exec_command' })
    expect(JSON.parse(events[2]?.data.item.arguments)).toEqual({ cmd: 'ls' })
  })

  it('counts an answer of several items once, over Responses', async () => {
    const items = [
      { type: 'reasoning' },
      { type: 'function_call' },
      { type: 'function_call_output', output: 'a' },
    ]
    const events = eventsIn(await toResponses(saying(prompt), ...items))
    expect(events.at(-1)?.data.response.output[0].content[0].text).toBe('Done.')
  })

  it('calls a tool of a group by both names, over Responses', async () => {
    const mail = scripted('s', { tool: 'watchpost.*send$', args: { to: ['root'] } })
    const events = eventsIn(await toResponses(saying(mail)))
    expect(events[2]?.data.item).toMatchObject({ name: 'send', namespace: 'mcp__watchpost' })
  })

  const declared = [{ functionDeclarations: [{ name: 'run_shell_command', parametersJsonSchema: schema }] }]
  const toGemini = (method: string, text = prompt) =>
    ask(`/v1beta/models/m:${method}`, { contents: [{ role: 'user', parts: [{ text }] }], tools: declared })

  it('calls the shell over Gemini, streaming and whole', async () => {
    const wanted = { name: 'run_shell_command', args: { command: 'ls' } }
    const [event] = eventsIn(await toGemini('streamGenerateContent?alt=sse'))
    const whole = JSON.parse(await toGemini('generateContent'))
    for (const answer of [event?.data, whole]) {
      expect(answer.candidates[0].content.parts).toEqual([{ functionCall: wanted }])
      expect(answer.candidates[0].finishReason).toBe('STOP')
    }
  })

  it('counts tokens, lists models, and answers what has no tools without a script', async () => {
    expect(JSON.parse(await ask('/v1/messages/count_tokens', {}))).toMatchObject({ input_tokens: 1 })
    expect(await (await fetch(`${stub.url}/v1/models`)).json()).toMatchObject({ data: [{ id: 'stub' }] })
    const before = stub.requests.length
    expect(await ask('/v1/messages', { messages: [{ role: 'user', content: prompt }] })).toContain('"ok"')
    expect(stub.requests.length).toBe(before)
  })

  it('says over each interface how many tokens a conversation has', async () => {
    const long = scripted('s', { say: 'Done.', tokens: 7000 })
    const user = { role: 'user', content: long }
    for (const text of [
      await toMessages(user),
      await toChat([user]),
      await toResponses(saying(long)),
      await toGemini('generateContent', long),
    ])
      expect(text).toMatch(/"(?:input_tokens|prompt_tokens|promptTokenCount)":7000/u)
  })

  it('sums a conversation up by its script, also where no tools are offered', async () => {
    const sums = scripted('s', { say: 'A summary.', isSummary: true })
    const messages = [{ role: 'user', content: sums }]
    expect(await ask('/v1/messages', { messages })).toContain('"A summary."')
  })
})

describe('a script', () => {
  it('lets the laboratory act before an answer', async () => {
    let acted = false
    stub.at('now', async () => void (acted = true))
    await toStub(scripted('named', { say: 'Done.', event: 'now' }))
    expect(acted).toBe(true)
    expect(stub.requests.at(-1)).toMatchObject({ script: 'named', step: { say: 'Done.' } })
  })

  it('fails a request with a status', async () => {
    const answer = await fetch(`${stub.url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify(chatWith(scripted('s', { status: 529 }))),
    })
    expect(answer.status).toBe(529)
  })

  it('holds another script for a subagent, and is not taken for it', async () => {
    const inner = scripted('inner', { say: 'Inner.' })
    expect(await toStub(scripted('outer', { tool: 'Agent', args: { prompt: inner } }))).toContain(inner)
    expect(stub.requests.at(-1)?.script).toBe('outer')
  })

  const chatWith = (content: string) => ({
    messages: [{ role: 'user', content: `"${content}" please` }],
    tools: [{ type: 'function', function: { name: 'Agent' } }],
  })
  const toStub = (content: string) => ask('/v1/chat/completions', chatWith(content))
})
