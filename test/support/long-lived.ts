import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type BatchLine, openBatch, programFile, quietEnvironment } from './batch.ts'
import { newTask } from './mail-server.ts'
import { callTool, connectMcp } from './mcp-client.ts'
import { soon } from './soon.ts'
import { openProgram } from './terminal.ts'

/** A program that stays open. It makes a change when asked, and answers whether that was acknowledged. */
export type LongLived = {
  readonly change: (name: string) => Promise<'acknowledged' | string>
  readonly close: () => void
}

export type Home = { readonly folder: string; readonly store: string }

export function environmentOf({ folder }: Home): NodeJS.ProcessEnv {
  return { ...quietEnvironment(), HOME: folder, XDG_STATE_HOME: `${folder}/state` }
}

export function startProgram(home: Home, args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [programFile, ...args], {
    env: environmentOf(home),
    cwd: home.folder,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin?.on('error', () => {})
  return child
}

/** Resolves with the first line of this kind. */
export async function lineOf(
  stream: NodeJS.ReadableStream | null,
  wanted: (line: string) => boolean,
): Promise<string> {
  if (stream === null) throw new Error('There is no stream.')
  for await (const line of createInterface({ input: stream })) if (wanted(line)) return line
  throw new Error('It ended before.')
}

export function batchOn(home: Home, store: string): LongLived {
  const heard: ((line: BatchLine) => void)[] = []
  const env = environmentOf(home)
  const batch = openBatch(['--store', store, '--as', 'ana'], (line) => heard.shift()?.(line), { env })
  return {
    async change(subject) {
      const answer = new Promise<BatchLine>((resolve) => heard.push(resolve))
      batch.feed([{ command: 'send', input: { to: ['ben'], subject, body: 'x' } }])
      const { ok, error } = await answer
      return ok ? 'acknowledged' : (error?.code ?? 'none')
    },
    close: () => batch.child.kill(),
  }
}

export async function mcpOn(home: Home, args = ['--store', home.store]): Promise<LongLived> {
  const env = environmentOf(home) as Record<string, string>
  const connection = await connectMcp(home, { as: 'ana', args, env })
  return {
    async change(subject) {
      const { isError, value } = await callTool(connection, 'send', { to: 'ben', subject, body: 'x' })
      return isError ? value.error.code : 'acknowledged'
    },
    close: () => void connection.client.close(),
  }
}

export async function doorOn(home: Home): Promise<LongLived> {
  const socket = `${home.folder}/door.sock`
  const door = startProgram(home, ['door', home.store, '--listen', socket])
  await lineOf(door.stderr, (line) => line.includes('Listening'))
  return beside(door, batchOn(home, `unix:${socket}`))
}

export async function linkOn(home: Home): Promise<LongLived> {
  const url = `exec:${process.execPath} ${programFile} door ${home.store}`
  const link = startProgram(home, ['link', url])
  await lineOf(link.stderr, (line) => line.includes('Listening'))
  return beside(link, batchOn(home, url))
}

/** The server, to which another swarm delivers mail. */
export async function serveOn(home: Home, token: string): Promise<LongLived> {
  const server = startProgram(home, ['serve', '--port', '0', '--entrypoint', 'ben', '--store', home.store])
  const told = await lineOf(server.stderr, (line) => line.includes('"url"'))
  server.stderr?.resume()
  const url = `${(JSON.parse(told) as { readonly url: string }).url}/interswarm/forward`
  const headers = { authorization: `Bearer ${token}`, connection: 'close' }
  return {
    async change(subject) {
      const answered = await fetch(url, { method: 'POST', headers, body: JSON.stringify(parcelOf(subject)) })
      const { error } = (await answered.json()) as { readonly error?: string }
      return answered.ok ? 'acknowledged' : (error ?? String(answered.status))
    },
    close: () => server.kill(),
  }
}

function parcelOf(subject: string): object {
  const address = (name: string) => ({ address_type: 'agent', address: name })
  const [task, id] = [newTask(), newTask()]
  const content = { task_id: task, request_id: id, subject, body: 'x', routing_info: {} }
  const people = { task_owner: 'user:u@there', task_contributors: ['user:u@there'] }
  return {
    message: {
      message_id: id,
      source_swarm: 'there',
      target_swarm: 'here',
      msg_type: 'request',
      timestamp: new Date().toISOString(),
      auth_token: '',
      metadata: {},
      ...people,
      payload: { ...content, sender: address('boss@there'), recipient: address('ben'), ...people },
    },
  }
}

/** The screen, whose person answers the only mail. */
export async function screenOn(home: Home): Promise<LongLived> {
  const command = [process.execPath, programFile, '--store', home.store, '--as', 'ana', '--open', 'inbox']
  const screen = openProgram(command, { env: { ...environmentOf(home), WATCHPOST_IDENTITY: 'person' } })
  await screen.sees('a question')
  /** What was typed stays in the form where it was not sent. */
  let kept = ''
  return {
    async change(text) {
      if (kept === '') {
        await screen.sees('a question')
        await screen.press('2', 'r')
        await screen.sees('Enter send')
      } else await screen.misses('Nothing is saved')
      await screen.type(text.slice(kept.length))
      await screen.press('Enter')
      // The screen tells by itself that the store is gone, so that is no answer yet.
      if (!existsSync(home.store)) await screen.quiet()
      await screen.sees(/sending in|Nothing is saved/u)
      await screen.misses('sending in')
      await screen.sees(/Sent to|Nothing is saved/u)
      const isSent = has(screen.screen(), 'Sent to')
      kept = isSent ? '' : text
      return isSent ? 'acknowledged' : 'no-store'
    },
    close: () => void screen.kill(),
  }
}

function has(lines: readonly string[], text: string): boolean {
  return lines.some((line) => line.includes(text))
}

function beside(child: ChildProcess, client: LongLived): LongLived {
  return {
    change: client.change,
    close() {
      client.close()
      child.kill()
    },
  }
}

/** Answers once this program has printed a line about this mail. */
export function hearerOn(home: Home, args: readonly string[]) {
  const child = startProgram(home, ['--store', home.store, ...args])
  let out = ''
  child.stdout?.on('data', (data: Buffer) => (out += data.toString()))
  child.stderr?.on('data', (data: Buffer) => (out += data.toString()))
  return {
    child,
    ended: once(child, 'close').then(() => child.exitCode),
    heard: () => out.length,
    /** Where `since` characters were heard before, among those that came after. */
    hears: (text: string, since = 0) =>
      soon(() => {
        const rest = out.slice(since)
        if (!rest.includes(text)) throw new Error(`It did not hear ${text}: ${rest}`)
      }),
    close: () => child.kill(),
  }
}
