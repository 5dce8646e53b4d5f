import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { anthropic } from './anthropic.ts'
import { chat } from './chat.ts'
import { gemini } from './gemini.ts'
import type { Answer, Body, ModelInterface, Sent, Tool } from './interface.ts'
import { responses } from './responses.ts'
import { dueStep, type Step } from './script.ts'

const interfaces: readonly ModelInterface[] = [anthropic, chat, responses, gemini]

/** A request that carried a conversation: what the model really received, and what it answered. */
export type Request = {
  readonly script: string | null
  readonly step: Step
  /** The body as it was sent. */
  readonly body: string
}

export type StubModel = {
  readonly url: string
  /** The requests with tools, in their order: those without make titles and summaries. */
  readonly requests: readonly Request[]
  /** Hosts that a program wanted to reach through its proxy. Each was refused. */
  readonly refused: readonly string[]
  /** What is done before the answer to a step with this event. */
  at(event: string, act: () => Promise<void>): void
  close(): Promise<void>
}

const shells = /^(?:Bash|bash|exec_command|shell_command|shell|local_shell|run_shell_command)$/u

/** A model without a model: it answers the script in its prompt, on loopback alone. */
export async function openStubModel(): Promise<StubModel> {
  const requests: Request[] = []
  const refused: string[] = []
  const acts = new Map<string, () => Promise<void>>()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? '/'
    const text = await textOf(request)
    const known = request.method === 'POST' ? interfaces.find(({ path }) => path.test(url)) : undefined
    if (known === undefined) return sendJson(response, besideTheModel(url))
    const body = JSON.parse(text)
    const tools = known.tools(body)
    const due = dueStep(known.turns(body))
    const isAnswered = tools.length > 0 || due.step.isSummary === true
    const { script, step } = isAnswered ? due : { script: null, step: { say: 'ok' } }
    if (tools.length > 0) requests.push({ script, step, body: text })
    if (step.event !== undefined) await acts.get(step.event)?.()
    if (step.status !== undefined) return sendJson(response, failure, step.status)
    const id = `${requests.length}_${Date.now().toString(36)}`
    const said = answerOf(step, tools)
    if (known.isStreamed(body, url)) sendStream(response, known.stream(body, said, id))
    else sendJson(response, known.whole(body, said, id))
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => sendJson(response, { error: error.message }, 400))
  })
  // A program that was given this as its proxy reaches nobody else.
  server.on('connect', (request, socket) => {
    const [, port] = /^(?:127\.0\.0\.1|localhost):(\d+)$/u.exec(request.url ?? '') ?? []
    socket.on('error', () => socket.destroy())
    if (Number(port) !== (server.address() as AddressInfo).port) {
      refused.push(request.url ?? '')
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const inner = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      inner.pipe(socket).pipe(inner)
    })
    inner.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    refused,
    at: (event, act) => void acts.set(event, act),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const failure = { type: 'error', error: { type: 'api_error', message: 'The script asks for a failure' } }

/** What programs ask around their conversations: the size of a prompt, the list of models, telemetry. */
function besideTheModel(url: string): Body {
  if (/count_?tokens/iu.test(url)) return { input_tokens: 1, totalTokens: 1 }
  return /\/models/u.test(url) ? { object: 'list', data: [{ id: 'stub', object: 'model' }], models: [] } : {}
}

function answerOf(step: Step, tools: readonly Tool[]): Answer {
  const { tokens = 1 } = step
  if (step.shell !== undefined) return { ...shellCall(step.shell, tools, step.args), tokens }
  if (step.tool === undefined) return { text: step.say ?? '', tokens }
  const wanted = new RegExp(step.tool, 'u')
  const tool = tools.find(({ name, group }) => wanted.test(group === undefined ? name : `${group}.${name}`))
  return { tool: tool ?? { name: step.unlisted ?? step.tool, fields: {} }, args: step.args ?? {}, tokens }
}

/** Each program has its own shell tool; newer versions have other fields. */
function shellCall(command: string, tools: readonly Tool[], added: Step['args'] = {}) {
  const tool = tools.find(({ name }) => shells.test(name))
  if (tool === undefined) return { text: 'No shell is offered.' }
  const { fields } = tool
  const isList = fields['command']?.type === 'array'
  return {
    tool,
    args: {
      ...('cmd' in fields ? { cmd: command } : { command: isList ? ['bash', '-lc', command] : command }),
      ...('description' in fields && { description: 'As the script says' }),
      ...('is_background' in fields && { is_background: false }),
      ...added,
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sendStream(response: ServerResponse, events: readonly Sent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const { name, data } of events)
    response.write(
      `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    )
  response.end()
}
