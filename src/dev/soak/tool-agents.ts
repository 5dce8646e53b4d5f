import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { answerTo, atWorkIn, type Way } from './agents.ts'
import { openCrashes } from './lives.ts'
import { type Ended, type Stage, strike } from './stage.ts'

const role = 'mcp'
const [most, startTime] = [60_000, 120_000]

/** An agent that has its mailbox as tools: one server process, which is started again when it is killed. */
export function toolAgent(stage: Stage, name: string): Way {
  const lives = openCrashes(stage, role, name)
  let [takes, born, looked] = [0, 0, -1]
  let open: Promise<Connected> | null = null
  const connected = () => {
    open ??= connect(stage, name, () => {
      open = null
      born += 1
    })
    return open
  }
  const call = async (tool: string, input: object): Promise<Ended> => {
    const [since, life] = [Date.now(), born]
    try {
      const { client, closed } = await connected()
      const { isError, content, structuredContent } = await Promise.race([
        client.callTool({ name: tool, arguments: { ...input } }, { timeout: most }),
        closed,
      ])
      const text = (content as readonly { readonly text?: string }[]).map((part) => part.text).join('\n')
      const out = isError ? text : JSON.stringify(structuredContent)
      return { code: isError ? 1 : 0, out, err: '', since, undisturbed: stage.hadRoom(since) }
    } catch (error) {
      open = born === life ? open : null
      await stage.later(300)
      // A server that nobody killed and that does not answer is a fault, too.
      const undisturbed = born === life && stage.hadRoom(since) && !stage.isOver
      return { code: undisturbed ? 1 : null, out: '', err: String(error), since, undisturbed }
    }
  }
  return {
    role,
    name,
    lives: () => lives.count() + born,
    async take() {
      const life = lives.count() + born
      if (looked !== life) {
        const listed = await call('inbox', { limit: 500 })
        if (listed.code === 0) looked = life
        const left = atWorkIn(listed)
        if (left.length > 0) return { mail: [], left, by: name, since: listed.since, settled: null }
      }
      takes += 1
      const ended = await call('wait', { take: true, lease: '30s', timeout: '20s' })
      const message = messageOf(ended)
      if (message !== null)
        return { mail: [message], left: [], by: `${name}/${takes}`, since: ended.since, settled: null }
      if (!/timeout|No unread mail/u.test(ended.out)) {
        lives.tell('wait', ended)
        await stage.later(500)
      }
      return null
    },
    send: ({ to, key, kind, priority }) =>
      call('send', { to: [to], subject: key, body: `text of ${key}`, kind, priority, key, again: true }),
    reply: (id) => call('reply', { message: id, body: answerTo(id), key: `re:${id}` }),
    complete: (id) => call('complete', { messages: [id] }),
  }
}

function messageOf({ code, out }: Ended) {
  if (code !== 0) return null
  type Value = { readonly message?: { readonly id: string; readonly kind: string; readonly body: string } }
  const { message } = JSON.parse(out) as Value
  return message === undefined ? null : { id: message.id, kind: message.kind, text: message.body }
}

/** `closed` fails when the server is gone: what was being written to it then, the library would await for ever. */
type Connected = { readonly client: Client; readonly closed: Promise<never> }

async function connect(stage: Stage, name: string, onClose: () => void): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [stage.program, 'mcp'],
    env: stage.environment(name) as Record<string, string>,
    cwd: stage.folder,
    stderr: 'ignore',
  })
  const client = new Client({ name: 'soak', version: '0' })
  let gone = () => {}
  const closed = new Promise<never>((_, reject) => {
    client.onclose = () => reject(new Error('The server is gone.'))
  })
  closed.catch(() => {
    gone()
    onClose()
  })
  const connecting = client.connect(transport, { timeout: startTime })
  const pid = transport.pid ?? undefined
  const kill = () => {
    if (pid !== undefined) strike(pid)
  }
  gone = stage.expose({ role, name, pid, kill })
  await Promise.race([connecting, closed])
  return { client, closed }
}
