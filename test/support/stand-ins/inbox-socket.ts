import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A stand-in for the inbox socket of a coding agent's session: no vendor's program runs in these tests.
 *
 * Claude Code 2.1.224 and later, https://code.claude.com/docs/en/cross-session-messaging ("The session's inbox socket", read
 * in November 2026): a Unix socket whose path and token are handed to children as CLAUDE_CODE_MESSAGING_SOCKET and
 * CLAUDE_CODE_MESSAGING_TOKEN; the first line may be {"type":"auth","token":…}. The line after it is not documented; what
 * sessions of 2.1.236 write to each other is described in leeguooooo/AgentParty#844 and asheshgoplani/agent-deck#2100:
 * {"type":"user","msgV":1,"msg_id":…,"priority":"next","message":{"role":"user","content":…}}; a frame without a text in
 * `content` is dropped.
 *
 * Qwen Code 0.23, https://qwenlm.github.io/qwen-code-docs/en/users/features/cross-session-protocol/ (schema version 1, frame
 * version 1): the first line must be {"msgV":1,"type":"auth","token":…}, else the connection is closed without a word;
 * then one frame with a fresh `msgId`; the receiver writes nothing on the connection, and closes it at its end.
 */
export type InboxSocket = {
  readonly path: string
  readonly token: string
  /** The text of each message that was delivered. */
  readonly texts: readonly string[]
  /** Every byte that came. */
  readonly heard: () => string
  /** Connections that were opened. */
  readonly calls: () => number
  /** Takes connections and never reads, nor answers. */
  hang(): void
  /** Says this to each message, in its own line. */
  say(status: string): void
  /** Ends, as a process that is killed: the path stays and nobody listens. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export async function openInbox(kind: 'claude-code' | 'qwen-code'): Promise<InboxSocket> {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-'))
  const path = join(folder, 'session.sock')
  const token = 'c0ffee'.repeat(6)
  const texts: string[] = []
  const sockets = new Set<Socket>()
  const known = new Set<string>()
  let [heard, calls, hangs] = ['', 0, false]
  let said: string | null = null
  let server: Server | null = null

  function hear(line: string, socket: Socket, state: { isKnown: boolean }): void {
    const frame = JSON.parse(line) as {
      readonly type?: string
      readonly token?: string
      readonly msgV?: number
      readonly msg_id?: string
      readonly msgId?: string
      readonly message?: { readonly role?: string; readonly content?: string }
    }
    if (frame.type === 'auth') state.isKnown = frame.token === token
    if (!state.isKnown) return void socket.destroy()
    if (frame.type !== 'user' || frame.message?.role !== 'user' || !frame.message.content) return
    const id = kind === 'claude-code' ? frame.msg_id : frame.msgId
    if (frame.msgV !== 1 || id === undefined || known.has(id)) return
    known.add(id)
    texts.push(frame.message.content)
    if (said !== null) socket.write(`${JSON.stringify({ type: 'peer_message_status', status: said })}\n`)
  }

  function serve(socket: Socket): void {
    calls += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    if (hangs) return void socket.pause()
    const state = { isKnown: false }
    let rest = ''
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      heard += text
      const lines = `${rest}${text}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) hear(line, socket, state)
    })
    socket.once('end', () => socket.end())
  }

  async function start(): Promise<void> {
    rmSync(path, { force: true })
    const made = createServer({ allowHalfOpen: true, pauseOnConnect: false }, serve)
    await new Promise<void>((resolve) => made.listen(path, resolve))
    server = made
  }

  async function kill(): Promise<void> {
    for (const socket of sockets) socket.destroy()
    const ended = server
    server = null
    if (ended !== null) await new Promise((resolve) => ended.close(resolve))
  }

  await start()
  return {
    path,
    token,
    texts,
    start,
    kill,
    heard: () => heard,
    calls: () => calls,
    hang() {
      hangs = true
    },
    say(status) {
      said = status
    },
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
